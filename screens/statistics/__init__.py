"""The statistics: a session, a campaign or a character in pictures."""
