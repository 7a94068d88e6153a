"""Games: one being played, and everything that is sent about one."""
