; Nothing.
