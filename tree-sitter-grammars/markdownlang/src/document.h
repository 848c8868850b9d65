// The parts outside of actions: front matter, text, comments, and the start delimiters of actions.

#ifndef MARKDOWNLANG_DOCUMENT_H_
#define MARKDOWNLANG_DOCUMENT_H_

#include "tokens.h"

// Reads a line `---`, with blanks after it and its line end. On false, a part of the line may have been read.
static bool front_matter_line(TSLexer *lexer) {
  for (int i = 0; i < 3; i++) {
    if (lexer->lookahead != '-') return false;
    advance(lexer);
  }
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t') advance(lexer);
  if (lexer->lookahead == '\r') advance(lexer);
  if (lexer->lookahead == '\n') {
    advance(lexer);
    return true;
  }
  return at_end(lexer);
}

static void skip_line(TSLexer *lexer) {
  while (!at_end(lexer) && lexer->lookahead != '\n') advance(lexer);
  if (!at_end(lexer)) advance(lexer);
}

static bool front_matter_open(TSLexer *lexer) {
  lexer->mark_end(lexer);
  while (!at_end(lexer)) {
    if (front_matter_line(lexer)) return give(lexer, FRONT_MATTER_OPEN);
    skip_line(lexer);
  }
  return give(lexer, FRONT_MATTER_OPEN_UNTERMINATED);
}

static bool front_matter_content(TSLexer *lexer) {
  if (front_matter_line(lexer)) return give_here(lexer, FRONT_MATTER_CLOSE);
  do {
    skip_line(lexer);
    lexer->mark_end(lexer);
  } while (!at_end(lexer) && !front_matter_line(lexer));
  return give(lexer, YAML);
}

// Lines before which a text is split: those whose first character can start a block of Markdown. A document can be cut
// at some of them (lines.c).
static inline bool begins_block(int32_t c, bool after_blank_line) {
  switch (c) {
    case '#': case '-': case '*': case '+': case '|': case '>':
      return true;
    default:
      return is_digit(c) || (after_blank_line && !is_blank(c));
  }
}

// Up to the next action, or to the next line that starts a block. `blank`: the line is blank up to here.
static bool text(TSLexer *lexer, bool blank) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '{') {
      lexer->mark_end(lexer);
      advance(lexer);
      if (lexer->lookahead == '{') break;
      blank = false;
    } else if (c == '\n') {
      advance(lexer);
      if (begins_block(lexer->lookahead, blank)) {
        lexer->mark_end(lexer);
        break;
      }
      blank = true;
    } else if (at_end(lexer)) {
      lexer->mark_end(lexer);
      break;
    } else {
      blank = blank && is_blank(c);
      advance(lexer);
    }
  }
  return give(lexer, TEXT);
}

// After `/*`. The first `*/` ends a comment. It must be followed by `}}`, or by a blank and `-}}`.
static bool comment(TSLexer *lexer) {
  for (;;) {
    while (lexer->lookahead != '*' && !at_end(lexer)) advance(lexer);
    if (at_end(lexer)) return give_here(lexer, UNTERMINATED_COMMENT);
    advance(lexer);
    if (lexer->lookahead == '/') break;
  }
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '}') {
    advance(lexer);
    if (lexer->lookahead == '}') {
      advance(lexer);
      return give_here(lexer, COMMENT);
    }
  } else if (is_blank(lexer->lookahead)) {
    bool line_end = lexer->lookahead == '\n';
    advance(lexer);
    if (lexer->lookahead == '-') {
      advance(lexer);
      if (lexer->lookahead == '}') {
        advance(lexer);
        if (lexer->lookahead == '}') {
          advance(lexer);
          return give_here(lexer, COMMENT);
        }
      }
    }
    if (line_end) return give(lexer, MALFORMED_COMMENT);
  }
  if (find_close(lexer)) lexer->mark_end(lexer);
  return give(lexer, MALFORMED_COMMENT);
}

// At the second brace of `{{`.
static bool open(Scanner *scanner, TSLexer *lexer) {
  enum Token token = OPEN_PLAIN;
  bool bare_minus = false;
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '-') {
    advance(lexer);
    if (is_blank(lexer->lookahead)) {
      token = OPEN_TRIM;
      lexer->mark_end(lexer);
      // A comment starts directly after the one blank of the marker. A line end decides how far the action goes.
      if (lexer->lookahead != '\n') advance(lexer);
    } else {
      bare_minus = true;
    }
  }
  if (lexer->lookahead == '/') {
    advance(lexer);
    if (lexer->lookahead == '*') {
      advance(lexer);
      comment(lexer);
      // `{{-/*`: without its blank, the minus is not a marker, so the comment is malformed.
      if (bare_minus && lexer->result_symbol == COMMENT) lexer->result_symbol = MALFORMED_COMMENT;
      return true;
    }
  }
  scanner->depth = 0;
  scanner->multi_line = goes_on_over_lines(lexer);
  return give(lexer, token);
}

static bool body(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  if (at_end(lexer)) return false;
  if (valid[FRONT_MATTER_OPEN] && lexer->lookahead == '-') {
    if (front_matter_line(lexer)) return front_matter_open(lexer);
    // The part of the line that was read contains no brace: the text continues from here.
    scanner->begun = true;
    return text(lexer, false);
  }
  bool blank = !scanner->begun;
  scanner->begun = true;
  if (lexer->lookahead == '{') {
    advance(lexer);
    if (lexer->lookahead == '{') return open(scanner, lexer);
    blank = false;
  }
  return text(lexer, blank);
}

#endif
