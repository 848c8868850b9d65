// The lexical parts of an action: classes of characters, quotes, numbers, and where an action ends.
//
// In Go, an action continues over line ends up to `}}`. While you type an action, its `}}` is still missing, and the
// action would contain the text after it. So an action ends with its first line, unless all of the text up to `}}` is
// valid in an action: no second `{{`, and no character without a meaning there.

#ifndef MARKDOWNLANG_LEX_H_
#define MARKDOWNLANG_LEX_H_

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

// How many characters after a `}}` or `{{` inside of quotes we look for the closing quote.
#define QUOTE_REACH 256

typedef enum {
  QUOTE_CLOSED,
  // No closing quote, and the action ends or another begins inside.
  QUOTE_CUT,
  // No closing quote up to the line's end.
  QUOTE_LINE_END,
} Quote;

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

// A NUL in the text is not its end.
static inline bool at_end(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// Letters outside of ASCII, approximately: all characters but punctuation, symbols and private use.
static inline bool is_foreign_letter(int32_t c) {
  if (c < 0xc0) return c == 0xaa || c == 0xb5 || c == 0xba;
  if (c < 0x2000) return c != 0xd7 && c != 0xf7;
  if (c < 0x2c00) return c >= 0x2071 && c < 0x2190;
  if (c < 0x3031) return !(c >= 0x2e00 && c < 0x2e80) && !(c >= 0x3000 && c != 0x3005 && c != 0x3006 && c != 0x3007);
  if (c < 0xe000) return true;
  if (c < 0xf900) return false;
  if (c < 0xfe00) return true;
  if (c < 0xff00) return c >= 0xfe70 && c != 0xfeff;
  if (c < 0x10000) return !(c <= 0xff0f || (c >= 0xff1a && c <= 0xff20) || c >= 0xfff0);
  return !(c >= 0x1f000 && c < 0x20000) && c < 0xe0000;
}

static inline bool is_word(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         (c >= 0x80 && is_foreign_letter(c));
}

// Characters that no token of an action starts with.
static inline bool is_junk(int32_t c) {
  switch (c) {
    case ' ': case '\t': case '\n': case '\r':
    case '.': case '$': case '"': case '\'': case '`': case '{': case '}': case '|': case ',': case '(': case ')':
      return false;
    default:
      return !is_word(c);
  }
}

// From an opening `"` or `'` to after the closing one. With `mark`, marks the end of an unterminated one: before the
// first `}}` (or ` -}}`) or `{{` in it, or at the end of the line.
static Quote quoted(TSLexer *lexer, bool mark) {
  int32_t quote = lexer->lookahead;
  bool cut = false;
  unsigned left = QUOTE_REACH;
  advance(lexer);
  for (;;) {
    if (mark && !cut) lexer->mark_end(lexer);
    int32_t c = lexer->lookahead;
    if (c == '\n' || at_end(lexer)) return cut ? QUOTE_CUT : QUOTE_LINE_END;
    if (cut && left-- == 0) return QUOTE_CUT;
    advance(lexer);
    if (c == quote) return QUOTE_CLOSED;
    if (c == '\\') {
      if (lexer->lookahead != '\n' && !at_end(lexer)) advance(lexer);
    } else if (c == '}' || c == '{') {
      if (lexer->lookahead == c) cut = true;
    } else if ((c == ' ' || c == '\t') && lexer->lookahead == '-') {
      advance(lexer);
      if (lexer->lookahead == '}') {
        advance(lexer);
        if (lexer->lookahead == '}') cut = true;
      }
    } else if (c == '\r' && lexer->lookahead == '\n') {
      return cut ? QUOTE_CUT : QUOTE_LINE_END;
    }
  }
}

// The same for a raw string. It has no escapes, and continues over lines if its action does.
static Quote raw_quoted(TSLexer *lexer, bool multi_line, bool mark) {
  bool cut = false;
  unsigned left = QUOTE_REACH;
  advance(lexer);
  for (;;) {
    if (mark && !cut) lexer->mark_end(lexer);
    int32_t c = lexer->lookahead;
    if (at_end(lexer) || (c == '\n' && !multi_line)) return cut ? QUOTE_CUT : QUOTE_LINE_END;
    if (cut && !multi_line && left-- == 0) return QUOTE_CUT;
    advance(lexer);
    if (c == '`') return QUOTE_CLOSED;
    if (c == '}' || c == '{') {
      if (lexer->lookahead == c) cut = true;
    } else if (c == '\r' && lexer->lookahead == '\n' && !multi_line) {
      return cut ? QUOTE_CUT : QUOTE_LINE_END;
    }
  }
}

// After `/*` where no comment may begin: up to after `*/`, or to before the end of the action or of the line.
static bool misplaced_comment(TSLexer *lexer, bool mark) {
  for (;;) {
    if (mark) lexer->mark_end(lexer);
    int32_t c = lexer->lookahead;
    if (c == '\n' || at_end(lexer)) return true;
    advance(lexer);
    if ((c == '}' || c == '{') && lexer->lookahead == c) return false;
    if (c == '\r' && lexer->lookahead == '\n') return true;
    if (c == '*' && lexer->lookahead == '/') {
      advance(lexer);
      if (mark) lexer->mark_end(lexer);
      return true;
    }
  }
}

// Looks for `}}` on this line, before any `{{`. If it is there, reads up to after it.
static bool find_close(TSLexer *lexer) {
  while (lexer->lookahead != '\n' && !at_end(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (lexer->lookahead != c) continue;
    if (c == '{') return false;
    if (c == '}') {
      advance(lexer);
      return true;
    }
  }
  return false;
}

// What is known of an action after a line.
typedef enum {
  // It ends in this line.
  ACTION_ENDS,
  // It continues in the next line if the text up to `}}` is valid in an action.
  ACTION_OPEN,
  // The same, inside of a raw string.
  ACTION_OPEN_IN_RAW_STRING,
  // A further line is not valid in an action: the action ended with its first line.
  ACTION_IS_TEXT,
} ActionState;

// Reads the first line of an action, from after its start delimiter to the end of the action or of the line. With
// `mark`, marks where text continues.
static ActionState first_line(TSLexer *lexer, bool mark) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || at_end(lexer)) return ACTION_OPEN;
    if (c == '"' || c == '\'') {
      if (quoted(lexer, mark) == QUOTE_CUT) return ACTION_ENDS;
      continue;
    }
    if (c == '`') {
      Quote end = raw_quoted(lexer, false, mark);
      if (end == QUOTE_CUT) return ACTION_ENDS;
      if (end == QUOTE_LINE_END) return ACTION_OPEN_IN_RAW_STRING;
      continue;
    }
    if (mark) lexer->mark_end(lexer);
    advance(lexer);
    if (c == '{' && lexer->lookahead == '{') return ACTION_ENDS;
    if (c == '}' && lexer->lookahead == '}') {
      advance(lexer);
      if (mark) lexer->mark_end(lexer);
      return ACTION_ENDS;
    }
    if (c == '/' && lexer->lookahead == '*') {
      advance(lexer);
      if (!misplaced_comment(lexer, mark)) return ACTION_ENDS;
    }
  }
}

