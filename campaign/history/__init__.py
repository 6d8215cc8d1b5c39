"""What happened, read back: the sessions of a campaign one at a time, how they are read, what is found in them."""
