"""Work that takes long: done in processes of its own, and shared out fairly among those who ask for it."""
