"""The game's rules: pure, immutable and exact. No I/O, clock, randomness or sentence lives here."""
