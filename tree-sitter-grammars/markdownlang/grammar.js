/**
 * markdownlang: YAML front matter, then Markdown with the actions of Go's text/template.
 *
 * The grammar is total: every token comes from the scanner in src/scanner.c, which returns a token that the parser
 * accepts in its state, so no text gives an ERROR or a MISSING node. A malformed part is a node with a name:
 * `unterminated_*`, `unclosed_*`, `malformed_*`, `unexpected_*`.
 *
 * Control structures (`if` … `end`) are not matched here: each action is a node, and the readers of the tree pair them.
 */

/* eslint-disable no-undef */

/** An action: its delimiters around `body`. */
const action = ($, ...body) => seq($._open, ...body, $._close);

module.exports = grammar({
  name: "markdownlang",

  // The scanner skips the blanks inside of an action, because it looks at them anyway.
  extras: () => [],

  // The order is that of `enum Token` in src/tokens.h.
  externals: ($) => [
    // The document.
    $._front_matter_open,
    $._front_matter_open_unterminated,
    $._front_matter_close,
    $.yaml,
    $._unterminated_yaml,
    $.text,
    $.comment,
    $.malformed_comment,
    $.unterminated_comment,
    // Delimiters.
    $._open_plain,
    $._open_trim,
    $._close_plain,
    $._close_trim,
    $.unclosed_action,
    // Keywords.
    $._if,
    $._else,
    $._range,
    $._with,
    $._end,
    $._break,
    $._continue,
    $._define,
    $._template,
    $._block,
    // Operands.
    $._template_name,
    $.dot,
    $.field,
    $._chained_field,
    $.variable,
    $._assigned_variable,
    $.identifier,
    $.string,
    $.raw_string,
    $.character,
    $.number,
    $.boolean,
    $.nil,
    // Punctuation.
    $._pipe,
    $._comma,
    $._declare,
    $._assign,
    $._left_paren,
    $._right_paren,
    $.unclosed_parenthesis,
    // Malformed parts of an action.
    $.unterminated_string,
    $.unterminated_raw_string,
    $.unterminated_character,
    $.malformed_number,
    $.misplaced_comment,
    $.unexpected_token,
  ],

  inline: ($) => [$._open, $._close, $._operand, $._item, $._commands, $._command, $._head, $._primary],

  rules: {
    document: ($) => seq(optional(choice($.front_matter, $.unterminated_front_matter)), repeat($._item)),

    // Delimiters take their line end with them, so that the body starts at a line start.
    front_matter: ($) =>
      seq(alias($._front_matter_open, "---"), optional($.yaml), alias($._front_matter_close, "---")),
    unterminated_front_matter: ($) =>
      seq(alias($._front_matter_open_unterminated, "---"), optional(alias($._unterminated_yaml, $.yaml))),

    _item: ($) =>
      choice(
        $.text,
        $.comment,
        $.malformed_comment,
        $.unterminated_comment,
        $.action,
        $.if_action,
        $.else_action,
        $.range_action,
        $.with_action,
        $.end_action,
        $.break_action,
        $.continue_action,
        $.define_action,
        $.template_action,
        $.block_action,
      ),

    _open: ($) => choice(alias($._open_plain, "{{"), alias($._open_trim, "{{-")),
    _close: ($) => choice(alias($._close_plain, "}}"), alias($._close_trim, "-}}"), $.unclosed_action),

    action: ($) => action($, optional($.pipeline)),
    if_action: ($) => action($, alias($._if, "if"), optional($.pipeline)),
    // `else`, `else if PIPELINE`, `else with PIPELINE`.
    else_action: ($) =>
      action(
        $,
        alias($._else, "else"),
        optional(
          choice(
            seq(choice(alias($._if, "if"), alias($._with, "with")), optional($.pipeline)),
            alias($.pipeline, $.unexpected_pipeline),
          ),
        ),
      ),
    range_action: ($) => action($, alias($._range, "range"), optional($.pipeline)),
    with_action: ($) => action($, alias($._with, "with"), optional($.pipeline)),
    end_action: ($) => action($, alias($._end, "end"), optional(alias($.pipeline, $.unexpected_pipeline))),
    break_action: ($) => action($, alias($._break, "break"), optional(alias($.pipeline, $.unexpected_pipeline))),
    continue_action: ($) =>
      action($, alias($._continue, "continue"), optional(alias($.pipeline, $.unexpected_pipeline))),
    define_action: ($) =>
      action(
        $,
        alias($._define, "define"),
        optional(field("name", $.template_name)),
        optional(alias($.pipeline, $.unexpected_pipeline)),
      ),
    template_action: ($) =>
      action($, alias($._template, "template"), optional(field("name", $.template_name)), optional($.pipeline)),
    block_action: ($) =>
      action($, alias($._block, "block"), optional(field("name", $.template_name)), optional($.pipeline)),

    template_name: ($) => $._template_name,

    pipeline: ($) =>
      choice(seq(choice($.declaration, $.assignment), optional($._commands)), $._commands),
    declaration: ($) => seq($._variables, alias($._declare, ":=")),
    assignment: ($) => seq($._variables, alias($._assign, "=")),
    _variables: ($) =>
      seq(
        alias($._assigned_variable, $.variable),
        repeat(seq(alias($._comma, ","), alias($._assigned_variable, $.variable))),
      ),

    // The command on either side of a pipe can be missing.
    _commands: ($) => choice(seq($._command, repeat($._piped)), repeat1($._piped)),
    _piped: ($) => seq(alias($._pipe, "|"), optional($._command)),

    // A lone operand is not wrapped. A call starts with a name. Another operand with arguments is a `command`.
    _command: ($) => choice($.call, $.command, $._head),
    call: ($) => seq(field("function", $.identifier), repeat($._operand)),
    command: ($) => seq($._head, repeat1($._operand)),
    _head: ($) => choice($._primary, $.selector),
    _operand: ($) => choice($._primary, $.selector, $.identifier),

    // `$x.a.b`, `.a.b`, `(…).a`: each part after the first is a field without a blank before it.
    selector: ($) => seq(choice($._primary, $.identifier), repeat1(alias($._chained_field, $.field))),

    _primary: ($) =>
      choice(
        $.dot,
        $.field,
        $.variable,
        $.string,
        $.raw_string,
        $.character,
        $.number,
        $.boolean,
        $.nil,
        $.parenthesized,
        $.unterminated_string,
        $.unterminated_raw_string,
        $.unterminated_character,
        $.malformed_number,
        $.misplaced_comment,
        $.unexpected_token,
      ),

    parenthesized: ($) =>
      seq(
        alias($._left_paren, "("),
        optional($.pipeline),
        choice(alias($._right_paren, ")"), $.unclosed_parenthesis),
      ),
  },
});
