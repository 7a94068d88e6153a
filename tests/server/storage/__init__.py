"""What every storage has to do, tried with each of them."""
