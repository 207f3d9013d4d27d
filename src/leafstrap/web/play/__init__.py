"""Games between a person and what was learned."""
