"""Official wire formats: one folder a protocol, each to be spoken exactly as others speak it."""
