"""What a package outside adds to Leafstrap, one file a part; `pyproject.toml` says where each of them is found."""
