"""What the two trained parsers share: words as numbers, one network for heads and brackets, the decoders, the training."""
