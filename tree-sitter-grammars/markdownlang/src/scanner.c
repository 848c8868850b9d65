// Every token of markdownlang. The parser asks with the set of tokens that it can take, and always gets one of
// them: that is what makes the grammar total.

#include "action.h"
#include "document.h"

void *tree_sitter_markdownlang_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_markdownlang_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_markdownlang_external_scanner_serialize(void *payload, char *buffer) {
  const Scanner *scanner = payload;
  buffer[0] = (char)(scanner->begun | scanner->multi_line << 1);
  buffer[1] = (char)scanner->depth;
  return 2;
}

void tree_sitter_markdownlang_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  scanner->begun = length == 2 && (buffer[0] & 1);
  scanner->multi_line = length == 2 && (buffer[0] & 2);
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
