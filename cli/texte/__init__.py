"""`gardien texte`: a session as prompts and lines, for screen readers, dumb terminals and scripts on a pipe."""
