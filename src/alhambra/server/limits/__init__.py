"""How much one person, one address and everybody together may use."""
