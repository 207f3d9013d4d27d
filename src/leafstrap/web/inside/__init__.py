"""Looking into evaluations: positions feature by feature, variations, and what a search would teach."""
