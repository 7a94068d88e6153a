"""Hosting: the options, starting and stopping, addresses, logs, metrics and connection timeouts."""
