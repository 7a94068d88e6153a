"""WebSockets: one connection, and the queue of what is sent over it."""
