/**
 * GaryML, read line by line.
 *
 * The grammar is flat: a line, or a text or code block, is a node, and its indent is a token. What belongs
 * to what is for the reader of the tree to say. It is total: the scanner (src/scanner.c) classifies every
 * line, hands out runs of text as single tokens, and gives each malformed part a token of its own, so that
 * no input at all leads to an error or a missing node.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

module.exports = grammar({
  name: "garyml",

  // The order is that of `enum Token` in src/scanner.h.
  externals: $ => [
    $.indent,
    $._newline,
    $.directive_name,
    $.command_name,
    $.key,
    $._assigned_key,
    ":",
    "=",
    $.string,
    $.unterminated_string,
    $.number,
    $.boolean,
    "@",
    $.identifier,
    $.plain,
    "[",
    ",",
    "]",
    $._unterminated_list_start,
    $.text_block_start,
    $.text_content,
    $.text_block_end,
    $.code_block_start,
    $.language,
    $.info,
    $.code,
    $.code_block_end,
    $.comment,
    $._text,
    $.text_body,
    $.stray_text,
    $.diff_content,
    $.diff_body,
  ],

  // The scanner skips white space itself; this is for white space before the end of the file.
  extras: _ => [/[ \t\r\n]/],

  rules: {
    document: $ => repeat(choice(
      $.directive,
      $.command,
      $.parameter,
      $.content,
      $.code_block,
      $.unterminated_code_block,
      $.text_line,
      $.comment_line,
    )),

    // A header line, with its parameters or its inline content.
    directive: $ => seq(optional($.indent), field("name", $.directive_name), $._header),
    command: $ => seq(optional($.indent), field("name", $.command_name), $._header),

    _header: $ => seq(
      choice(
        seq(
          repeat(alias($._assignment, $.header_parameter)),
          optional(choice(alias($._trailing_parameter, $.header_parameter), $.stray_text)),
        ),
        // The block's content; the colon may be forgotten before a quote.
        seq(
          choice(seq(":", optional(field("content", $._value))), field("content", $._quoted)),
          optional($.stray_text),
        ),
      ),
      $._line_end,
    ),

    _assignment: $ => seq(
      field("key", alias($._assigned_key, $.key)),
      "=",
      optional(field("value", $._word)),
    ),

    _trailing_parameter: $ => seq(
      field("key", $.key),
      ":",
      optional(field("value", $._value)),
      optional($.stray_text),
    ),

    // A parameter on a line of its own.
    parameter: $ => seq(
      optional($.indent),
      field("key", $.key),
      ":",
      optional(field("value", $._value)),
      optional($.stray_text),
      $._line_end,
    ),

    // Content on a line of its own: a quoted string, a text block, or an implicit text body.
    content: $ => seq(
      optional($.indent),
      choice($.string, $.text_block, $.unterminated_text_block, $.text_body, $.diff_body),
      optional($.stray_text),
      $._line_end,
    ),

    code_block: $ => seq($._code, $.code_block_end, $._newline),
    unterminated_code_block: $ => seq($._code, $._newline),
    _code: $ => seq(
      optional($.indent),
      $.code_block_start,
      optional($.language),
      optional($.info),
      optional(choice($.code, $.diff_content)),
    ),

    // Any other line.
    text_line: $ => seq(optional($.indent), $._text, $._newline),

    comment_line: $ => seq(optional($.indent), $.comment, $._newline),
    _line_end: $ => seq(optional($.comment), $._newline),

    _value: $ => choice($._word, $.text_block, $.unterminated_text_block),
    _quoted: $ => choice($.string, $.unterminated_string, $.text_block, $.unterminated_text_block, $.plain),
    _word: $ => choice(
      $.string,
      $.unterminated_string,
      $.number,
      $.boolean,
      $.reference,
      $.list,
      $.unterminated_list,
      $.plain,
    ),

    reference: $ => seq("@", $.identifier),

    list: $ => seq("[", repeat($._item), "]"),
    unterminated_list: $ => seq(alias($._unterminated_list_start, "["), repeat($._item)),
    _item: $ => choice(",", $.string, $.number, $.boolean, $.reference, $.plain),

    text_block: $ => seq($._text_block, $.text_block_end),
    unterminated_text_block: $ => $._text_block,
    _text_block: $ => seq($.text_block_start, optional(choice($.text_content, $.diff_content))),
  },
});
