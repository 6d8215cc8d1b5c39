"""TinyDB behind the campaign's ports: what was acknowledged is on disk."""
