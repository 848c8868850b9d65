// Hands out every token of ANML as a whole run. It keeps no state: what may come next is told by the parser's state
// (`valid`), where a line starts by the line feeds that were passed over.
//
// Why this is total: in every state of the parser some token of this file fits whatever stands there, up to the end of
// the file; there it gives nothing, and the generated lexer finds the end.

#include "lexing.h"

// Inside of a table cell an unescaped bar ends everything, so the readers of a line's parts ask here.
// `escaped`: the character before this one is a backslash.
static inline bool at_bar(TSLexer *l, bool in_cell, bool escaped) {
  return in_cell && !escaped && l->lookahead == '|';
}

// Runs to the next blank, line end or bar.
static void pass_word(TSLexer *l, bool in_cell, bool escaped) {
  while (!at_space(l) && !at_bar(l, in_cell, escaped)) {
    escaped = l->lookahead == '\\';
    advance(l);
  }
}

// From a quote on: a JSON string, as far as its end goes; its escapes are looked at by whoever wants its value.
static bool emit_string(TSLexer *l, enum Token token, bool in_cell) {
  advance(l);
  bool escaped = false, after_backslash = false;
  l->mark_end(l);
  while (!at_line_end(l) && !at_bar(l, in_cell, after_backslash)) {
    int32_t c = l->lookahead;
    advance(l);
    if (c == '"' && !escaped) return emit_here(l, token);
    if (!is_blank(c)) l->mark_end(l);
    escaped = c == '\\' && !escaped;
    after_backslash = c == '\\';
  }
  return emit(l, UNTERMINATED_STRING);
}

// Passes over the letters and digits of a ref, behind its `#`; true if they are one: a letter first, a digit last.
static bool pass_ref(TSLexer *l) {
  bool good = is_letter(l->lookahead), digit = false;
  while (is_letter(l->lookahead) || is_digit(l->lookahead)) {
    digit = is_digit(l->lookahead);
    advance(l);
  }
  return good && digit;
}

// At a `#`; `token` is what a well-formed ref is here.
static bool scan_ref(TSLexer *l, enum Token token, bool in_cell) {
  advance(l);
  bool good = pass_ref(l);
  while (!at_space(l) && !at_bar(l, in_cell, false) && l->lookahead != '"' && l->lookahead != '[') {
    good = false;
    advance(l);
  }
  return emit_here(l, good ? token : BAD_REF);
}

// Behind a key, at its `=`, which becomes padding.
static bool scan_value(TSLexer *l, bool in_cell) {
  skip(l);
  if (at_space(l) || at_bar(l, in_cell, false)) return emit_here(l, MISSING_VALUE);
  if (l->lookahead == '"') return emit_string(l, STRING, in_cell);
  bool reference = false;
  if (l->lookahead == '#') {
    advance(l);
    reference = pass_ref(l) && (at_space(l) || at_bar(l, in_cell, false));
  }
  pass_word(l, in_cell, false);
  return emit_here(l, reference ? REFERENCE : VALUE);
}

// At a `[`.
static bool scan_state(TSLexer *l, bool in_cell) {
  advance(l);
  bool good = is_word_start(l->lookahead);
  while (is_word_char(l->lookahead)) advance(l);
  if (l->lookahead == ']') {
    advance(l);
    return emit_here(l, good ? STATE : BAD_STATE);
  }
  // Without a closing bracket before the next opening one, the state ends with its first word.
  bool in_word = true, after_backslash = false;
  while (!at_line_end(l) && !at_bar(l, in_cell, after_backslash) && l->lookahead != '[') {
    if (in_word && is_blank(l->lookahead)) {
      l->mark_end(l);
      in_word = false;
    }
    after_backslash = l->lookahead == '\\';
    advance(l);
    if (l->lookahead == ']') {
      advance(l);
      return emit_here(l, BAD_STATE);
    }
  }
  if (in_word) l->mark_end(l);
  return emit(l, UNCLOSED_STATE);
}

