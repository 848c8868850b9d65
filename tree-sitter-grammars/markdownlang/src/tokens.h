// The tokens, and what the scanner remembers between them.

#ifndef MARKDOWNLANG_TOKENS_H_
#define MARKDOWNLANG_TOKENS_H_

#include "lex.h"

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
  // Whether something of the body was given already.
  bool begun;
  // Whether the open action may go on over line ends.
  bool multi_line;
  // How many parentheses are open in it.
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

#endif
