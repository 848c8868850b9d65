// Every token of markdownlang. The parser asks with the set of tokens that it can take, and always gets one of
// them: that is what makes the grammar total.
//
// The scanner's state is two bytes: whether the action that is open may go on over line ends, and how many
// parentheses are open in it.

#include "lex.h"

#include <string.h>

// The order is that of `externals` in grammar.js.
enum Token {
  FRONT_MATTER_OPEN,
  FRONT_MATTER_OPEN_UNTERMINATED,
  FRONT_MATTER_CLOSE,
  YAML,
  UNTERMINATED_YAML,
  TEXT,
  COMMENT,
  MALFORMED_COMMENT,
  UNTERMINATED_COMMENT,
  OPEN_PLAIN,
  OPEN_TRIM,
  CLOSE_PLAIN,
  CLOSE_TRIM,
  UNCLOSED_ACTION,
  KEYWORD_IF,
  KEYWORD_ELSE,
  KEYWORD_RANGE,
  KEYWORD_WITH,
  KEYWORD_END,
  KEYWORD_BREAK,
  KEYWORD_CONTINUE,
  KEYWORD_DEFINE,
  KEYWORD_TEMPLATE,
  KEYWORD_BLOCK,
  TEMPLATE_NAME,
  DOT,
  FIELD,
  CHAINED_FIELD,
  VARIABLE,
  ASSIGNED_VARIABLE,
  IDENTIFIER,
  STRING,
  RAW_STRING,
  CHARACTER,
  NUMBER,
  BOOLEAN,
  NIL,
  PIPE,
  COMMA,
  DECLARE,
  ASSIGN,
  LEFT_PAREN,
  RIGHT_PAREN,
  UNCLOSED_PARENTHESIS,
  UNTERMINATED_STRING,
  UNTERMINATED_RAW_STRING,
  UNTERMINATED_CHARACTER,
  MALFORMED_NUMBER,
  MISPLACED_COMMENT,
  UNEXPECTED_TOKEN,
};

// Deeper parentheses are unexpected tokens: readers of the tree may recurse.
#define MAX_DEPTH 64

typedef struct {
  bool multi_line;
  uint8_t depth;
} Scanner;

static bool give(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

// Ends the token here.
static bool give_here(TSLexer *lexer, enum Token token) {
  lexer->mark_end(lexer);
  return give(lexer, token);
}

// ---------------------------------------------------------------- front matter

// Takes a line `---`, with blanks after it and its line end. On false, some of the line may be gone.
static bool front_matter_line(TSLexer *lexer) {
  for (int i = 0; i < 3; i++) {
    if (lexer->lookahead != '-') return false;
    advance(lexer);
  }
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t') advance(lexer);
  if (lexer->lookahead == '\r') advance(lexer);
  if (lexer->lookahead == '\n') {
    advance(lexer);
    return true;
  }
  return at_end(lexer);
}

static void skip_line(TSLexer *lexer) {
  while (!at_end(lexer) && lexer->lookahead != '\n') advance(lexer);
  if (!at_end(lexer)) advance(lexer);
}

static bool front_matter_open(TSLexer *lexer) {
  lexer->mark_end(lexer);
  while (!at_end(lexer)) {
    if (front_matter_line(lexer)) return give(lexer, FRONT_MATTER_OPEN);
    skip_line(lexer);
  }
  return give(lexer, FRONT_MATTER_OPEN_UNTERMINATED);
}

static bool front_matter_content(TSLexer *lexer) {
  if (front_matter_line(lexer)) return give_here(lexer, FRONT_MATTER_CLOSE);
  do {
    skip_line(lexer);
    lexer->mark_end(lexer);
  } while (!at_end(lexer) && !front_matter_line(lexer));
  return give(lexer, YAML);
}

// ---------------------------------------------------------------- text and comments

static bool text(TSLexer *lexer) {
  for (;;) {
    while (lexer->lookahead != '{' && !at_end(lexer)) advance(lexer);
    lexer->mark_end(lexer);
    if (at_end(lexer)) break;
    advance(lexer);
    if (lexer->lookahead == '{') break;
  }
  return give(lexer, TEXT);
}

// After `/*`. The first `*/` ends a comment, and `}}` has to follow at once, or a blank and `-}}`.
static bool comment(TSLexer *lexer) {
  for (;;) {
    while (lexer->lookahead != '*' && !at_end(lexer)) advance(lexer);
    if (at_end(lexer)) return give_here(lexer, UNTERMINATED_COMMENT);
    advance(lexer);
    if (lexer->lookahead == '/') break;
  }
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '}') {
    advance(lexer);
    if (lexer->lookahead == '}') {
      advance(lexer);
      return give_here(lexer, COMMENT);
    }
  } else if (is_blank(lexer->lookahead)) {
    bool line_end = lexer->lookahead == '\n';
    advance(lexer);
    if (lexer->lookahead == '-') {
      advance(lexer);
      if (lexer->lookahead == '}') {
        advance(lexer);
        if (lexer->lookahead == '}') {
          advance(lexer);
          return give_here(lexer, COMMENT);
        }
      }
    }
    if (line_end) return give(lexer, MALFORMED_COMMENT);
  }
  if (find_close(lexer)) lexer->mark_end(lexer);
  return give(lexer, MALFORMED_COMMENT);
}

