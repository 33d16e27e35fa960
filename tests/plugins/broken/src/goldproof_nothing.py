FORMAT = "a word, not a format"
