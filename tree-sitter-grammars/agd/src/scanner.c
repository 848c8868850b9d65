// The lines and runs of AGD.
//
// One call hands out one token; identifiers and `=` are left to the generated lexer. Blank lines are stepped over: a
// token that starts a line is told by the line feeds before it. White space is space, tab and carriage return, so that a
// CRLF needs no care; a carriage return alone never ends a line.
//
// What a token is must not need a second look at its bytes: where a run may end at a mark-up character, it ends
// there, and the next call decides whether that character means something. Each decision looks no further than the
// end of its line, and none is taken twice, so that scanning is linear whatever the text.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <stdint.h>
#include <string.h>

// The order is that of `externals` in grammar.js.
enum Token {
    META_TAG,
    HEADING_TAG,
    PARAGRAPH_TAG,
    LIST_TAG,
    QUOTE_TAG,
    CODE_TAG,
    RAW_TAG,
    TABLE_TAG,
    EXTENSION_TAG,
    REF_TAG,
    INCLUDE_TAG,
    UNKNOWN_TAG,
    COMMENT,
    ITEM_MARKER,
    STRAY_ITEM_MARKER,
    QUOTE_MARKER,
    STRAY_QUOTE_MARKER,
    PLAIN_ITEM,
    PLAIN_QUOTE_LINE,
    FENCE_OPEN,
    FENCE_BODY,
    FENCE_CLOSE,
    STRAY_FENCE,
    STRAY_TEXT,
    TEXT,
    BOLD,
    ITALIC,
    CODE,
    BOLD_OPEN,
    ITALIC_OPEN,
    CODE_OPEN,
    BOLD_REST,
    ITALIC_REST,
    CODE_REST,
    INLINE_REF_TAG,
    ID_OPEN,
    ID_CLOSE,
    HASH,
    BAD_HASH,
    ATTRIBUTE_NAME,
    BAD_ATTRIBUTE_NAME,
    STRING,
    UNTERMINATED_STRING,
    BOOLEAN,
    INTEGER,
    BARE_STRING,
    ATTRIBUTE_WITHOUT_KEY,
    ATTRIBUTE_WITHOUT_VALUE,
    STRAY_WORDS,
};

// Facts about the rest of the current line.
enum Flag {
    NO_ITALIC = 1, // No `_` closes anything from here to the end of the line.
    IN_ID = 2,     // Inside `[#...`.
};

typedef struct {
    uint32_t fence; // Tildes of the fence that is open; 0: none.
    uint8_t flags;
} State;

// ---------------------------------------------------------------------------------------------------- characters

static inline bool is_space(int32_t c) { return c == ' ' || c == '\t' || c == '\r'; }

static inline bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static inline bool is_name(int32_t c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; }

static inline bool is_hex(int32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Whether `_` beside this character is part of a word. Beyond ASCII everything is, except the blocks of spaces,
// punctuation and symbols that people set around words.
static bool is_word(int32_t c) {
    if (c < 0x80) return is_letter(c) || (c >= '0' && c <= '9');
    if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
    return !(c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x206F) || (c >= 0x2190 && c <= 0x2BFF) ||
             (c >= 0x3000 && c <= 0x3004) || (c >= 0x3008 && c <= 0x3020) || c == 0xFEFF ||
             (c >= 0xFF01 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20));
}

// What a backslash escapes inside of quotes.
static inline bool is_escaped(int32_t c) { return c == '"' || c == '\\'; }

// End of line, or of the text. A NUL in the text is an ordinary character.
static inline bool at_end(TSLexer *lexer) {
    return lexer->lookahead == '\n' || (lexer->lookahead == 0 && lexer->eof(lexer));
}

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline void skip_spaces(TSLexer *lexer) {
    while (is_space(lexer->lookahead)) advance(lexer);
}

static inline bool emit(TSLexer *lexer, enum Token token) {
    lexer->result_symbol = (TSSymbol)token;
    return true;
}

static inline bool emit_here(TSLexer *lexer, enum Token token) {
    lexer->mark_end(lexer);
    return emit(lexer, token);
}

