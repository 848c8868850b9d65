/**
 * ANML actions: what an agent does to the elements of a snapshot, a line each.
 *
 * The grammar is total: every run of characters is some token, a line may hold any of them, and line ends are the only
 * thing between lines. Whether a verb is one, and takes what follows, is for the reader of the tree to say.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// A run of characters without blanks; it may hold quotes, but not begin with one.
const run = /[^ \t\r\n\f"][^ \t\r\n\f]*/;

module.exports = grammar({
  name: 'anml_actions',

  extras: (_) => [/[ \t\r\f]/],

  rules: {
    script: ($) => seq(repeat(choice(seq($._line, $._end), $._end)), optional($._line)),

    _line: ($) => choice($.comment, $.note, $.action),

    // `verb #ref argument`; what begins with something else is wrong, and is read all the same.
    action: ($) =>
      seq(
        choice(field('verb', $.verb), $.reference, $.string, $.unterminated_string),
        repeat(choice($.reference, $.string, $.unterminated_string, $.word)),
        optional($.note),
      ),

    _end: (_) => /\n/,

    // Of two that are as long, the first one counts; else the longer one.
    comment: (_) => /#([ \t\r\f][^\n]*)?/,
    note: (_) => /--([ \t\r\f][^\n]*)?/,
    reference: (_) => /#[A-Za-z]([A-Za-z0-9]*[0-9])/,
    string: (_) => /"([^"\\\n]|\\[^\n])*"/,
    unterminated_string: (_) => /"([^"\\\n]|\\[^\n])*\\?/,
    verb: (_) => run,
    word: (_) => run,
  },
});
