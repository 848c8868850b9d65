// Text blocks, code blocks, implicit text bodies: everything that goes over lines.
//
// A block ends at its closer, or else before the next directive at or left of its header. Both are looked
// for in one pass over the block's own lines, so that any number of unterminated openers costs no more than
// the text's length.

#ifndef GARYML_SCAN_BLOCK_H_
#define GARYML_SCAN_BLOCK_H_

#include "scan_run.h"

// The rightmost indent at which a directive ends the block that begins on this line: the header's, or the
// block's own where that is no deeper than the last header.
static inline uint32_t block_limit(const State *state) {
  bool deeper = state->has_header && state->header < state->indent;
  return state->on_header || deeper ? state->header : state->indent;
}

// What a text block or body holds, and a code block that names no language: under `.Diff` that is a diff.
static inline enum Token content_token(const State *state, enum Token token) {
  if (state->kind != DIFF_HEADER || state->keyed) return token;
  return token == TEXT_BODY ? DIFF_BODY : DIFF_CONTENT;
}

// At the first visible character of a line in a block: says whether the line is a directive. It must be
// well formed, since code too has lines that begin with a dot.
static inline bool at_directive(TSLexer *lexer) {
  if (lexer->lookahead != '.') return false;
  advance(lexer);
  if (!is_upper(lexer->lookahead)) return false;
  while (is_word(lexer->lookahead)) advance(lexer);
  if (lexer->lookahead == ':') {
    advance(lexer);
    return is_blank(lexer->lookahead) || lexer->lookahead == '"' || at_line_end(lexer);
  }
  if (!is_blank(lexer->lookahead)) return at_line_end(lexer);
  pass_blanks(lexer);
  if (at_line_end(lexer)) return true;
  if (lexer->lookahead == '#') return at_comment(lexer);
  if (!starts_key(lexer->lookahead)) return false;
  while (is_word(lexer->lookahead)) advance(lexer);
  int32_t sign = lexer->lookahead;
  if (sign != '=' && sign != ':') return false;
  advance(lexer);
  if (sign == '=') return lexer->lookahead != '=' && lexer->lookahead != '>';
  return is_blank(lexer->lookahead) || at_line_end(lexer);
}

// Passes the indent of a line and gives its width.
static inline uint32_t pass_indent(TSLexer *lexer) {
  uint32_t width = 0;
  while (is_blank(lexer->lookahead)) {
    width = wider(width, lexer->lookahead);
    advance(lexer);
  }
  return width;
}

static inline uint32_t pass_all(TSLexer *lexer, int32_t c, uint32_t limit) {
  uint32_t count = 0;
  while (count < limit && lexer->lookahead == c) {
    advance(lexer);
    count++;
  }
  return count;
}

// Passes the rest of a line; the token may end there.
static inline void pass_line(TSLexer *lexer) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || c == '\r' || at_eof(lexer)) {
      lexer->mark_end(lexer);
      if (at_line_end(lexer)) return;
    } else {
      advance(lexer);
    }
  }
}

// After a line's indent: at the end of the text, or at carriage returns before it. Others are passed: they are content.
static inline bool at_text_end(TSLexer *lexer) {
  if (lexer->lookahead != '\r') return at_eof(lexer);
  lexer->mark_end(lexer);
  return at_line_end(lexer) && at_eof(lexer);
}

// At the end of a code block's opening line.
static inline enum Token scan_code(TSLexer *lexer, State *state) {
  uint32_t limit = block_limit(state);
  enum Token content = state->mode == IN_CODE_BLOCK ? content_token(state, CODE) : CODE;
  bool first = true;
  while (!at_eof(lexer)) {
    if (first) {
      skip(lexer);  // the first line feed is no part of the content
      lexer->mark_end(lexer);
    } else {
      advance(lexer);
    }
    uint32_t indent = pass_indent(lexer);
    bool carriage = lexer->lookahead == '\r';
    if (at_text_end(lexer)) break;
    if (!carriage && lexer->lookahead == '`') {
      bool enough = pass_all(lexer, '`', UINT32_MAX) >= state->fence;
      if (first) lexer->mark_end(lexer);
      pass_blanks(lexer);
      if (enough && at_line_end(lexer)) {
        state->mode = first ? AFTER_VALUE : BEFORE_CODE_END;
        return first ? CODE_BLOCK_END : content;
      }
    } else if (!carriage && indent <= limit && !state->endless && at_directive(lexer)) {
      break;
    }
    pass_line(lexer);
    first = false;
  }
  // No closer. Where there is no content either, this is the line's end.
  state->mode = first ? AT_LINE_START : AFTER_VALUE;
  return first ? NEWLINE : content;
}