// A part of an element behind its role: attribute key, state, note, or something that should not be there.
static bool scan_item(TSLexer *l, const bool *valid, bool in_cell, bool spaced) {
  int32_t c = l->lookahead;
  if (c == '"') return emit_string(l, valid[NAME] ? NAME : MISPLACED_STRING, in_cell);
  if (c == '[') return scan_state(l, in_cell);
  if (c == '#' && valid[DETACHED_REF]) return scan_ref(l, DETACHED_REF, false);
  bool escaped = false;
  if (is_word_start(c)) {
    while (is_word_char(l->lookahead)) advance(l);
    if (l->lookahead == '=') return emit_here(l, KEY);
    if (at_space(l) || at_bar(l, in_cell, false)) return emit_here(l, BARE_WORD);
  } else if (c == '-' && spaced && !in_cell) {
    advance(l);
    if (l->lookahead == '-') {
      advance(l);
      l->mark_end(l);
      if (at_space(l)) return emit_line(l, NOTE);
    }
  } else {
    escaped = c == '\\';
    advance(l);
    if (c == '=' || c == '#') {
      pass_word(l, in_cell, escaped);
      return emit_here(l, UNEXPECTED);
    }
  }
  // Something else: if it comes to a `=`, it was meant as a key.
  while (!at_space(l) && !at_bar(l, in_cell, escaped) && l->lookahead != '"' && l->lookahead != '[') {
    if (l->lookahead == '=') return emit_here(l, BAD_KEY);
    escaped = l->lookahead == '\\';
    advance(l);
  }
  return emit_here(l, UNEXPECTED);
}

// Passes over a role; true if it is well-formed, with a namespace or without.
static bool pass_role(TSLexer *l) {
  bool good = is_lower(l->lookahead);
  while (is_role_char(l->lookahead)) advance(l);
  if (l->lookahead == ':') {
    advance(l);
    good = good && is_lower(l->lookahead);
    while (is_role_char(l->lookahead)) advance(l);
  }
  return good;
}

// At the first character of a cell's text. A cell that begins with `role#ref` is an element.
static bool scan_cell(TSLexer *l) {
  bool escaped = false;
  if (is_lower(l->lookahead)) {
    bool role = pass_role(l);
    l->mark_end(l);
    if (role && l->lookahead == '#') {
      advance(l);
      if (pass_ref(l) && (at_space(l) || l->lookahead == '|')) return emit(l, CELL_ROLE);
      l->mark_end(l);
    }
  }
  while (!at_line_end(l) && !at_bar(l, true, escaped)) {
    int32_t c = l->lookahead;
    advance(l);
    if (!is_blank(c)) l->mark_end(l);
    escaped = c == '\\';
  }
  return emit(l, CELL);
}

// What stands behind the word that a line begins with.
enum Rest {
  REST_NOTHING,
  REST_ELEMENT,
  REST_OTHER,
};

// Tells a line that can only be an element, because a ref, a name, a state or an attribute follows its first word.
static enum Rest look_at_rest(TSLexer *l) {
  if (l->lookahead == '#') return REST_ELEMENT;
  pass_blanks(l);
  if (at_line_end(l)) return REST_NOTHING;
  if (l->lookahead == '"' || l->lookahead == '[') return REST_ELEMENT;
  if (!is_word_start(l->lookahead)) return REST_OTHER;
  while (is_word_char(l->lookahead)) advance(l);
  return l->lookahead == '=' ? REST_ELEMENT : REST_OTHER;
}

// A line that begins with a letter: an element, or one whose role is not well-formed, or prose.
static bool scan_role(TSLexer *l) {
  bool good = pass_role(l);
  if (good && (at_space(l) || l->lookahead == '#' || l->lookahead == '"' || l->lookahead == '[')) {
    return emit_here(l, ROLE);
  }
  while (is_word_char(l->lookahead) || l->lookahead == ':' || l->lookahead == '.') advance(l);
  l->mark_end(l);
  if (look_at_rest(l) != REST_OTHER) return emit(l, BAD_ROLE);
  l->mark_end(l);
  return emit_line(l, UNKNOWN_TEXT);
}

// A line that begins with `+`, `-` or `*`: a prefix, if something follows, after a space or at once; or a fence.
static bool scan_prefix(TSLexer *l, const bool *valid) {
  bool dash = l->lookahead == '-';
  advance(l);
  l->mark_end(l);
  if (dash && l->lookahead == '-' && valid[FRONT_MATTER_OPEN]) {
    advance(l);
    l->mark_end(l);
    if (l->lookahead == '-') {
      advance(l);
      l->mark_end(l);
      pass_blanks(l);
      if (at_line_end(l)) return emit(l, FRONT_MATTER_OPEN);
    }
    return emit_line(l, UNKNOWN_TEXT);
  }
  int32_t next = l->lookahead;
  bool spaced = is_blank(next);
  pass_blanks(l);
  if (valid[DIFF_PREFIX] && !at_line_end(l) &&
      (spaced || is_letter(next) || next == '>' || next == '|' || next == '~')) {
    return emit(l, DIFF_PREFIX);
  }
  return emit_line(l, UNKNOWN_TEXT);
}

