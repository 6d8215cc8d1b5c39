"""A character's sheet and saved actions, as forms."""
