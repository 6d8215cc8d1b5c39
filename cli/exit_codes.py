"""The exit codes of `gardien`; 2, wrong usage, is click's own."""

DONE = 0
FAILED = 1
"""The data, or the machine, is not as it should be."""
INTERRUPTED = 130
"""What a shell shows of a program that Ctrl+C ended."""
NO_READER = 141
"""What a shell shows of a program whose reader went away, as in `gardien risque … | head -1`."""
