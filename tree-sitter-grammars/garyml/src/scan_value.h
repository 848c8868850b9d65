// Values: strings, numbers, booleans, references, flow lists, and text that is none of these.

#ifndef GARYML_SCAN_VALUE_H_
#define GARYML_SCAN_VALUE_H_

#include "scan_run.h"

// What the characters of a word make it.
typedef struct {
  uint8_t number;  // the state of an automaton for numbers
  uint8_t length;
  char text[6];
} Word;

enum { N_START, N_SIGN, N_INTEGER, N_DOT, N_FRACTION, N_EXPONENT, N_EXPONENT_SIGN, N_POWER, N_NONE };

static inline void feed(Word *word, int32_t c) {
  if (word->length < sizeof word->text) word->text[word->length++] = (char)(c < 0x80 ? c : '?');
  bool sign = c == '-' || c == '+', e = c == 'e' || c == 'E';
  uint8_t next = N_NONE;
  if (is_digit(c)) {
    switch (word->number) {
      case N_START: case N_SIGN: case N_INTEGER: next = N_INTEGER; break;
      case N_DOT: case N_FRACTION: next = N_FRACTION; break;
      case N_EXPONENT: case N_EXPONENT_SIGN: case N_POWER: next = N_POWER; break;
      default: break;
    }
  } else if (sign && word->number == N_START) {
    next = N_SIGN;
  } else if (sign && word->number == N_EXPONENT) {
    next = N_EXPONENT_SIGN;
  } else if (c == '.' && word->number == N_INTEGER) {
    next = N_DOT;
  } else if (e && (word->number == N_INTEGER || word->number == N_FRACTION)) {
    next = N_EXPONENT;
  }
  word->number = next;
}

static inline enum Token word_token(const Word *word) {
  uint8_t n = word->number;
  if (n == N_INTEGER || n == N_FRACTION || n == N_POWER) return NUMBER;
  if (word->length == 4 && memcmp(word->text, "true", 4) == 0) return BOOLEAN;
  if (word->length == 5 && memcmp(word->text, "false", 5) == 0) return BOOLEAN;
  return PLAIN;
}

// At a comma or bracket that ends an item, not inside of brackets of the item's own.
static inline bool at_item_end(TSLexer *lexer, uint32_t depth) {
  return depth == 0 && (lexer->lookahead == ',' || lexer->lookahead == ']');
}

// Passes the characters of a word, up to a blank or the line's end. A carriage return ends it too: what it
// means is for the caller to see.
static inline void pass_word(TSLexer *lexer, Word *word) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || c == '\r' || is_blank(c) || at_eof(lexer)) return;
    feed(word, c);
    advance(lexer);
  }
}

// Passes an identifier; says whether there is one.
static inline bool pass_identifier(TSLexer *lexer) {
  bool any = false;
  while (is_word(lexer->lookahead) || (any && lexer->lookahead == '.')) {
    advance(lexer);
    any = true;
  }
  return any;
}

// Passes a list's item up to its end; `open` says that visible characters were passed since the last mark.
static inline void pass_item_text(TSLexer *lexer, bool mark, bool open, uint32_t depth) {
  for (;;) {
    int32_t c = lexer->lookahead;
    bool end = at_item_end(lexer, depth);
    if (end || c == '\n' || c == '\r' || is_blank(c) || at_eof(lexer)) {
      if (open && mark) lexer->mark_end(lexer);
      open = c == '\r';
      if (end || at_line_end(lexer)) return;
      if (!open) advance(lexer);
    } else {
      if (c == '[') depth++;
      if (c == ']') depth--;
      advance(lexer);
      open = true;
    }
  }
}

// Passes one item of a list, which begins at a visible character. With `mark` it is for good, and the
// token's end is marked; without, the same steps are taken to see what follows.
static inline enum Token pass_item(TSLexer *lexer, bool mark) {
  enum Token token = PLAIN;
  uint32_t depth = 0;
  int32_t c = lexer->lookahead;
  if (c == '"' || c == '\'') {
    if (!pass_string(lexer, mark)) return PLAIN;
    token = STRING;
  } else if (c == '@') {
    advance(lexer);
    if (mark) lexer->mark_end(lexer);
    if (pass_identifier(lexer)) token = AT;
  } else {
    Word word = {0};
    while (!at_item_end(lexer, depth)) {
      c = lexer->lookahead;
      if (c == '\n' || c == '\r' || is_blank(c) || at_eof(lexer)) break;
      if (c == '[') depth++;
      if (c == ']') depth--;
      feed(&word, c);
      advance(lexer);
    }
    token = word_token(&word);
  }
  if (mark && token != AT) lexer->mark_end(lexer);
  pass_blanks(lexer);
  if (at_item_end(lexer, depth)) return token;
  bool carriage = lexer->lookahead == '\r';
  if (at_line_end(lexer)) return token;
  pass_item_text(lexer, mark, carriage, depth);
  return PLAIN;
}

// After the `[`: looks whether the list is closed on this line, and passes it if it is.
static inline bool pass_list(TSLexer *lexer) {
  for (;;) {
    pass_blanks(lexer);
    if (lexer->lookahead == ']') {
      advance(lexer);
      return true;
    }
    if (lexer->lookahead == ',') {
      advance(lexer);
      continue;
    }
    bool carriage = lexer->lookahead == '\r';
    if (at_line_end(lexer)) return false;
    if (carriage) pass_item_text(lexer, false, true, 0);
    else pass_item(lexer, false);
  }
}

#endif