// The first character of a line's content, in the body.
static bool scan_line(TSLexer *l, const bool *valid) {
  switch (l->lookahead) {
    case '>':
      return emit_line(l, CONTENT);
    case '~':
      return emit_line(l, SUMMARY);
    case '|':
      advance(l);
      return emit_here(l, ROW_OPEN);
    case '+':
    case '-':
    case '*':
      return scan_prefix(l, valid);
    default:
      return is_letter(l->lookahead) ? scan_role(l) : emit_line(l, UNKNOWN_TEXT);
  }
}

// An indented line inside of the front matter: it must be body if it looks like it, and then its indent comes first.
static bool scan_indented_meta(TSLexer *l) {
  int32_t c = l->lookahead;
  l->mark_end(l);
  if (c == '>' || c == '|' || c == '~') return emit(l, INDENT);
  if (pass_role(l) && look_at_rest(l) != REST_OTHER) return emit(l, INDENT);
  l->mark_end(l);
  return emit_line(l, MALFORMED_META);
}

// A line inside of the front matter, at its first character: `key:`, the closing fence, or a line that must be body.
static bool scan_meta(TSLexer *l, const bool *valid) {
  int32_t c = l->lookahead;
  if (c == '>' || c == '|' || c == '~') return scan_line(l, valid);
  if (c == '-') {
    int dashes = 0;
    while (l->lookahead == '-') {
      dashes++;
      advance(l);
    }
    l->mark_end(l);
    pass_blanks(l);
    if (dashes == 3 && at_line_end(l)) return emit(l, FRONT_MATTER_CLOSE);
    return emit_line(l, MALFORMED_META);
  }
  if (is_word_start(c)) {
    bool role = is_lower(c);
    while (is_word_char(l->lookahead) || l->lookahead == '.') {
      role = role && is_role_char(l->lookahead);
      advance(l);
    }
    l->mark_end(l);
    if (role && l->lookahead == '#') return emit(l, ROLE);
    pass_blanks(l);
    if (l->lookahead == ':') return emit(l, META_KEY);
    if (at_line_end(l)) return emit(l, MALFORMED_META);
    if (role && l->lookahead != '#' && look_at_rest(l) == REST_ELEMENT) return emit(l, ROLE);
    l->mark_end(l);
  }
  return emit_line(l, MALFORMED_META);
}

// The rest of a line that has begun, in its parser state; the blanks before it are passed.
static bool scan_in_line(TSLexer *l, const bool *valid, bool spaced) {
  if (valid[META_VALUE]) return emit_line(l, META_VALUE);
  if (valid[BAR]) {
    if (l->lookahead == '|') {
      advance(l);
      return emit_here(l, BAR);
    }
    if (valid[CELL]) return scan_cell(l);
  }
  return scan_item(l, valid, valid[BAR], spaced);
}

void *tree_sitter_anml_external_scanner_create(void) { return NULL; }

void tree_sitter_anml_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_anml_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_anml_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_anml_external_scanner_scan(void *payload, TSLexer *l, const bool *valid) {
  (void)payload;
  if (valid[ERROR_SENTINEL]) return false;
  if (valid[VALUE]) return l->lookahead == '=' && scan_value(l, valid[CELL_MARK]);
  if (valid[REF] && l->lookahead == '#') return scan_ref(l, REF, !valid[BAD_REF]);

  if (valid[COLON]) {
    while (is_blank(l->lookahead)) skip(l);
    if (l->lookahead != ':') return false;
    advance(l);
    return emit_here(l, COLON);
  }

  if (valid[UNEXPECTED] || valid[BAR] || valid[META_VALUE] || !valid[INDENT]) {
    bool spaced = is_blank(l->lookahead);
    while (is_blank(l->lookahead)) skip(l);
    if (at_end(l)) return false;
    // Behind an indent or a prefix.
    if (!valid[INDENT]) return scan_line(l, valid);
    if (l->lookahead != '\n') return scan_in_line(l, valid, spaced);
  }

  // The start of a line. Blank lines become padding, and the blanks of this one its indent.
  bool indented = false;
  while (is_blank(l->lookahead) || l->lookahead == '\n') {
    indented = l->lookahead != '\n';
    if (indented) {
      advance(l);
    } else {
      skip(l);
    }
  }
  if (at_end(l)) return false;
  if (valid[META_KEY]) return indented ? scan_indented_meta(l) : scan_meta(l, valid);
  return indented ? emit_here(l, INDENT) : scan_line(l, valid);
}
