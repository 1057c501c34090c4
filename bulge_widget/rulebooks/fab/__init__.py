"""FAB: The Bulge: the rule book, one module a chapter."""
