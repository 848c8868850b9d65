// Lines, each of which is a text.
module.exports = grammar({
  name: 'toy',
  extras: () => [],
  rules: {
    document: ($) => repeat(choice($.line, '\n')),
    line: () => /[^\n]+/,
  },
});