// Steps to the end of the line and marks the last character that is not white space.
static void mark_rest_of_line(TSLexer *lexer) {
    bool in_space = false;
    while (!at_end(lexer)) {
        bool space = is_space(lexer->lookahead);
        if (space && !in_space) lexer->mark_end(lexer);
        in_space = space;
        advance(lexer);
    }
    if (!in_space) lexer->mark_end(lexer);
}

// --------------------------------------------------------------------------------------------------------- fences

// Counts tildes from here. The rest of the line is left for `only_spaces_left`.
static uint32_t count_tildes(TSLexer *lexer) {
    uint32_t count = 0;
    while (lexer->lookahead == '~') {
        if (count < UINT32_MAX) count++;
        advance(lexer);
    }
    return count;
}

static bool only_spaces_left(TSLexer *lexer) {
    skip_spaces(lexer);
    return at_end(lexer);
}

// The closing fence, on whose line we are.
static bool scan_fence_close(TSLexer *lexer, State *state) {
    count_tildes(lexer);
    state->fence = 0;
    return emit_here(lexer, FENCE_CLOSE);
}

// Inside an open fence: its body up to, but without, the line feed before the closing fence; or the closing fence.
static bool scan_fence(TSLexer *lexer, State *state, const bool *valid) {
    while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
    if (lexer->lookahead == '\n') lexer->advance(lexer, true);
    if (lexer->eof(lexer)) return false;
    if (!valid[FENCE_BODY]) return scan_fence_close(lexer, state);

    lexer->mark_end(lexer);
    for (bool first = true;; first = false) {
        if (lexer->lookahead == '~') {
            bool fits = count_tildes(lexer) == state->fence;
            if (first && fits) lexer->mark_end(lexer);
            if (fits && only_spaces_left(lexer)) {
                if (!first) return emit(lexer, FENCE_BODY);
                state->fence = 0;
                return emit(lexer, FENCE_CLOSE);
            }
        }
        bool after_return = false;
        while (!at_end(lexer)) {
            after_return = lexer->lookahead == '\r';
            if (after_return) lexer->mark_end(lexer);
            advance(lexer);
        }
        if (lexer->lookahead != '\n') return emit_here(lexer, FENCE_BODY);
        if (!after_return) lexer->mark_end(lexer);
        advance(lexer);
        if (lexer->eof(lexer)) return emit(lexer, FENCE_BODY);
    }
}

// ---------------------------------------------------------------------------------------------------------- lines

// Whether the line that starts here has a class of its own, or is blank. Consumes what it has looked at.
static bool is_line_with_class(TSLexer *lexer) {
    if (is_space(lexer->lookahead) || at_end(lexer)) return only_spaces_left(lexer);
    switch (lexer->lookahead) {
        case '@':
            advance(lexer);
            return is_letter(lexer->lookahead) || lexer->lookahead == '!';
        case '-':
        case '>':
            advance(lexer);
            return is_space(lexer->lookahead) || at_end(lexer);
        case '~':
            return count_tildes(lexer) >= 3 && only_spaces_left(lexer);
        default:
            return false;
    }
}

// Lines of no class, as many as follow each other, from somewhere in the first of them.
static bool scan_stray_text(TSLexer *lexer) {
    do {
        mark_rest_of_line(lexer);
        if (lexer->lookahead != '\n') break;
        advance(lexer);
    } while (!is_line_with_class(lexer));
    return emit(lexer, STRAY_TEXT);
}

