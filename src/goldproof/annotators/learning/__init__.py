"""Linear models over hashed features, trained and run a whole array at a time: what the trained annotators of syntax and mentions share."""
