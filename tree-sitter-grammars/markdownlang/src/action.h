// The tokens of an action.

#ifndef MARKDOWNLANG_ACTION_H_
#define MARKDOWNLANG_ACTION_H_

#include "tokens.h"

#include <string.h>

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
  // The end of the last token: zero-width tokens are there.
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

#endif
