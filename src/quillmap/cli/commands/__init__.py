"""One module for each command, named after it, with ``add_arguments(parser)`` and ``run(args) -> exit code``."""