// At the second brace of `{{`.
static bool open(Scanner *scanner, TSLexer *lexer) {
  enum Token token = OPEN_PLAIN;
  bool bare_minus = false;
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '-') {
    advance(lexer);
    if (is_blank(lexer->lookahead)) {
      token = OPEN_TRIM;
      lexer->mark_end(lexer);
      // A comment stands directly after the marker's one blank. A line end decides how far the action goes.
      if (lexer->lookahead != '\n') advance(lexer);
    } else {
      bare_minus = true;
    }
  }
  if (lexer->lookahead == '/') {
    advance(lexer);
    if (lexer->lookahead == '*') {
      advance(lexer);
      comment(lexer);
      // `{{-/*`: a marker without its blank is none, and then this is no comment.
      if (bare_minus && lexer->result_symbol == COMMENT) lexer->result_symbol = MALFORMED_COMMENT;
      return true;
    }
  }
  scanner->depth = 0;
  scanner->multi_line = goes_on_over_lines(lexer);
  return give(lexer, token);
}

static bool body(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  if (at_end(lexer)) return false;
  if (valid[FRONT_MATTER_OPEN] && lexer->lookahead == '-') {
    if (front_matter_line(lexer)) return front_matter_open(lexer);
    // What is gone of the line holds no brace: the text goes on from here.
    return text(lexer);
  }
  if (lexer->lookahead == '{') {
    advance(lexer);
    if (lexer->lookahead == '{') return open(scanner, lexer);
  }
  return text(lexer);
}

// ---------------------------------------------------------------- inside an action

static const struct {
  const char *word;
  enum Token token;
} KEYWORDS[] = {
    {"if", KEYWORD_IF},         {"else", KEYWORD_ELSE},         {"range", KEYWORD_RANGE},
    {"with", KEYWORD_WITH},     {"end", KEYWORD_END},           {"break", KEYWORD_BREAK},
    {"continue", KEYWORD_CONTINUE}, {"define", KEYWORD_DEFINE}, {"template", KEYWORD_TEMPLATE},
    {"block", KEYWORD_BLOCK},
};

static bool word(TSLexer *lexer, const bool *valid) {
  char name[12];
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < sizeof(name) - 1) name[length++] = lexer->lookahead < 0x80 ? (char)lexer->lookahead : '?';
    advance(lexer);
  }
  name[length] = '\0';
  lexer->mark_end(lexer);
  if (!strcmp(name, "true") || !strcmp(name, "false")) return give(lexer, BOOLEAN);
  if (!strcmp(name, "nil")) return give(lexer, NIL);
  for (unsigned i = 0; i < sizeof(KEYWORDS) / sizeof(*KEYWORDS); i++) {
    if (strcmp(name, KEYWORDS[i].word)) continue;
    return give(lexer, valid[KEYWORDS[i].token] ? KEYWORDS[i].token : UNEXPECTED_TOKEN);
  }
  return give(lexer, IDENTIFIER);
}

static void blanks(TSLexer *lexer, const Scanner *scanner) {
  while (is_blank(lexer->lookahead) && (scanner->multi_line || lexer->lookahead != '\n')) advance(lexer);
}