static enum Token classify_tag(const char *name, unsigned length, bool plain) {
    static const struct {
        const char *name;
        enum Token token;
    } TAGS[] = {
        {"p", PARAGRAPH_TAG}, {"h1", HEADING_TAG}, {"h2", HEADING_TAG}, {"h3", HEADING_TAG},  {"h4", HEADING_TAG},
        {"ul", LIST_TAG},     {"ol", LIST_TAG},    {"ref", REF_TAG},    {"raw", RAW_TAG},     {"code", CODE_TAG},
        {"meta", META_TAG},   {"quote", QUOTE_TAG}, {"table", TABLE_TAG}, {"include", INCLUDE_TAG},
    };
    if (!plain) return UNKNOWN_TAG;
    if (length > 2 && name[0] == 'x' && name[1] == '-') return EXTENSION_TAG;
    for (unsigned i = 0; i < sizeof TAGS / sizeof TAGS[0]; i++) {
        if (strlen(TAGS[i].name) == length && memcmp(TAGS[i].name, name, length) == 0) return TAGS[i].token;
    }
    return UNKNOWN_TAG;
}

// `@tag`, `@! comment`, or a stray line that happens to start with `@`.
static bool scan_at_line(TSLexer *lexer) {
    advance(lexer);
    if (lexer->lookahead == '!') {
        mark_rest_of_line(lexer);
        return emit(lexer, COMMENT);
    }
    if (!is_letter(lexer->lookahead)) return scan_stray_text(lexer);

    char name[8];
    unsigned length = 0;
    bool plain = true;
    while (!is_space(lexer->lookahead) && lexer->lookahead != '[' && !at_end(lexer)) {
        if (!is_name(lexer->lookahead)) plain = false;
        if (length < sizeof name) name[length++] = (char)lexer->lookahead;
        advance(lexer);
    }
    return emit_here(lexer, classify_tag(name, length, plain));
}

// Whether the rest of the line has no character that may be mark-up, and no white space at its end.
static bool is_plain_line(TSLexer *lexer) {
    int32_t last = ' ';
    while (!at_end(lexer)) {
        last = lexer->lookahead;
        if (last == '*' || last == '_' || last == '`' || last == '@') return false;
        advance(lexer);
    }
    return !is_space(last);
}

// `-` or `>` before a space or the end of the line, else a stray line.
static bool scan_marker(TSLexer *lexer, enum Token token) {
    advance(lexer);
    if (!is_space(lexer->lookahead) && !at_end(lexer)) return scan_stray_text(lexer);
    lexer->mark_end(lexer);
    if (token == ITEM_MARKER && is_plain_line(lexer)) return emit_here(lexer, PLAIN_ITEM);
    if (token == QUOTE_MARKER && is_plain_line(lexer)) return emit_here(lexer, PLAIN_QUOTE_LINE);
    return emit(lexer, token);
}

// The first token of a line; `follows` when no blank line came before it.
static bool scan_line(TSLexer *lexer, State *state, const bool *valid, bool follows) {
    state->flags = 0;
    switch (lexer->lookahead) {
        case '@':
            return scan_at_line(lexer);
        case '-':
            return scan_marker(lexer, follows && valid[ITEM_MARKER] ? ITEM_MARKER : STRAY_ITEM_MARKER);
        case '>':
            return scan_marker(lexer, follows && valid[QUOTE_MARKER] ? QUOTE_MARKER : STRAY_QUOTE_MARKER);
        case '~': {
            uint32_t tildes = count_tildes(lexer);
            lexer->mark_end(lexer);
            if (tildes < 3 || !only_spaces_left(lexer)) return scan_stray_text(lexer);
            if (!valid[FENCE_OPEN]) return emit(lexer, STRAY_FENCE);
            state->fence = tildes;
            return emit(lexer, FENCE_OPEN);
        }
        default:
            return scan_stray_text(lexer);
    }
}

// --------------------------------------------------------------------------------------------------- final bracket

// A look ahead from a `[#` to the end of its line, during which a closing delimiter may come by.
typedef struct {
    TSLexer *lexer;
    int32_t delimiter; // 0: none is looked for.
    bool pending;      // The character before was `_`: a closer, unless a word goes on.
    bool found;
} Look;

static void look_advance(Look *look) {
    int32_t c = look->lexer->lookahead;
    if (look->pending && !is_word(c)) look->found = true;
    look->pending = false;
    if (look->delimiter != 0 && c == look->delimiter) {
        if (c == '_') {
            look->pending = true;
        } else {
            look->found = true;
        }
    }
    advance(look->lexer);
}

