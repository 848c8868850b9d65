// What all parts of the scanner share: tokens, state, characters.

#ifndef GARYML_SCANNER_H_
#define GARYML_SCANNER_H_

#include <string.h>

#include "tree_sitter/parser.h"

// The order is that of `externals` in grammar.js.
enum Token {
  INDENT,
  NEWLINE,
  DIRECTIVE_NAME,
  COMMAND_NAME,
  KEY,
  ASSIGNED_KEY,
  COLON,
  EQUALS,
  STRING,
  UNTERMINATED_STRING,
  NUMBER,
  BOOLEAN,
  AT,
  IDENTIFIER,
  PLAIN,
  LIST_START,
  COMMA,
  LIST_END,
  UNTERMINATED_LIST_START,
  TEXT_BLOCK_START,
  TEXT_CONTENT,
  TEXT_BLOCK_END,
  CODE_BLOCK_START,
  LANGUAGE,
  INFO,
  CODE,
  CODE_BLOCK_END,
  COMMENT,
  TEXT,
  TEXT_BODY,
  STRAY_TEXT,
  DIFF_CONTENT,
  DIFF_BODY,
  NO_TOKEN,
};

// Where in a line the scanner stands. Every token leads to exactly one of these.
enum Mode {
  AT_LINE_START,   // before the indent
  AFTER_INDENT,    // before the first token of a line
  AFTER_NAME,      // after a header's name: `:` may follow
  IN_HEADER,       // after a header's parameter
  BEFORE_EQUALS,
  AFTER_EQUALS,
  BEFORE_COLON,
  AFTER_COLON,     // before a value that may take the rest of the line
  IN_LIST,
  IN_HEADER_LIST,  // a list that more header parameters may follow
  IN_REFERENCE,    // after the `@`
  IN_HEADER_REFERENCE,
  IN_LIST_REFERENCE,
  IN_HEADER_LIST_REFERENCE,
  IN_TEXT_BLOCK,
  BEFORE_TEXT_END, // the closer is known to follow
  IN_CODE_BLOCK,   // after the opening fence
  AFTER_LANGUAGE,
  BEFORE_CODE,     // at the end of the opening line
  BEFORE_CODE_END,
  AFTER_VALUE,     // a comment, stray text or the line's end follows
};

// Directives whose other text is an implicit text body, and the keys that are parameters there.
enum Kind { PLAIN_HEADER, TEXT_HEADER, CONTEXT_HEADER, DIFF_HEADER };

typedef struct {
  uint8_t mode;
  uint8_t kind;        // of the last header
  bool has_header;
  bool on_header;      // the line is the last header's own
  bool begun;          // text stood under the last header: what is deeper is text too
  bool endless;        // a code block that no directive ends: its language is GaryML itself
  bool keyed;          // a key stood in the line: what follows is its value
  uint32_t fence;      // backticks of the open code block
  uint32_t indent;     // of the line, in columns
  uint32_t header;     // indent of the last header
} State;

// A tab leads to the next column that four divides: right for documents indented by tabs alone.
static inline uint32_t wider(uint32_t indent, int32_t c) {
  return c == '\t' ? (indent / 4 + 1) * 4 : indent + 1;
}

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }
static inline void skip(TSLexer *lexer) { lexer->advance(lexer, true); }
static inline bool at_eof(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }
static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }
static inline bool is_upper(int32_t c) { return c >= 'A' && c <= 'Z'; }
static inline bool is_lower(int32_t c) { return c >= 'a' && c <= 'z'; }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

static inline bool starts_key(int32_t c) { return is_lower(c) || is_upper(c) || c == '_' || c >= 0x80; }
static inline bool is_word(int32_t c) { return starts_key(c) || is_digit(c) || c == '-'; }

// At a line's end: a line feed or the end of the text, or carriage returns before one of them. They must be
// passed to see what follows: the caller marks the end of its token first.
static inline bool at_line_end(TSLexer *lexer) {
  while (lexer->lookahead == '\r') advance(lexer);
  return lexer->lookahead == '\n' || at_eof(lexer);
}

static inline void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) skip(lexer);
}

static inline void pass_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) advance(lexer);
}

#endif
