const FUNCTIONS =
  'and|or|not|eq|ne|lt|le|gt|ge|index|print|printf|println|html|js|urlquery|upper|lower|title|default|len|slice|join|split';

/** Actions of Go templates in Markdown: what a markdownlang program is made of. */
export const template = {
  scopeName: 'agmark.template.injection',
  injectionSelector: 'L:text.html.markdown -comment',
  patterns: [
    {
      begin: '\\{\\{-?\\s*/\\*',
      end: '\\*/\\s*-?\\}\\}',
      name: 'comment.block.template.agmark',
    },
    {
      begin: '\\{\\{-?',
      end: '-?\\}\\}',
      name: 'meta.template.agmark',
      captures: { 0: { name: 'punctuation.section.embedded.agmark' } },
      patterns: [
        { begin: '"', end: '"|$', name: 'string.quoted.double.agmark', patterns: [{ match: '\\\\.', name: 'constant.character.escape.agmark' }] },
        { begin: '`', end: '`', name: 'string.quoted.other.agmark' },
        { match: "'(?:[^'\\\\]|\\\\.)+'", name: 'string.quoted.single.agmark' },
        { match: '\\b(?:if|else|end|range|with|break|continue|define|template|block)\\b', name: 'keyword.control.agmark' },
        { match: '\\b(?:true|false|nil)\\b', name: 'constant.language.agmark' },
        { match: `(?<![.\\w])(?:${FUNCTIONS})\\b`, name: 'support.function.agmark' },
        { match: '\\$[A-Za-z0-9_]*', name: 'variable.other.agmark' },
        { match: '\\.[A-Za-z_][A-Za-z0-9_]*', name: 'variable.other.property.agmark' },
        { match: '(?<![\\w.])-?[0-9][0-9_.]*', name: 'constant.numeric.agmark' },
        { match: ':=|=|\\|', name: 'keyword.operator.agmark' },
      ],
    },
  ],
};

/** What a page tells an agent, in HTML. */
export const html = {
  scopeName: 'agmark.aaf.injection',
  injectionSelector: 'L:meta.tag -comment -string',
  patterns: [
    {
      match: '\\b(data-agent-)(kind|action|field|for-action|output|page|scope|danger|confirm|idempotent|version|ignore)\\b',
      captures: {
        0: { name: 'entity.other.attribute-name.agent.agmark' },
        2: { name: 'keyword.other.agent.agmark' },
      },
    },
  ],
};
