"""What happened, read back: the sessions of a campaign one at a time, and what is found in them."""