// Passes text up to the line's end or a closer, which it passes too; says whether there was one. The token
// may end before it.
static inline bool pass_to_quotes(TSLexer *lexer) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '"') {
      lexer->mark_end(lexer);
      if (pass_all(lexer, '"', 3) == 3) return true;
    } else if (c == '\n' || c == '\r' || at_eof(lexer)) {
      lexer->mark_end(lexer);
      if (at_line_end(lexer)) return false;
    } else {
      advance(lexer);
    }
  }
}

// After the opener of a text block.
static inline enum Token scan_text(TSLexer *lexer, State *state) {
  uint32_t limit = block_limit(state);
  enum Token content = content_token(state, TEXT_CONTENT);
  skip_blanks(lexer);
  bool first = true;
  bool quotes = lexer->lookahead == '"';
  if (quotes && pass_all(lexer, '"', 3) == 3) {
    lexer->mark_end(lexer);
    state->mode = AFTER_VALUE;
    return TEXT_BLOCK_END;
  }
  if (quotes || !at_line_end(lexer)) {
    first = false;
    if (pass_to_quotes(lexer)) {
      state->mode = BEFORE_TEXT_END;
      return content;
    }
  }
  while (!at_eof(lexer)) {
    if (first) {
      skip(lexer);
      lexer->mark_end(lexer);
    } else {
      advance(lexer);
    }
    uint32_t indent = pass_indent(lexer);
    bool carriage = lexer->lookahead == '\r';
    if (at_text_end(lexer)) break;
    if (!carriage && lexer->lookahead == '"') {
      if (pass_all(lexer, '"', 3) == 3) {
        if (first) lexer->mark_end(lexer);
        state->mode = first ? AFTER_VALUE : BEFORE_TEXT_END;
        return first ? TEXT_BLOCK_END : content;
      }
    } else if (!carriage && indent <= limit && at_directive(lexer)) {
      break;
    }
    first = false;
    if (pass_to_quotes(lexer)) {
      state->mode = BEFORE_TEXT_END;
      return content;
    }
  }
  state->mode = first ? AT_LINE_START : AFTER_VALUE;
  return first ? NEWLINE : content;
}

// After the content of a block: its closer, on this line or with its indent on the next.
static inline enum Token scan_closer(TSLexer *lexer, State *state) {
  while (lexer->lookahead == '\r') skip(lexer);
  if (lexer->lookahead == '\n') skip(lexer);
  pass_indent(lexer);
  bool code = state->mode == BEFORE_CODE_END;
  pass_all(lexer, code ? '`' : '"', code ? UINT32_MAX : 3);
  lexer->mark_end(lexer);
  state->mode = AFTER_VALUE;
  return code ? CODE_BLOCK_END : TEXT_BLOCK_END;
}

// Passes an implicit text body: the rest of this line and all lines deeper than the header, up to the last
// visible character.
static inline enum Token scan_body(TSLexer *lexer, State *state, bool open) {
  enum Token body = content_token(state, TEXT_BODY);
  state->mode = AFTER_VALUE;
  for (;;) {
    run_to_line_end(lexer, open);
    uint32_t indent;
    do {
      if (at_eof(lexer)) return body;
      advance(lexer);
      indent = pass_indent(lexer);
      open = lexer->lookahead == '\r';
    } while (at_line_end(lexer));
    if (indent <= state->header) return body;
  }
}

#endif
