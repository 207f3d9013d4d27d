"""Games on a cluster: what matches, tournaments and experiments let others play and learn."""
