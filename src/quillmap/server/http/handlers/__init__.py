"""What each endpoint does, by subject: tables, notifications, finished games, the daily expedition, all else."""
