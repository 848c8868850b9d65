/**
 * ANML: what an agent sees of a screen.
 *
 * The grammar is flat: a line is a node, its indent a token. Who is whose parent is told by the indents, not by the
 * tree. It is total: `src/scanner.c` hands out every token and never asks for one that may be absent, so that any text
 * has a tree without ERROR and MISSING; what is malformed is a node with a name of its own. Line ends, blank lines and
 * white space between tokens are padding, and so are the `=` of an attribute.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// What may stand in any order behind role, ref and name.
const items = ($, attribute) =>
  repeat(
    choice(
      attribute,
      $.state,
      $.bare_word,
      $.bad_state,
      $.unclosed_state,
      $.unterminated_string,
      $.misplaced_string,
      $.unexpected,
    ),
  );

const values = ($) => [$.value, $.string, $.reference, $.missing_value, $.unterminated_string];

// What stands before the content of a line.
const head = ($) => [optional($.indent), optional($.diff_prefix)];

module.exports = grammar({
  name: 'anml',

  extras: (_) => [/[ \t\r\n]/],

  // The order is that of `enum Token` in src/lexing.h.
  externals: ($) => [
    $._front_matter_open,
    $.meta_key,
    $._colon,
    $.meta_value,
    $.malformed_meta,
    $._front_matter_close,
    $.indent,
    $.diff_prefix,
    $.role,
    $.bad_role,
    $.content,
    $.summary,
    $._row_open,
    $._unknown_text,
    $.ref,
    $.bad_ref,
    $.detached_ref,
    $.name,
    $.key,
    $.bad_key,
    $.value,
    $.string,
    $.reference,
    $.missing_value,
    $.unterminated_string,
    $.state,
    $.bad_state,
    $.unclosed_state,
    $.bare_word,
    $.misplaced_string,
    $.unexpected,
    $.note,
    $._cell_role,
    $.cell,
    $._bar,
    // Never given: valid behind an attribute's key in a cell, so that the scanner knows that a bar ends the value.
    $._cell_mark,
    // In no rule: the scanner sees by it that tree-sitter is in error recovery.
    $._error_sentinel,
  ],

  rules: {
    document: ($) =>
      seq(
        optional($.front_matter),
        repeat(choice($.element, $.content_line, $.summary_line, $.table_row, $.unknown_line)),
      ),

    // Only at the start of the document. Without its closing line it ends before the first line that must be body.
    front_matter: ($) =>
      seq(
        alias($._front_matter_open, '---'),
        repeat(choice($.meta, $.malformed_meta)),
        optional(alias($._front_matter_close, '---')),
      ),

    meta: ($) =>
      seq(field('key', $.meta_key), alias($._colon, ':'), optional(field('value', $.meta_value))),

    element: ($) =>
      seq(
        ...head($),
        field('role', choice($.role, $.bad_role)),
        optional(field('ref', choice($.ref, $.bad_ref, $.detached_ref))),
        optional(field('name', $.name)),
        items($, $.attribute),
        optional($.note),
      ),

    attribute: ($) =>
      seq(
        field('key', choice($.key, $.bad_key)),
        field('value', choice(...values($))),
      ),

    content_line: ($) => seq(...head($), $.content),

    summary_line: ($) => seq(...head($), $.summary),

    // A row ends with a bar, or else with an unclosed last cell.
    table_row: ($) =>
      seq(
        ...head($),
        alias($._row_open, '|'),
        repeat(seq(optional(choice($.cell, $.cell_element)), alias($._bar, '|'))),
        optional(choice($.cell, $.cell_element)),
      ),

    cell_element: ($) =>
      seq(
        field('role', alias($._cell_role, $.role)),
        field('ref', $.ref),
        optional(field('name', $.name)),
        items($, alias($.cell_attribute, $.attribute)),
      ),

    cell_attribute: ($) => seq(field('key', choice($.key, $.bad_key)), field('value', choice(...values($), $._cell_mark))),

    unknown_line: ($) => seq(...head($), $._unknown_text),
  },
});
