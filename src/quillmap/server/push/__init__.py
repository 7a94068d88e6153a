"""Web Push: telling people who are away that it is their turn, on the devices that they chose for it."""
