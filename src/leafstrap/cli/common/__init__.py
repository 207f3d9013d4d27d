"""What several commands share: options, games on their way, native work."""
