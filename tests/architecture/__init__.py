"""How the project is built: who may import whom, and what must not be written anywhere."""