// A quoted run, from its opening quote. At the end of the line: whether the line's last visible character is `]`,
// which then closes the bracket in spite of the missing quote. `*ended` tells which of the two it was.
static bool look_quoted(Look *look, bool *ended) {
    int32_t last = 0;
    look_advance(look);
    while (!at_end(look->lexer)) {
        int32_t c = look->lexer->lookahead;
        if (c == '"') {
            look_advance(look);
            return false;
        }
        if (!is_space(c)) last = c;
        look_advance(look);
        if (c == '\\' && is_escaped(look->lexer->lookahead)) {
            last = 0;
            look_advance(look);
        }
    }
    *ended = true;
    return last == ']';
}

// From the `#` of a `[#`: does this bracket end the line? Quotes are respected, and a `[` outside of them means no.
static bool look_final_bracket(Look *look) {
    TSLexer *lexer = look->lexer;
    bool ended = false;
    while (!is_space(lexer->lookahead) && lexer->lookahead != ']' && lexer->lookahead != '[' && !at_end(lexer)) {
        look_advance(look);
    }
    for (;;) {
        while (is_space(lexer->lookahead)) look_advance(look);
        if (at_end(lexer) || lexer->lookahead == '[') return false;
        if (lexer->lookahead == ']') {
            look_advance(look);
            while (is_space(lexer->lookahead)) look_advance(look);
            return at_end(lexer);
        }
        if (lexer->lookahead != '"') {
            bool value = false;
            while (!is_space(lexer->lookahead) && lexer->lookahead != ']' && lexer->lookahead != '[' &&
                   !at_end(lexer)) {
                bool equals = lexer->lookahead == '=' && !value;
                look_advance(look);
                if (equals) value = true;
                if (equals && lexer->lookahead == '"') break;
            }
            if (!value || lexer->lookahead != '"') continue;
        }
        bool closes = look_quoted(look, &ended);
        if (ended) return closes;
    }
}

// --------------------------------------------------------------------------------------------------------- inline

// `*bold*`, `_italic_` or `` `code` `` from its opener; without a closer the opener alone is text.
//
// A `[#` on the way is the trouble: a closer inside of it counts only if the bracket does not end the line, which is
// known after the closer has passed, when the token's end can no longer be set there. Then the opener is a token of its
// own, and the rest follows in the next one.
static bool scan_span(TSLexer *lexer, State *state, bool ids, enum Token token, enum Token open) {
    Look look = {lexer, lexer->lookahead, false, false};
    advance(lexer);
    lexer->mark_end(lexer);
    while (!at_end(lexer)) {
        int32_t c = lexer->lookahead;
        advance(lexer);
        if (c == look.delimiter && (c != '_' || !is_word(lexer->lookahead))) return emit_here(lexer, token);
        if (c == '[' && ids && lexer->lookahead == '#') {
            look.pending = false;
            if (look_final_bracket(&look)) break;
            if (look.pending && !is_word(lexer->lookahead)) look.found = true;
            if (look.found) return emit(lexer, open);
        }
    }
    if (look.delimiter == '_') state->flags |= NO_ITALIC;
    return emit(lexer, TEXT);
}

// The part of a split span after its opener, up to the closer that `scan_span` has seen.
static bool scan_span_rest(TSLexer *lexer, int32_t delimiter, enum Token token) {
    while (!at_end(lexer)) {
        int32_t c = lexer->lookahead;
        advance(lexer);
        if (c == delimiter && (c != '_' || !is_word(lexer->lookahead))) break;
    }
    return emit_here(lexer, token);
}

// After an `@`: whether `ref` and white space follow. `*before` becomes the last character consumed.
static bool look_ref_word(TSLexer *lexer, int32_t *before) {
    *before = '@';
    for (const char *expected = "ref"; *expected; expected++) {
        if (lexer->lookahead != *expected) return false;
        *before = *expected;
        advance(lexer);
    }
    return is_space(lexer->lookahead);
}