// In a raw string on a further line: `ACTION_ENDS` after its closing quote.
static ActionState raw_string_on_further_line(TSLexer *lexer) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || at_end(lexer)) return ACTION_OPEN_IN_RAW_STRING;
    advance(lexer);
    if (c == '`') return ACTION_ENDS;
    if (c == '{' && lexer->lookahead == '{') return ACTION_IS_TEXT;
  }
}

// After the opening quote of a string on a further line: whether the string ends on the line and contains no `{{`.
static bool string_on_further_line(TSLexer *lexer, int32_t quote) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || at_end(lexer)) return false;
    advance(lexer);
    if (c == quote) return true;
    if (c == '{' && lexer->lookahead == '{') return false;
    if (c == '\\') {
      // An escaped brace may be the first of two.
      if (lexer->lookahead == '\n' || lexer->lookahead == '{' || at_end(lexer)) return false;
      advance(lexer);
    }
  }
}

// Reads a line after the first of an action that is still open. With `mark`, marks where text continues.
static ActionState further_line(TSLexer *lexer, bool in_raw_string, bool mark) {
  bool after_blank = true;
  if (in_raw_string) {
    ActionState end = raw_string_on_further_line(lexer);
    if (end != ACTION_ENDS) return end;
    after_blank = false;
  }
  for (;;) {
    int32_t c = lexer->lookahead;
    if (c == '\n' || at_end(lexer)) return ACTION_OPEN;
    advance(lexer);
    if (is_blank(c)) {
      after_blank = true;
      continue;
    }
    if (c == '-' && after_blank && lexer->lookahead == '}') {
      advance(lexer);
      c = '}';
    }
    if (c == '}') {
      if (lexer->lookahead != '}') return ACTION_IS_TEXT;
      advance(lexer);
      if (mark) lexer->mark_end(lexer);
      return ACTION_ENDS;
    }
    if (c == '`') {
      ActionState end = raw_string_on_further_line(lexer);
      if (end != ACTION_ENDS) return end;
    } else if (c == '"' || c == '\'') {
      if (!string_on_further_line(lexer, c)) return ACTION_IS_TEXT;
    } else if (c == '-' || c == '+') {
      if (!is_digit(lexer->lookahead) && lexer->lookahead != '.') return ACTION_IS_TEXT;
    } else if (c == ':') {
      if (lexer->lookahead != '=') return ACTION_IS_TEXT;
      advance(lexer);
    } else if (c == '=') {
      if (lexer->lookahead == '=') return ACTION_IS_TEXT;
    } else if (c == '{' || is_junk(c)) {
      return ACTION_IS_TEXT;
    }
    after_blank = false;
  }
}

