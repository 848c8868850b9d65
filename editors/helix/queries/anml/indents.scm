; Depth is white space: a new line keeps the indent of the one before it, as Helix does without a word.
