"""The history: years of play read back, session by session and event by event."""
