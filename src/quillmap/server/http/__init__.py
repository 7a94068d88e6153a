"""HTTP: the application, its typed endpoints, and the files of the page."""
