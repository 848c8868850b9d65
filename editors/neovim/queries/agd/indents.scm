; Every line of AGD starts at column 0; what is inside of a fence is laid out by its author.
(document) @indent.zero
(fence_body) @indent.ignore
