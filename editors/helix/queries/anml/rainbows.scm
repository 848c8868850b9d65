; ANML does not nest in brackets.
