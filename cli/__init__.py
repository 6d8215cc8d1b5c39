"""The gardien command."""
