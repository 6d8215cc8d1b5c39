"""The Textual application: modes, themes, keys, terminal."""
