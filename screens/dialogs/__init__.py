"""Short exchanges laid over a screen. No key pressed in one reaches what is under it."""
