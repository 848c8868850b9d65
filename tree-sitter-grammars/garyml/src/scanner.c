// Reads GaryML line by line and hands out whole runs as tokens.
//
// Every token leads to a known place in the line (`enum Mode`), so the scanner always knows what may come
// next, and has a token for it whatever the text is: that makes the grammar total. It never goes back, and
// looks ahead no further than to the end of the line, or of the block that it is about to hand out.

#include "scan_line.h"
#include "tree_sitter/alloc.h"

// After a colon, at a visible character: a value that takes the rest of the line, up to a comment.
static enum Token scan_line_value(TSLexer *lexer, State *state, bool blank) {
  enum Token token = PLAIN;
  int32_t c = lexer->lookahead;
  state->mode = AFTER_VALUE;
  if (c == '#' && blank) {
    if (scan_comment(lexer)) return COMMENT;
    run_to_comment(lexer, true, false);
    return PLAIN;
  }
  if (c == '"' || c == '\'') {
    switch (pass_quote(lexer, true)) {
      case OPENER:
        lexer->mark_end(lexer);
        state->mode = IN_TEXT_BLOCK;
        return TEXT_BLOCK_START;
      case UNCLOSED:
        return UNTERMINATED_STRING;
      case CLOSED:
        token = STRING;
        lexer->mark_end(lexer);
    }
  } else if (c == '[') {
    advance(lexer);
    lexer->mark_end(lexer);
    state->mode = IN_LIST;
    if (!pass_list(lexer)) return UNTERMINATED_LIST_START;
    token = LIST_START;
  } else if (c == '@') {
    advance(lexer);
    lexer->mark_end(lexer);
    if (pass_identifier(lexer)) {
      token = AT;
      state->mode = IN_REFERENCE;
    }
  } else {
    Word word = {0};
    pass_word(lexer, &word);
    lexer->mark_end(lexer);
    token = word_token(&word);
  }
  // A value is of a kind only as a whole: with anything behind it, all is one text.
  enum Rest rest = rest_of_line(lexer);
  if (rest == NOTHING) return token;
  state->mode = AFTER_VALUE;
  bool open = rest == PASSED_TEXT || token == LIST_START || token == AT;
  run_to_comment(lexer, open, rest == SPACED_TEXT);
  return PLAIN;
}

