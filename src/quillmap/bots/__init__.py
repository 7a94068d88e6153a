"""Players that are programs. They see only what their seat may see."""