// At `$`. At the start of a pipeline, looks for `:=` or `=` after it, and after further variables.
static bool variable(const Scanner *scanner, TSLexer *lexer, const bool *valid) {
  advance(lexer);
  while (is_word(lexer->lookahead)) advance(lexer);
  lexer->mark_end(lexer);
  if (!valid[ASSIGNED_VARIABLE]) return give(lexer, VARIABLE);
  // After a comma in such a list, we have seen its end already.
  if (!valid[VARIABLE]) return give(lexer, ASSIGNED_VARIABLE);
  for (;;) {
    blanks(lexer, scanner);
    if (lexer->lookahead == ':') {
      advance(lexer);
      return give(lexer, lexer->lookahead == '=' ? ASSIGNED_VARIABLE : VARIABLE);
    }
    if (lexer->lookahead == '=') {
      advance(lexer);
      return give(lexer, lexer->lookahead == '=' ? VARIABLE : ASSIGNED_VARIABLE);
    }
    if (lexer->lookahead != ',') return give(lexer, VARIABLE);
    advance(lexer);
    blanks(lexer, scanner);
    if (lexer->lookahead != '$') return give(lexer, VARIABLE);
    advance(lexer);
    while (is_word(lexer->lookahead)) advance(lexer);
  }
}

static bool string(TSLexer *lexer, const bool *valid) {
  if (quoted(lexer, true) != QUOTE_CLOSED) return give(lexer, UNTERMINATED_STRING);
  return give_here(lexer, valid[TEMPLATE_NAME] ? TEMPLATE_NAME : STRING);
}

static bool raw(const Scanner *scanner, TSLexer *lexer, const bool *valid) {
  if (raw_quoted(lexer, scanner->multi_line, true) != QUOTE_CLOSED) return give(lexer, UNTERMINATED_RAW_STRING);
  return give_here(lexer, valid[TEMPLATE_NAME] ? TEMPLATE_NAME : RAW_STRING);
}

static bool close_parenthesis(Scanner *scanner, TSLexer *lexer, enum Token token) {
  if (scanner->depth > 0) scanner->depth--;
  return give(lexer, token);
}

// The action ends before its end delimiter: where the last token ended.
static bool unclosed(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  if (valid[UNCLOSED_PARENTHESIS]) return close_parenthesis(scanner, lexer, UNCLOSED_PARENTHESIS);
  return give(lexer, UNCLOSED_ACTION);
}

static bool close(Scanner *scanner, TSLexer *lexer, const bool *valid, enum Token token) {
  if (valid[UNCLOSED_PARENTHESIS]) return close_parenthesis(scanner, lexer, UNCLOSED_PARENTHESIS);
  return give_here(lexer, token);
}

static bool junk(TSLexer *lexer) {
  while (is_junk(lexer->lookahead) && !at_end(lexer)) advance(lexer);
  return give_here(lexer, UNEXPECTED_TOKEN);
}

static bool signed_number(Scanner *scanner, TSLexer *lexer, const bool *valid, bool after_blank) {
  bool minus = lexer->lookahead == '-';
  advance(lexer);
  if (is_digit(lexer->lookahead) || lexer->lookahead == '.') {
    return give(lexer, number(lexer, false) ? NUMBER : MALFORMED_NUMBER);
  }
  if (minus && after_blank && lexer->lookahead == '}') {
    advance(lexer);
    if (lexer->lookahead == '}') {
      advance(lexer);
      return close(scanner, lexer, valid, CLOSE_TRIM);
    }
    // A minus and a single brace, both out of place.
    return give_here(lexer, UNEXPECTED_TOKEN);
  }
  return junk(lexer);
}

