"""Python tools as callables: each imports its package when it is called, and nothing of goldproof."""
