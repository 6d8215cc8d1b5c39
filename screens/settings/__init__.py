"""A campaign's settings: its house choices, and Tableau 3.1."""
