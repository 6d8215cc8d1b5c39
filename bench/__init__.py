"""What Gardien costs, measured against what the disk and the machine themselves cost."""