// A run of text up to the end of the line or the next character that may be mark-up; `before` came before it. If that
// was white space, the end of the run so far is marked already.
static bool scan_text(TSLexer *lexer, State *state, bool ids, int32_t before) {
    bool in_space = is_space(before);
    while (!at_end(lexer)) {
        int32_t c = lexer->lookahead;
        if (is_space(c)) {
            if (!in_space) lexer->mark_end(lexer);
            in_space = true;
        } else if (c < '@' && c != '*') {
            in_space = false;
        } else if (c == '*' || c == '`' || (c == '_' && !is_word(before) && !(state->flags & NO_ITALIC))) {
            break;
        } else if (c == '[' && ids) {
            if (!in_space) lexer->mark_end(lexer);
            advance(lexer);
            if (lexer->lookahead == '#') return emit(lexer, TEXT);
            in_space = false;
            before = c;
            continue;
        } else if (c == '@') {
            if (!in_space) lexer->mark_end(lexer);
            advance(lexer);
            if (look_ref_word(lexer, &before)) return emit(lexer, TEXT);
            in_space = false;
            continue;
        } else {
            in_space = false;
        }
        before = c;
        advance(lexer);
    }
    if (!in_space) lexer->mark_end(lexer);
    return emit(lexer, TEXT);
}

// `@ref` before a `#ident`, or text that starts with `@`.
static bool scan_inline_ref(TSLexer *lexer, State *state, bool ids) {
    int32_t before;
    advance(lexer);
    if (!look_ref_word(lexer, &before)) return scan_text(lexer, state, ids, before);
    lexer->mark_end(lexer);
    skip_spaces(lexer);
    if (lexer->lookahead != '#') return scan_text(lexer, state, ids, ' ');
    advance(lexer);
    if (!is_letter(lexer->lookahead)) return scan_text(lexer, state, ids, '#');
    return emit(lexer, INLINE_REF_TAG);
}

// Inline text on a header (`ids`: an id may end the line), an item or a quote line.
static bool scan_inline(TSLexer *lexer, State *state, bool ids) {
    int32_t c = lexer->lookahead;
    switch (c) {
        case '*':
            return scan_span(lexer, state, ids, BOLD, BOLD_OPEN);
        case '`':
            return scan_span(lexer, state, ids, CODE, CODE_OPEN);
        case '_':
            if (state->flags & NO_ITALIC) break;
            return scan_span(lexer, state, ids, ITALIC, ITALIC_OPEN);
        case '@':
            return scan_inline_ref(lexer, state, ids);
        case '[': {
            if (!ids) break;
            advance(lexer);
            lexer->mark_end(lexer);
            if (lexer->lookahead != '#') return scan_text(lexer, state, ids, c);
            Look look = {lexer, 0, false, false};
            if (!look_final_bracket(&look)) return emit(lexer, TEXT);
            state->flags |= IN_ID;
            return emit(lexer, ID_OPEN);
        }
        default:
            break;
    }
    advance(lexer);
    return scan_text(lexer, state, ids, c);
}

// -------------------------------------------------------------------------------------------------------- headers

// The end of a word in a header; inside of an id bracket `]` ends it too.
static bool at_word_end(TSLexer *lexer, bool in_id) {
    return is_space(lexer->lookahead) || (in_id && lexer->lookahead == ']') || at_end(lexer);
}

// `:` and one to eight hexadecimal digits.
static bool scan_hash(TSLexer *lexer) {
    advance(lexer);
    unsigned digits = 0;
    bool good = true;
    while (!at_word_end(lexer, true)) {
        if (!is_hex(lexer->lookahead) || digits == 8) good = false;
        if (digits < 8) digits++;
        advance(lexer);
    }
    return emit_here(lexer, good && digits > 0 ? HASH : BAD_HASH);
}

