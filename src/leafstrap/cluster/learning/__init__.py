"""Learning on a cluster: a weight server, workers on any node, and the main process that watches them."""
