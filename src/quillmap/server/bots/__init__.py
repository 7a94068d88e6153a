"""Bots that sit at tables, and the processes they think in."""
