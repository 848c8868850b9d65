// The lexical parts of an action: classes of characters, quotes, numbers, and how far an action reaches.
//
// Go lets an action go on over line ends up to `}}`, wherever that is. While somebody types, `}}` is not there yet,
// and the action would swallow the text after it. So an action ends with its first line, unless all that follows, up
// to `}}`, could stand in an action: no second `{{`, and no character that has no meaning there.
// The server's line scan follows the same rules (server/markdownlang/src/cuts.rs): change both or none.

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

// A NUL that somebody hands in is no end.
static inline bool at_end(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// Letters outside of ASCII, roughly: everything but punctuation, symbols and what is not assigned to people.
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

// Characters that no token of an action begins with.
static inline bool is_junk(int32_t c) {
  switch (c) {
    case ' ': case '\t': case '\n': case '\r':
    case '.': case '$': case '"': case '\'': case '`': case '{': case '}': case '|': case ',': case '(': case ')':
      return false;
    default:
      return !is_word(c);
  }
}

// From an opening `"` or `'` to after the closing one. With `mark`, an unterminated one is marked to end before the
// first `}}` (or ` -}}`) or `{{` in it, else at the end of the line.
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

// The same for a raw string, which knows no escapes and may go on over lines if its action does.
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

// Looks for `}}` on this line, before any `{{`; stands after it if it is there.
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

// Whether everything from here to `}}` could stand in an action: here, one of the lines after the action's first.
static bool continues_to_close(TSLexer *lexer, bool after_blank) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (at_end(lexer)) return false;
    advance(lexer);
    if (is_blank(c)) {
      after_blank = true;
      continue;
    }
    if (c == '}') return lexer->lookahead == '}';
    if (c == '"' || c == '\'' || c == '`') {
      int32_t quote = c;
      for (;;) {
        c = lexer->lookahead;
        if (at_end(lexer) || (c == '\n' && quote != '`')) return false;
        advance(lexer);
        if (c == quote) break;
        if (c == '{' && lexer->lookahead == '{') return false;
        if (c == '\\' && quote != '`') {
          // An escaped brace may be the first of two.
          if (lexer->lookahead == '\n' || lexer->lookahead == '{' || at_end(lexer)) return false;
          advance(lexer);
        }
      }
    } else if (c == '-' && after_blank && lexer->lookahead == '}') {
      advance(lexer);
      return lexer->lookahead == '}';
    } else if (c == '-' || c == '+') {
      if (!is_digit(lexer->lookahead) && lexer->lookahead != '.') return false;
    } else if (c == ':') {
      if (lexer->lookahead != '=') return false;
      advance(lexer);
    } else if (c == '=') {
      if (lexer->lookahead == '=') return false;
    } else if (c == '{' || is_junk(c)) {
      return false;
    }
    after_blank = false;
  }
}

// After an action's start delimiter: whether it has no end on this line, and has one further on.
static bool goes_on_over_lines(TSLexer *lexer) {
  for (;;) {
    int32_t c = lexer->lookahead;
    if (at_end(lexer)) return false;
    switch (c) {
      case '"':
      case '\'':
        if (quoted(lexer, false) == QUOTE_CUT) return false;
        continue;
      case '`': {
        Quote end = raw_quoted(lexer, false, false);
        if (end == QUOTE_CUT) return false;
        if (end == QUOTE_CLOSED) continue;
        // On the lines that follow, a second `{{` is the end of it, also inside of the quotes.
        while (lexer->lookahead != '`') {
          if (at_end(lexer)) return false;
          c = lexer->lookahead;
          advance(lexer);
          if (c == '{' && lexer->lookahead == '{') return false;
        }
        advance(lexer);
        return continues_to_close(lexer, false);
      }
      case '\n':
        advance(lexer);
        return continues_to_close(lexer, true);
    }
    advance(lexer);
    if ((c == '}' || c == '{') && lexer->lookahead == c) return false;
    if (c == '/' && lexer->lookahead == '*') {
      advance(lexer);
      if (!misplaced_comment(lexer, false)) return false;
    }
  }
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

// A number, also a complex one, without its sign; marks its end. False if letters follow that are no part of it.
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