static bool action(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  bool after_blank = false;
  // Where the last token ended: zero-width tokens stand there.
  lexer->mark_end(lexer);
  while (is_blank(lexer->lookahead)) {
    if (lexer->lookahead == '\n' && !scanner->multi_line) return unclosed(scanner, lexer, valid);
    after_blank = true;
    lexer->advance(lexer, true);
  }
  if (at_end(lexer)) return unclosed(scanner, lexer, valid);

  int32_t c = lexer->lookahead;
  if (valid[CHAINED_FIELD] && c == '.' && !after_blank) {
    advance(lexer);
    if (is_word(lexer->lookahead) && !is_digit(lexer->lookahead)) {
      while (is_word(lexer->lookahead)) advance(lexer);
      return give_here(lexer, CHAINED_FIELD);
    }
    lexer->mark_end(lexer);
    if (!is_digit(lexer->lookahead)) return give(lexer, DOT);
    return give(lexer, number(lexer, true) ? NUMBER : MALFORMED_NUMBER);
  }
  if (is_digit(c)) return give(lexer, number(lexer, false) ? NUMBER : MALFORMED_NUMBER);
  if (is_word(c)) return word(lexer, valid);

  switch (c) {
    case '.':
      advance(lexer);
      if (is_digit(lexer->lookahead)) return give(lexer, number(lexer, true) ? NUMBER : MALFORMED_NUMBER);
      if (!is_word(lexer->lookahead)) return give_here(lexer, DOT);
      while (is_word(lexer->lookahead)) advance(lexer);
      return give_here(lexer, FIELD);
    case '$':
      return variable(scanner, lexer, valid);
    case '"':
      return string(lexer, valid);
    case '`':
      return raw(scanner, lexer, valid);
    case '\'':
      if (quoted(lexer, true) != QUOTE_CLOSED) return give(lexer, UNTERMINATED_CHARACTER);
      return give_here(lexer, CHARACTER);
    case '}':
      advance(lexer);
      if (lexer->lookahead != '}') return give_here(lexer, UNEXPECTED_TOKEN);
      advance(lexer);
      return close(scanner, lexer, valid, CLOSE_PLAIN);
    case '{':
      advance(lexer);
      if (lexer->lookahead == '{') return unclosed(scanner, lexer, valid);
      return give_here(lexer, UNEXPECTED_TOKEN);
    case '+':
    case '-':
      return signed_number(scanner, lexer, valid, after_blank);
    case '/':
      advance(lexer);
      if (lexer->lookahead != '*') return junk(lexer);
      advance(lexer);
      misplaced_comment(lexer, true);
      return give(lexer, MISPLACED_COMMENT);
    case '|':
      advance(lexer);
      // Other languages' "or".
      if (lexer->lookahead != '|') return give_here(lexer, PIPE);
      advance(lexer);
      return give_here(lexer, UNEXPECTED_TOKEN);
    case ',':
      advance(lexer);
      return give_here(lexer, valid[COMMA] ? COMMA : UNEXPECTED_TOKEN);
    case '(':
      advance(lexer);
      if (scanner->depth == MAX_DEPTH || !valid[LEFT_PAREN]) return give_here(lexer, UNEXPECTED_TOKEN);
      scanner->depth++;
      return give_here(lexer, LEFT_PAREN);
    case ')':
      advance(lexer);
      if (!valid[RIGHT_PAREN]) return give_here(lexer, UNEXPECTED_TOKEN);
      lexer->mark_end(lexer);
      return close_parenthesis(scanner, lexer, RIGHT_PAREN);
    case ':':
      advance(lexer);
      if (!valid[DECLARE] || lexer->lookahead != '=') return junk(lexer);
      advance(lexer);
      return give_here(lexer, DECLARE);
    case '=':
      advance(lexer);
      return valid[ASSIGN] ? give_here(lexer, ASSIGN) : junk(lexer);
    default:
      return junk(lexer);
  }
}

// ---------------------------------------------------------------- what tree-sitter calls

void *tree_sitter_markdownlang_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_markdownlang_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_markdownlang_external_scanner_serialize(void *payload, char *buffer) {
  const Scanner *scanner = payload;
  buffer[0] = (char)scanner->multi_line;
  buffer[1] = (char)scanner->depth;
  return 2;
}

void tree_sitter_markdownlang_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  scanner->multi_line = length == 2 && buffer[0];
  scanner->depth = length == 2 ? (uint8_t)buffer[1] : 0;
}

bool tree_sitter_markdownlang_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  if (valid[UNTERMINATED_YAML]) {
    if (at_end(lexer)) return false;
    while (!at_end(lexer)) advance(lexer);
    return give_here(lexer, UNTERMINATED_YAML);
  }
  if (valid[FRONT_MATTER_CLOSE]) return front_matter_content(lexer);
  if (valid[TEXT]) return body(scanner, lexer, valid);
  return action(scanner, lexer, valid);
}
