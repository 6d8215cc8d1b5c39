"""The library: the campaigns there are."""