// After a header's name or parameter, at a visible character.
static enum Token scan_header_rest(TSLexer *lexer, State *state, bool blank) {
  int32_t c = lexer->lookahead;
  if (c == ':' && state->mode == AFTER_NAME) {
    advance(lexer);
    state->mode = AFTER_COLON;
    lexer->mark_end(lexer);
    return COLON;
  }
  if ((c == '"' || c == '\'') && state->mode == AFTER_NAME) return scan_line_value(lexer, state, blank);
  state->mode = AFTER_VALUE;
  if (c == '#' && blank) {
    if (scan_comment(lexer)) return COMMENT;
  } else if (starts_key(c)) {
    while (is_word(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
    blank = is_blank(lexer->lookahead);
    pass_blanks(lexer);
    if (lexer->lookahead == '=') {
      state->mode = BEFORE_EQUALS;
      return ASSIGNED_KEY;
    }
    bool colon = lexer->lookahead == ':';
    if (at_key_colon(lexer)) {
      state->mode = BEFORE_COLON;
      return KEY;
    }
    if (!colon) {
      // A comment may follow the word.
      run_to_comment(lexer, false, blank);
      return STRAY_TEXT;
    }
  }
  run_to_comment(lexer, true, false);
  return STRAY_TEXT;
}

// After an equals sign, at a visible character: a value of one word.
static enum Token scan_word_value(TSLexer *lexer, State *state) {
  int32_t c = lexer->lookahead;
  state->mode = IN_HEADER;
  if (c == '"' || c == '\'') {
    if (!pass_string(lexer, true)) return UNTERMINATED_STRING;
    lexer->mark_end(lexer);
    return STRING;
  }
  if (c == '[') {
    advance(lexer);
    lexer->mark_end(lexer);
    state->mode = IN_HEADER_LIST;
    return pass_list(lexer) ? LIST_START : UNTERMINATED_LIST_START;
  }
  if (c == '@') {
    advance(lexer);
    lexer->mark_end(lexer);
    bool reference = pass_identifier(lexer);
    int32_t next = lexer->lookahead;
    if (reference && (is_blank(next) || next == '\n' || next == '\r' || at_eof(lexer))) {
      state->mode = IN_HEADER_REFERENCE;
      return AT;
    }
  }
  Word word = {0};
  pass_word(lexer, &word);
  lexer->mark_end(lexer);
  return c == '@' ? PLAIN : word_token(&word);
}

// In a list, at a visible character.
static enum Token scan_list(TSLexer *lexer, State *state) {
  if (lexer->lookahead == ',') {
    advance(lexer);
    lexer->mark_end(lexer);
    return COMMA;
  }
  if (lexer->lookahead == ']') {
    advance(lexer);
    lexer->mark_end(lexer);
    state->mode = state->mode == IN_LIST ? AFTER_VALUE : IN_HEADER;
    return LIST_END;
  }
  enum Token token = pass_item(lexer, true);
  if (token == AT) state->mode = state->mode == IN_LIST ? IN_LIST_REFERENCE : IN_HEADER_LIST_REFERENCE;
  return token;
}

static enum Token scan_identifier(TSLexer *lexer, State *state) {
  pass_identifier(lexer);
  lexer->mark_end(lexer);
  switch (state->mode) {
    case IN_HEADER_REFERENCE: state->mode = IN_HEADER; break;
    case IN_LIST_REFERENCE: state->mode = IN_LIST; break;
    case IN_HEADER_LIST_REFERENCE: state->mode = IN_HEADER_LIST; break;
    default: state->mode = AFTER_VALUE;
  }
  return IDENTIFIER;
}

static enum Token scan_sign(TSLexer *lexer, State *state) {
  bool equals = state->mode == BEFORE_EQUALS;
  skip_blanks(lexer);
  advance(lexer);
  lexer->mark_end(lexer);
  state->mode = equals ? AFTER_EQUALS : AFTER_COLON;
  state->keyed = true;
  return equals ? EQUALS : COLON;
}

// The words after an opening fence, each up to a blank or to the line's end.
static enum Token scan_fence_word(TSLexer *lexer, State *state, bool open) {
  if (state->mode == AFTER_LANGUAGE) {
    run_to_line_end(lexer, open);
    state->mode = BEFORE_CODE;
    return INFO;
  }
  Name name = {0};
  pass_name(lexer, &name);
  Word rest = {0};
  pass_word(lexer, &rest);
  lexer->mark_end(lexer);
  state->endless = !open && rest.length == 0 && is_name(&name, "garyml");
  state->mode = AFTER_LANGUAGE;
  return LANGUAGE;
}

// Everywhere but at a line's start: blanks are skipped, and the line's end is the same for all.
static enum Token scan_in_line(TSLexer *lexer, State *state) {
  bool blank = is_blank(lexer->lookahead);
  skip_blanks(lexer);
  bool carriage = lexer->lookahead == '\r';
  if (at_line_end(lexer)) {
    if (state->mode >= IN_CODE_BLOCK && state->mode <= BEFORE_CODE) return scan_code(lexer, state);
    if (!at_eof(lexer)) advance(lexer);
    lexer->mark_end(lexer);
    state->mode = AT_LINE_START;
    return NEWLINE;
  }
  switch (state->mode) {
    case AFTER_NAME:
    case IN_HEADER:
      if (!carriage) return scan_header_rest(lexer, state, blank);
      break;
    case AFTER_COLON:
      if (!carriage) return scan_line_value(lexer, state, blank);
      state->mode = AFTER_VALUE;
      run_to_comment(lexer, true, false);
      return PLAIN;
    case AFTER_EQUALS:
      if (!carriage) return scan_word_value(lexer, state);
      break;
    case IN_LIST:
    case IN_HEADER_LIST:
      if (!carriage) return scan_list(lexer, state);
      pass_item_text(lexer, true, true, 0);
      return PLAIN;
    case IN_CODE_BLOCK:
    case AFTER_LANGUAGE:
      return scan_fence_word(lexer, state, carriage);
    default:
      if (lexer->lookahead == '#' && blank && !carriage && scan_comment(lexer)) return COMMENT;
  }
  state->mode = AFTER_VALUE;
  run_to_comment(lexer, true, false);
  return STRAY_TEXT;
}

static enum Token scan(TSLexer *lexer, State *state) {
  switch (state->mode) {
    case AT_LINE_START: return scan_line_start(lexer, state);
    case AFTER_INDENT:
      // A carriage return that ends no line is text.
      return scan_first(lexer, state);
    case BEFORE_EQUALS:
    case BEFORE_COLON: return scan_sign(lexer, state);
    case IN_REFERENCE:
    case IN_HEADER_REFERENCE:
    case IN_LIST_REFERENCE:
    case IN_HEADER_LIST_REFERENCE: return scan_identifier(lexer, state);
    case IN_TEXT_BLOCK: return scan_text(lexer, state);
    case BEFORE_TEXT_END:
    case BEFORE_CODE_END: return scan_closer(lexer, state);
    default: return scan_in_line(lexer, state);
  }
}

bool tree_sitter_garyml_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  State *state = payload;
  enum Token token = scan(lexer, state);
  lexer->result_symbol = (TSSymbol)token;
  return token < NO_TOKEN && valid[token];
}

void *tree_sitter_garyml_external_scanner_create(void) { return ts_calloc(1, sizeof(State)); }

void tree_sitter_garyml_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_garyml_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(State));
  return sizeof(State);
}

void tree_sitter_garyml_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(State));
  if (length == sizeof(State)) memcpy(payload, buffer, sizeof(State));
}
