// The first token of a line, and what follows a header's name.

#ifndef GARYML_SCAN_LINE_H_
#define GARYML_SCAN_LINE_H_

#include "scan_block.h"
#include "scan_value.h"

// Characters of a name or key as far as any known one reaches.
typedef struct {
  uint8_t length;
  char text[18];
} Name;

static inline bool is_name(const Name *name, const char *text) {
  return name->length == strlen(text) && memcmp(name->text, text, name->length) == 0;
}

// Passes the characters of a word and remembers the first of them.
static inline void pass_name(TSLexer *lexer, Name *name) {
  name->length = 0;
  while (is_word(lexer->lookahead)) {
    if (name->length < sizeof name->text) {
      int32_t c = lexer->lookahead;
      name->text[name->length] = (char)(c < 0x80 ? c : '?');
      name->length++;
    }
    advance(lexer);
  }
}

static inline uint8_t kind_of(const Name *name) {
  static const char *const text[] = {"Role", "Query", "Instructions", "Plan", "OutputFormat", "ReasoningStrategy"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    if (is_name(name, text[i])) return TEXT_HEADER;
  }
  if (is_name(name, "Context")) return CONTEXT_HEADER;
  if (is_name(name, "Diff")) return DIFF_HEADER;
  return PLAIN_HEADER;
}

// Whether `key` is a parameter. After a header whose other text is an implicit text body only known keys are,
// and none once the text has begun.
static inline bool is_parameter(const State *state, const Name *key) {
  if (state->kind == PLAIN_HEADER) return true;
  if (state->begun) return false;
  if (is_name(key, "id")) return true;
  if (state->kind == TEXT_HEADER) return false;
  if (is_name(key, "format") || is_name(key, "path")) return true;
  return state->kind == CONTEXT_HEADER && is_name(key, "type");
}

// After a word: whether a colon follows that makes it a key, and not a part of `std::string` or an address.
static inline bool at_key_colon(TSLexer *lexer) {
  pass_blanks(lexer);
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  if (lexer->lookahead == ':') return false;
  if (lexer->lookahead != '/') return true;
  advance(lexer);
  return lexer->lookahead != '/';
}

// A line that is nothing else: implicit text body, or text that belongs to no directive.
static inline enum Token scan_other(TSLexer *lexer, State *state, bool open) {
  bool body = state->kind != PLAIN_HEADER;
  // Where it is not deeper than the header it may still be meant for it.
  state->begun |= body;
  if (body && state->indent > state->header) return scan_body(lexer, state, open);
  run_to_line_end(lexer, open);
  state->mode = AFTER_VALUE;
  return TEXT;
}

// At a dot.
static inline enum Token scan_header(TSLexer *lexer, State *state) {
  advance(lexer);
  bool directive = is_upper(lexer->lookahead);
  if (!directive && !is_lower(lexer->lookahead)) return scan_other(lexer, state, true);
  Name name;
  pass_name(lexer, &name);
  lexer->mark_end(lexer);
  bool ends = is_blank(lexer->lookahead) || lexer->lookahead == ':' || at_line_end(lexer);
  if (!ends) return scan_other(lexer, state, true);
  state->mode = AFTER_NAME;
  state->has_header = true;
  state->begun = false;
  state->on_header = true;
  state->header = state->indent;
  state->kind = kind_of(&name);
  return directive ? DIRECTIVE_NAME : COMMAND_NAME;
}

// At three backticks or more.
static inline enum Token scan_fence(TSLexer *lexer, State *state) {
  uint32_t fence = pass_all(lexer, '`', UINT32_MAX);
  lexer->mark_end(lexer);
  if (fence < 3) return scan_other(lexer, state, true);
  for (;;) {
    // Backticks in the rest of the line make it inline code.
    if (lexer->lookahead == '`') return scan_other(lexer, state, true);
    if (lexer->lookahead != '\r') {
      if (at_line_end(lexer)) break;
      advance(lexer);
    } else if (at_line_end(lexer)) {
      break;
    }
  }
  state->fence = fence;
  state->endless = false;
  state->mode = IN_CODE_BLOCK;
  return CODE_BLOCK_START;
}

// At a quote at a line's start.
static inline enum Token scan_quote(TSLexer *lexer, State *state) {
  switch (pass_quote(lexer, true)) {
    case OPENER:
      lexer->mark_end(lexer);
      state->mode = IN_TEXT_BLOCK;
      return TEXT_BLOCK_START;
    case UNCLOSED:
      return scan_other(lexer, state, false);
    case CLOSED:
      break;
  }
  lexer->mark_end(lexer);
  enum Rest rest = rest_of_line(lexer);
  if (rest != NOTHING) return scan_other(lexer, state, rest == PASSED_TEXT);
  state->mode = AFTER_VALUE;
  return STRING;
}

static inline enum Token scan_first(TSLexer *lexer, State *state) {
  int32_t c = lexer->lookahead;
  // Once text has begun, everything deeper than the header is text.
  if (state->begun && state->indent > state->header) return scan_other(lexer, state, false);
  if (c == '.') return scan_header(lexer, state);
  if (c == '`') return scan_fence(lexer, state);
  if (c == '"' || c == '\'') return scan_quote(lexer, state);
  if (c == '#') {
    run_to_line_end(lexer, true);
    state->mode = AFTER_VALUE;
    return COMMENT;
  }
  if (starts_key(c)) {
    Name key;
    pass_name(lexer, &key);
    lexer->mark_end(lexer);
    if (at_key_colon(lexer) && is_parameter(state, &key)) {
      state->mode = BEFORE_COLON;
      return KEY;
    }
  }
  return scan_other(lexer, state, true);
}

// Before the indent of a line. Blank lines are skipped: they are no part of any node.
static inline enum Token scan_line_start(TSLexer *lexer, State *state) {
  state->on_header = false;
  state->keyed = false;
  for (;;) {
    state->indent = pass_indent(lexer);
    if (at_eof(lexer)) return NO_TOKEN;
    lexer->mark_end(lexer);
    bool carriage = lexer->lookahead == '\r';
    if (at_line_end(lexer)) {
      skip(lexer);
      continue;
    }
    state->mode = AFTER_INDENT;
    if (state->indent > 0) return INDENT;
    return carriage ? scan_other(lexer, state, true) : scan_first(lexer, state);
  }
}

#endif
