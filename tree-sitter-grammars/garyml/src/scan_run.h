// Runs of text: to the end of the line, of a value, of a quoted string.

#ifndef GARYML_SCAN_RUN_H_
#define GARYML_SCAN_RUN_H_

#include "scanner.h"

// What stands before the scanner after something that may have been the whole value.
enum Rest {
  NOTHING,        // blanks at most, then the line's end or a comment
  ADJACENT_TEXT,  // text without a blank before it
  SPACED_TEXT,    // blanks were passed, text follows
  PASSED_TEXT,    // blanks and the first character of text were passed
};

// Passes the rest of the line; the token ends at its last visible character. `open` says that visible
// characters were passed since the last mark.
static inline void run_to_line_end(TSLexer *lexer, bool open) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || c == '\r' || is_blank(c) || at_eof(lexer)) {
      if (open) lexer->mark_end(lexer);
      open = c == '\r';
      if (at_line_end(lexer)) return;
      if (!open) advance(lexer);
    } else {
      advance(lexer);
      open = true;
    }
  }
}

// At a `#` after a blank: passes it, and says whether it begins a comment.
static inline bool at_comment(TSLexer *lexer) {
  advance(lexer);
  return is_blank(lexer->lookahead) || at_line_end(lexer);
}

// At a `#` after a blank: hands out the comment that it begins, if it does.
static inline bool scan_comment(TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  if (!is_blank(lexer->lookahead) && !at_line_end(lexer)) return false;
  run_to_line_end(lexer, false);
  return true;
}

// Looks past blanks at what follows. The caller has marked the end of its token.
static inline enum Rest rest_of_line(TSLexer *lexer) {
  bool blank = is_blank(lexer->lookahead);
  pass_blanks(lexer);
  if (lexer->lookahead == '\r') return at_line_end(lexer) ? NOTHING : PASSED_TEXT;
  if (at_line_end(lexer)) return NOTHING;
  if (!blank) return ADJACENT_TEXT;
  if (lexer->lookahead != '#') return SPACED_TEXT;
  return at_comment(lexer) ? NOTHING : PASSED_TEXT;
}

// Passes a value that takes the rest of the line, up to a comment outside of quotes. A quote counts where a
// word begins and only if it is closed: a comment's place is remembered by the mark until that is known.
static inline void run_to_comment(TSLexer *lexer, bool open, bool after_blank) {
  int32_t quote = 0;
  bool frozen = false;
  bool word_start = after_blank;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || c == '\r' || is_blank(c) || at_eof(lexer)) {
      if (open && !frozen) lexer->mark_end(lexer);
      open = c == '\r';
      if (at_line_end(lexer)) return;
      if (!open) advance(lexer);
      word_start = after_blank = !open;
    } else if (c == '#' && after_blank) {
      if (at_comment(lexer)) {
        if (quote == 0) return;
        frozen = true;
        if (lexer->lookahead == '\n' || at_eof(lexer)) return;
      }
      open = true;
      word_start = after_blank = false;
    } else {
      if (quote != 0 && c == quote) {
        quote = 0;
        frozen = false;
      } else if (quote == 0 && word_start && (c == '"' || c == '\'')) {
        quote = c;
      } else if (quote == '"' && c == '\\') {
        advance(lexer);
        open = true;
        after_blank = word_start = false;
        if (lexer->lookahead != quote && lexer->lookahead != '\\') continue;
      }
      advance(lexer);
      open = true;
      after_blank = false;
      word_start = c == '=' || c == '(' || c == '[' || c == '{' || c == ',' || c == ':';
    }
  }
}

// After an opening quote: passes the string and says whether it is closed on this line. In double quotes `\`
// takes the meaning from a quote and from itself. An unclosed one is passed to the line's end, which `mark`
// marks.
static inline bool pass_string_rest(TSLexer *lexer, int32_t quote, bool mark) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == quote) {
      advance(lexer);
      return true;
    }
    if (c == '\n' || c == '\r' || at_eof(lexer)) {
      if (mark) lexer->mark_end(lexer);
      if (at_line_end(lexer)) return false;
      continue;
    }
    advance(lexer);
    if (c == '\\' && quote == '"' && (lexer->lookahead == '"' || lexer->lookahead == '\\')) advance(lexer);
  }
}

static inline bool pass_string(TSLexer *lexer, bool mark) {
  int32_t quote = lexer->lookahead;
  advance(lexer);
  return pass_string_rest(lexer, quote, mark);
}

enum Quoted { OPENER, CLOSED, UNCLOSED };

// At a quote where a text block may begin too.
static inline enum Quoted pass_quote(TSLexer *lexer, bool mark) {
  int32_t quote = lexer->lookahead;
  advance(lexer);
  if (quote == '"' && lexer->lookahead == '"') {
    advance(lexer);
    if (lexer->lookahead != '"') return CLOSED;
    advance(lexer);
    return OPENER;
  }
  return pass_string_rest(lexer, quote, mark) ? CLOSED : UNCLOSED;
}

#endif
