"""The history: a campaign between its evenings."""
