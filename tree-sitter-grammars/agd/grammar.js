/**
 * AGD: a line-oriented document format in which every block can be addressed.
 *
 * Nearly all tokens come from src/scanner.c, which knows what a line is and hands out whole runs. Blank lines are never
 * tokens: the scanner steps over them and notices that it did, because a blank line ends a list and a quote.
 *
 * The grammar is total: whatever the text, there is no ERROR and no MISSING node. What is malformed has a node of
 * its own (`unterminated_string`, `stray_list`, `unknown_block`, ...); what is absent (the fence of a `@code`, the
 * target of a `@ref`) is simply not there.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/**
 * A header of attributes and an id, or of what `@ref` refers to, in any order: what belongs where is for a rule to say,
 * not for the parser.
 */
const attributes = ($) => repeat(choice($._attribute, $._identifier, $.id, $.unclosed_id));

/** A header of inline text; the scanner gives `[` here only where the bracket ends the line. */
const inline = ($) => seq(repeat(choice(alias($._text, $.text), $._markup)), optional($.id));

const insideId = ($) => [
  '[',
  $._identifier,
  optional(choice($.hash, $.bad_hash)),
  repeat($._attribute),
];

const tagged = ($, tag) => alias(tag, $.tag);

module.exports = grammar({
  name: 'agd',

  // For the white space before the end of the text; everywhere else the scanner steps over it.
  extras: (_) => [/[ \t\r\n]/],

  // The order is that of `enum Token` in src/scanner.c.
  externals: ($) => [
    // Lines.
    $._meta_tag,
    $._heading_tag,
    $._paragraph_tag,
    $._list_tag,
    $._quote_tag,
    $._code_tag,
    $._raw_tag,
    $._table_tag,
    $._extension_tag,
    $._ref_tag,
    $._include_tag,
    $.unknown_tag,
    $.comment,
    $._item_marker,
    $._stray_item_marker,
    $._quote_marker,
    $._stray_quote_marker,
    $._plain_item,
    $._plain_quote_line,
    $.fence_open,
    $.fence_body,
    $.fence_close,
    $.stray_fence,
    $.stray_text,
    // Inline text.
    $._text,
    $._bold,
    $._italic,
    $._code,
    $._bold_open,
    $._italic_open,
    $._code_open,
    $._bold_rest,
    $._italic_rest,
    $._code_rest,
    $.ref_tag,
    // Headers.
    '[',
    ']',
    $.hash,
    $.bad_hash,
    $.attribute_name,
    $.bad_attribute_name,
    $.string,
    $.unterminated_string,
    $.boolean,
    $.integer,
    $.bare_string,
    $.attribute_without_key,
    $.attribute_without_value,
    $.stray_words,
  ],

  rules: {
    document: ($) =>
      repeat(
        choice(
          $.meta_block,
          $.heading,
          $.paragraph,
          $.list,
          $.quote,
          $.code_block,
          $.raw_block,
          $.table_block,
          $.extension_block,
          $.ref_block,
          $.include_block,
          $.unknown_block,
          $.comment,
          $.stray_list,
          $.stray_quote,
          $.stray_fence,
          $.stray_text,
        ),
      ),

    // Blocks.
    meta_block: ($) => seq(tagged($, $._meta_tag), attributes($)),
    heading: ($) => seq(tagged($, $._heading_tag), inline($)),
    paragraph: ($) => seq(tagged($, $._paragraph_tag), inline($)),
    list: ($) => seq(tagged($, $._list_tag), attributes($), repeat($._list_item)),
    quote: ($) => seq(tagged($, $._quote_tag), attributes($), repeat($._quoted)),
    code_block: ($) => seq(tagged($, $._code_tag), attributes($), optional($._fence)),
    raw_block: ($) => seq(tagged($, $._raw_tag), attributes($), optional($._fence)),
    table_block: ($) => seq(tagged($, $._table_tag), attributes($), optional($._fence)),
    extension_block: ($) => seq(tagged($, $._extension_tag), attributes($), optional($._fence)),
    include_block: ($) => seq(tagged($, $._include_tag), attributes($)),
    ref_block: ($) => seq(tagged($, $._ref_tag), attributes($)),

    // A misspelt tag keeps what it was meant to have, so that one mistake gives one message.
    unknown_block: ($) =>
      seq($.unknown_tag, inline($), optional(choice($._fence, repeat1($._list_item), repeat1($._quoted)))),

    // Bodies. An item and a quote line are all text from their first space on; their children are the mark-up in it.
    // Without any they are a single token.
    _list_item: ($) => choice($.item, alias($._plain_item, $.item)),
    _quoted: ($) => choice($.quote_line, alias($._plain_quote_line, $.quote_line)),
    item: ($) => seq($._item_marker, repeat($._run)),
    quote_line: ($) => seq($._quote_marker, repeat($._run)),

    _fence: ($) => choice($.fence, $.unterminated_fence),
    fence: ($) => seq($.fence_open, optional($.fence_body), $.fence_close),
    unterminated_fence: ($) => seq($.fence_open, optional($.fence_body)),

    // Lines that belong to no block.
    stray_list: ($) => prec.right(repeat1(alias($._stray_item, $.item))),
    _stray_item: ($) => seq($._stray_item_marker, repeat($._run)),
    stray_quote: ($) => prec.right(repeat1(alias($._stray_quote_line, $.quote_line))),
    _stray_quote_line: ($) => seq($._stray_quote_marker, repeat($._run)),

    // Inline text. White space between these nodes is text as well.
    _run: ($) => choice($._text, $._markup),
    _markup: ($) =>
      choice(
        alias($._bold, $.bold),
        alias($._split_bold, $.bold),
        alias($._italic, $.italic),
        alias($._split_italic, $.italic),
        alias($._code, $.code),
        alias($._split_code, $.code),
        $.ref,
      ),

    // A span with a `[#` inside comes in two tokens: see `scan_span` in src/scanner.c.
    _split_bold: ($) => seq($._bold_open, $._bold_rest),
    _split_italic: ($) => seq($._italic_open, $._italic_rest),
    _split_code: ($) => seq($._code_open, $._code_rest),

    ref: ($) => seq($.ref_tag, $.identifier),

    // Headers.
    // Of two that are equally long, the first is taken.
    identifier: (_) => /#[A-Za-z_][A-Za-z0-9_-]*/,
    _identifier: ($) => choice($.identifier, $.bad_identifier),
    bad_identifier: (_) => /#[^ \t\r\n\]:]*/,

    id: ($) => seq(...insideId($), ']'),
    unclosed_id: ($) => prec.right(seq(...insideId($))),

    _attribute: ($) =>
      choice($.attribute, $.attribute_without_key, $.attribute_without_value, $.stray_words),
    attribute: ($) =>
      seq(
        field('name', choice($.attribute_name, $.bad_attribute_name)),
        '=',
        field('value', choice($.string, $.unterminated_string, $.boolean, $.integer, $.bare_string)),
      ),
  },
});