// A quoted string from its opening quote. Without a closing one it takes the rest of the line, but leaves the id at the
// end of the line (or, inside of the id, the bracket that closes it) where it is.
static bool scan_string(TSLexer *lexer, bool in_id, enum Token closed, enum Token open) {
    int32_t last = '"';      // The last character that is not white space; 0: an escaped one.
    bool in_space = false;   // After white space; where that began is marked.
    bool at_bracket = false; // The mark is before a bracket to leave alone, if the line ends with `]`.
    advance(lexer);
    while (!at_end(lexer)) {
        int32_t c = lexer->lookahead;
        if (c == '"') {
            advance(lexer);
            return emit_here(lexer, closed);
        }
        if (in_id && c == ']') {
            lexer->mark_end(lexer);
            at_bracket = true;
        } else if (in_id && !is_space(c)) {
            at_bracket = false;
        } else if (is_space(c) && !in_space && !at_bracket) {
            lexer->mark_end(lexer);
        }
        bool may_be_id = !in_id && in_space && c == '[';
        in_space = is_space(c);
        if (!in_space) last = c;
        advance(lexer);
        if (may_be_id && lexer->lookahead == '#') at_bracket = true;
        if (c == '\\' && is_escaped(lexer->lookahead)) {
            last = 0;
            advance(lexer);
        }
    }
    bool left = at_bracket && last == ']';
    if (!left && (at_bracket || !in_space)) lexer->mark_end(lexer);
    return emit(lexer, open);
}

// `true`, `false`, an integer of 64 bits in its one spelling, or a string without quotes.
static bool scan_bare_value(TSLexer *lexer, bool in_id) {
    char head[8];
    unsigned length = 0;
    bool negative = lexer->lookahead == '-', digits = true;
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX, number = 0;
    unsigned sign = negative ? 1 : 0;

    for (; !at_word_end(lexer, in_id); advance(lexer)) {
        int32_t c = lexer->lookahead;
        if (length < sizeof head) head[length] = c < 0x80 ? (char)c : '?';
        if (length >= sign) {
            uint64_t digit = (uint64_t)(c - '0');
            bool leading_zero = length > sign && number == 0;
            if (c < '0' || c > '9' || leading_zero || number > (limit - digit) / 10) {
                digits = false;
            } else if (digits) {
                number = number * 10 + digit;
            }
        }
        if (length < UINT32_MAX) length++;
    }
    lexer->mark_end(lexer);
    if (length == 4 && memcmp(head, "true", 4) == 0) return emit(lexer, BOOLEAN);
    if (length == 5 && memcmp(head, "false", 5) == 0) return emit(lexer, BOOLEAN);
    if (digits && length > sign && !(negative && number == 0)) return emit(lexer, INTEGER);
    return emit(lexer, BARE_STRING);
}

static bool scan_value(TSLexer *lexer, bool in_id) {
    if (lexer->lookahead == '"') return scan_string(lexer, in_id, STRING, UNTERMINATED_STRING);
    return scan_bare_value(lexer, in_id);
}

// `=value` with nothing before it.
static bool scan_value_without_key(TSLexer *lexer, bool in_id) {
    advance(lexer);
    if (lexer->lookahead == '"') return scan_string(lexer, in_id, ATTRIBUTE_WITHOUT_KEY, ATTRIBUTE_WITHOUT_KEY);
    while (!at_word_end(lexer, in_id)) advance(lexer);
    return emit_here(lexer, ATTRIBUTE_WITHOUT_KEY);
}

// `key`, before its `=`; `key=` when nothing follows; or words without `=`, as many as follow each other. `name` says
// whether what came before in the first word, if anything, can be part of a key.
static bool scan_words(TSLexer *lexer, bool in_id, bool name) {
    for (bool first = true;; first = false) {
        while (!at_word_end(lexer, in_id) && lexer->lookahead != '=') {
            if (!is_name(lexer->lookahead)) name = false;
            advance(lexer);
        }
        if (lexer->lookahead == '=') {
            if (!first) return emit(lexer, STRAY_WORDS);
            lexer->mark_end(lexer);
            advance(lexer);
            if (at_word_end(lexer, in_id)) return emit_here(lexer, ATTRIBUTE_WITHOUT_VALUE);
            return emit(lexer, name ? ATTRIBUTE_NAME : BAD_ATTRIBUTE_NAME);
        }
        lexer->mark_end(lexer);
        skip_spaces(lexer);
        int32_t c = lexer->lookahead;
        if (at_word_end(lexer, in_id) || c == '[' || c == '"' || c == '#') return emit(lexer, STRAY_WORDS);
    }
}

