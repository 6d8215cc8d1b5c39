"""The history: the sessions of a campaign, their events, and the search through them."""