// After an action's start delimiter: whether it has no end on this line, and has one on a further line.
static bool goes_on_over_lines(TSLexer *lexer) {
  ActionState state = first_line(lexer, false);
  if (state == ACTION_ENDS) return false;
  while (state == ACTION_OPEN || state == ACTION_OPEN_IN_RAW_STRING) {
    if (at_end(lexer)) return false;
    advance(lexer);
    state = further_line(lexer, state == ACTION_OPEN_IN_RAW_STRING, false);
  }
  return state == ACTION_ENDS;
}

// A real number in one of Go's forms, without its sign. After its dot if `dot`. False if it lacks digits.
static bool real_number(TSLexer *lexer, bool dot) {
  int base = 10;
  bool digits = false;
  if (!dot && lexer->lookahead == '0') {
    advance(lexer);
    digits = true;
    int32_t c = lexer->lookahead | 0x20;
    base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
    if (base != 10) {
      advance(lexer);
      digits = false;
    }
  }
  for (;;) {
    int32_t c = lexer->lookahead;
    bool digit = is_digit(c) ? c - '0' < base : base == 16 && ((c | 0x20) >= 'a' && (c | 0x20) <= 'f' && c < 0x80);
    if (digit) {
      digits = true;
    } else if (c == '.' && !dot && base >= 10) {
      dot = true;
    } else if (c != '_') {
      break;
    }
    advance(lexer);
  }
  int32_t exponent = lexer->lookahead | 0x20;
  if (digits && ((base == 10 && exponent == 'e') || (base == 16 && exponent == 'p'))) {
    advance(lexer);
    if (lexer->lookahead == '+' || lexer->lookahead == '-') advance(lexer);
    digits = false;
    while (is_digit(lexer->lookahead) || lexer->lookahead == '_') {
      digits = true;
      advance(lexer);
    }
  }
  return digits;
}

// A number, also a complex one, without its sign; marks its end. False if letters follow that are not part of it.
static bool number(TSLexer *lexer, bool dot) {
  bool good = real_number(lexer, dot);
  bool imaginary = false;
  if (lexer->lookahead == 'i') {
    advance(lexer);
    imaginary = true;
  }
  lexer->mark_end(lexer);
  if (!imaginary && (lexer->lookahead == '+' || lexer->lookahead == '-')) {
    // A complex number: no blanks, and an `i` at the end.
    advance(lexer);
    if (is_digit(lexer->lookahead)) {
      good = real_number(lexer, false) && good && lexer->lookahead == 'i';
      if (lexer->lookahead == 'i') advance(lexer);
      lexer->mark_end(lexer);
    } else {
      return good;
    }
  }
  if (is_word(lexer->lookahead) || lexer->lookahead == '.') {
    good = false;
    while (is_word(lexer->lookahead) || lexer->lookahead == '.') advance(lexer);
    lexer->mark_end(lexer);
  }
  return good;
}

#endif
