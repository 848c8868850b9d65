; ANML holds no other language: content lines are plain text.
