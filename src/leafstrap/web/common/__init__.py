"""What all parts of the server need: reading requests, streams, work in threads, positions and weights as data."""
