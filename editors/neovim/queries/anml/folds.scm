; Subtrees cannot be told from the flat tree: the server folds them.
(front_matter) @fold
