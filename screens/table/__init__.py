"""The table: the screen of an evening, with the roster, the roller and the log."""