static bool scan_header(TSLexer *lexer, State *state, const bool *valid, bool touches) {
    bool in_id = (state->flags & IN_ID) != 0;
    if (valid[STRING]) return scan_value(lexer, in_id);
    switch (lexer->lookahead) {
        case '#':
            if (!in_id) return false; // An identifier, good or bad: the generated lexer reads it.
            break;
        case ':':
            if (valid[HASH] && touches) return scan_hash(lexer);
            break;
        case ']':
            if (!valid[ID_CLOSE]) break;
            advance(lexer);
            state->flags &= (uint8_t)~IN_ID;
            return emit_here(lexer, ID_CLOSE);
        case '[':
            advance(lexer);
            lexer->mark_end(lexer);
            if (lexer->lookahead != '#' || !valid[ID_OPEN]) return scan_words(lexer, in_id, false);
            state->flags |= IN_ID;
            return emit(lexer, ID_OPEN);
        case '"':
            return scan_string(lexer, in_id, STRAY_WORDS, STRAY_WORDS);
        case '=':
            return scan_value_without_key(lexer, in_id);
        default:
            break;
    }
    return scan_words(lexer, in_id, true);
}

// ------------------------------------------------------------------------------------------------------- interface

// Whether the tokens that are legal here include some that go on within a line.
static bool goes_on(const bool *valid) {
    return valid[TEXT] || valid[ATTRIBUTE_NAME] || valid[STRING] || valid[BOLD_REST] || valid[ITALIC_REST] ||
           valid[CODE_REST];
}

static bool scan(TSLexer *lexer, State *state, const bool *valid) {
    if (state->fence > 0) return scan_fence(lexer, state, valid);

    uint32_t lines = 0;
    bool spaces = false;
    for (;; lexer->advance(lexer, true)) {
        if (lexer->lookahead == '\n') {
            if (lines < 2) lines++;
            spaces = false;
        } else if (is_space(lexer->lookahead)) {
            spaces = true;
        } else {
            break;
        }
    }
    if (lexer->lookahead == 0 && lexer->eof(lexer)) return false;

    if (lines > 0 || !goes_on(valid)) {
        if (spaces) {
            state->flags = 0;
            return scan_stray_text(lexer);
        }
        return scan_line(lexer, state, valid, lines == 1);
    }
    if (valid[TEXT]) return scan_inline(lexer, state, valid[ID_OPEN]);
    if (valid[BOLD_REST]) return scan_span_rest(lexer, '*', BOLD_REST);
    if (valid[ITALIC_REST]) return scan_span_rest(lexer, '_', ITALIC_REST);
    if (valid[CODE_REST]) return scan_span_rest(lexer, '`', CODE_REST);
    return scan_header(lexer, state, valid, !spaces);
}

void *tree_sitter_agd_external_scanner_create(void) { return ts_calloc(1, sizeof(State)); }

void tree_sitter_agd_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_agd_external_scanner_serialize(void *payload, char *buffer) {
    const State *state = payload;
    if (state->fence == 0 && state->flags == 0) return 0;
    buffer[0] = (char)state->flags;
    memcpy(buffer + 1, &state->fence, sizeof state->fence);
    return 1 + sizeof state->fence;
}

void tree_sitter_agd_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    State *state = payload;
    state->fence = 0;
    state->flags = 0;
    if (length != 1 + sizeof state->fence) return;
    state->flags = (uint8_t)buffer[0];
    memcpy(&state->fence, buffer + 1, sizeof state->fence);
}

bool tree_sitter_agd_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    return scan(lexer, payload, valid);
}
