"""The web page: play what was learned, watch it learn, look into its head. `docs/web-api.md` is its contract."""
