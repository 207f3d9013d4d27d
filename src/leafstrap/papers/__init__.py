"""The experiments behind `leafstrap reproduce`."""
