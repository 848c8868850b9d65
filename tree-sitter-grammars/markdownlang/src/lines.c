// Parts of the scanner for programs that read a document line by line, without a tree. Such a program cuts documents into
// pieces that the parser reads like the whole.

#include "document.h"

// A lexer over one line, without its line feed. After the last character comes a line feed.
typedef struct {
  TSLexer lexer;
  const uint8_t *line;
  uint32_t length;
  uint32_t at;
  uint32_t next;
  uint32_t mark;
} LineLexer;

// Decodes the character at the current byte. The line is valid UTF-8.
static void decode(LineLexer *self) {
  const uint8_t *bytes = self->line + self->at;
  if (self->at >= self->length) {
    self->next = self->at;
    self->lexer.lookahead = '\n';
    return;
  }
  unsigned more = bytes[0] < 0x80 ? 0 : bytes[0] < 0xe0 ? 1 : bytes[0] < 0xf0 ? 2 : 3;
  int32_t c = more ? bytes[0] & (0x3f >> more) : bytes[0];
  for (unsigned i = 1; i <= more && self->at + i < self->length; i++) c = c << 6 | (bytes[i] & 0x3f);
  self->next = self->at + 1 + more;
  self->lexer.lookahead = c;
}

static void advance_in_line(TSLexer *lexer, bool skip) {
  (void)skip;
  LineLexer *self = (LineLexer *)lexer;
  self->at = self->next;
  decode(self);
}

static void mark_in_line(TSLexer *lexer) {
  LineLexer *self = (LineLexer *)lexer;
  self->mark = self->at;
}

static bool is_line_read(const TSLexer *lexer) {
  const LineLexer *self = (const LineLexer *)lexer;
  return self->at >= self->length;
}

static LineLexer line_lexer(const uint8_t *line, uint32_t length, uint32_t from) {
  LineLexer self = {
      .lexer = {.advance = advance_in_line, .mark_end = mark_in_line, .eof = is_line_read},
      .line = line,
      .length = length,
      .at = from,
      .mark = from,
  };
  decode(&self);
  return self;
}

// Reads the first line of an action from byte `from`, which is after its start delimiter. Writes the byte where text
// continues to `end`.
int tree_sitter_markdownlang_first_line(const uint8_t *line, uint32_t length, uint32_t from, uint32_t *end) {
  LineLexer self = line_lexer(line, length, from);
  ActionState state = first_line(&self.lexer, true);
  *end = self.mark;
  return state;
}

// Reads a line after the first of an action that is still open.
int tree_sitter_markdownlang_further_line(const uint8_t *line, uint32_t length, bool in_raw_string, uint32_t *end) {
  LineLexer self = line_lexer(line, length, 0);
  ActionState state = further_line(&self.lexer, in_raw_string, true);
  *end = self.mark;
  return state;
}

// Whether a character can be in a name.
bool tree_sitter_markdownlang_is_word(uint32_t c) { return is_word((int32_t)c); }

// Whether the grammar splits the text before a line that starts with `c`.
bool tree_sitter_markdownlang_begins_block(uint32_t c, bool after_blank_line) {
  return begins_block((int32_t)c, after_blank_line);
}
