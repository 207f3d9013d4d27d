"""What a run leaves on the disk: its folder, checkpoints, metrics."""
