// The scanner's tokens, what characters are, and the smallest steps over them.

#ifndef ANML_LEXING_H_
#define ANML_LEXING_H_

#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <stdint.h>

// The order is that of `externals` in grammar.js.
enum Token {
  FRONT_MATTER_OPEN,
  META_KEY,
  COLON,
  META_VALUE,
  MALFORMED_META,
  FRONT_MATTER_CLOSE,
  INDENT,
  DIFF_PREFIX,
  ROLE,
  BAD_ROLE,
  CONTENT,
  SUMMARY,
  ROW_OPEN,
  UNKNOWN_TEXT,
  REF,
  BAD_REF,
  DETACHED_REF,
  NAME,
  KEY,
  BAD_KEY,
  VALUE,
  STRING,
  REFERENCE,
  MISSING_VALUE,
  UNTERMINATED_STRING,
  STATE,
  BAD_STATE,
  UNCLOSED_STATE,
  BARE_WORD,
  MISPLACED_STRING,
  UNEXPECTED,
  NOTE,
  CELL_ROLE,
  CELL,
  BAR,
  CELL_MARK,
  ERROR_SENTINEL,
};

static inline bool is_lower(int32_t c) { return c >= 'a' && c <= 'z'; }
static inline bool is_letter(int32_t c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static inline bool is_role_char(int32_t c) { return is_lower(c) || is_digit(c); }
static inline bool is_word_start(int32_t c) { return is_letter(c) || c == '_'; }
static inline bool is_word_char(int32_t c) { return is_word_start(c) || is_digit(c) || c == '-'; }

// A carriage return is a blank: before a line feed it belongs to the line end, elsewhere it ends no line.
static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r'; }

// A NUL is a character like any other, unless it stands for the end of the file.
static inline bool at_end(TSLexer *l) { return l->lookahead == 0 && l->eof(l); }
static inline bool at_line_end(TSLexer *l) { return l->lookahead == '\n' || at_end(l); }
static inline bool at_space(TSLexer *l) { return is_blank(l->lookahead) || at_line_end(l); }

static inline void advance(TSLexer *l) { l->advance(l, false); }
static inline void skip(TSLexer *l) { l->advance(l, true); }

static inline bool emit(TSLexer *l, enum Token token) {
  l->result_symbol = (TSSymbol)token;
  return true;
}

// The token ends here.
static inline bool emit_here(TSLexer *l, enum Token token) {
  l->mark_end(l);
  return emit(l, token);
}

static inline void pass_blanks(TSLexer *l) {
  while (is_blank(l->lookahead)) advance(l);
}

// Runs to the end of the line; the token ends before the trailing blanks. What was passed so far and is not to be cut
// off must have been marked.
static inline bool emit_line(TSLexer *l, enum Token token) {
  while (!at_line_end(l)) {
    bool blank = is_blank(l->lookahead);
    advance(l);
    if (!blank) l->mark_end(l);
  }
  return emit(l, token);
}

#endif
