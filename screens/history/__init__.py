"""The history: what happened in a campaign, found and read again."""
