"""How a word may also be written: one file a language, and what is common to all."""
