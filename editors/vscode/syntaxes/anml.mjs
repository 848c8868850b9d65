const STRING = '"(?:[^"\\\\]|\\\\.)*"?';

const string = (language) => ({
  begin: '"',
  end: '"|$',
  name: `string.quoted.double.${language}`,
  patterns: [{ match: '\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})', name: `constant.character.escape.${language}` }],
});

export const anml = {
  scopeName: 'text.anml',
  name: 'ANML',
  patterns: [
    {
      begin: '\\A(?:\\x{FEFF})?(---)\\s*$',
      end: '^(---)\\s*$',
      captures: { 1: { name: 'punctuation.definition.frontmatter.anml' } },
      name: 'meta.frontmatter.anml',
      patterns: [
        {
          match: '^([^:\\s][^:]*)(:)\\s*(?:(-?[0-9]+)|(.*?))\\s*$',
          captures: {
            1: { name: 'support.type.property-name.anml' },
            2: { name: 'punctuation.separator.key-value.anml' },
            3: { name: 'constant.numeric.anml' },
            4: { name: 'string.unquoted.anml' },
          },
        },
      ],
    },
    { match: '^\\s*(?:[+*-] )?\\s*(~.*)$', captures: { 1: { name: 'comment.line.summary.anml' } } },
    {
      match: '^\\s*(?:([+*-]) )?\\s*(>)(.*)$',
      captures: {
        1: { name: 'keyword.operator.change.anml' },
        2: { name: 'punctuation.definition.content.anml' },
        3: { name: 'markup.raw.anml' },
      },
    },
    {
      begin: '^\\s*(?:([+*-]) )?\\s*(?=\\|)',
      end: '$',
      beginCaptures: { 1: { name: 'keyword.operator.change.anml' } },
      patterns: [
        { match: '(?<!\\\\)\\|', name: 'punctuation.separator.table.anml' },
        {
          match: '([a-z][a-z0-9:]*)(#[A-Za-z][A-Za-z0-9]*[0-9])',
          captures: { 1: { name: 'entity.name.tag.anml' }, 2: { name: 'entity.name.function.label.anml' } },
        },
        { include: '#parts' },
      ],
    },
    {
      begin: '^\\s*(?:([+*-]) )?\\s*([a-z][a-z0-9]*(?::[a-z][a-z0-9]*)?)(#[A-Za-z0-9]+)?(?=\\s|$)',
      end: '$',
      beginCaptures: {
        1: { name: 'keyword.operator.change.anml' },
        2: { name: 'entity.name.tag.anml' },
        3: { name: 'entity.name.function.label.anml' },
      },
      patterns: [{ match: '\\s--\\s.*$', name: 'comment.line.note.anml' }, { include: '#parts' }],
    },
  ],
  repository: {
    parts: {
      patterns: [
        { match: '\\[[A-Za-z][A-Za-z0-9_-]*\\]', name: 'constant.language.state.anml' },
        {
          match: `([A-Za-z_][A-Za-z0-9_-]*)(=)(?:(${STRING})|(#[A-Za-z][A-Za-z0-9]*[0-9])(?=\\s|$)|([+-]?[0-9]+(?:\\.[0-9]+)?%?)(?=\\s|$)|(true|false|mixed)(?=\\s|$)|([^\\s]+))?`,
          captures: {
            1: { name: 'entity.other.attribute-name.anml' },
            2: { name: 'keyword.operator.assignment.anml' },
            3: { name: 'string.quoted.double.anml' },
            4: { name: 'entity.name.function.label.anml' },
            5: { name: 'constant.numeric.anml' },
            6: { name: 'constant.language.boolean.anml' },
            7: { name: 'string.unquoted.anml' },
          },
        },
        string('anml'),
      ],
    },
  },
};

export const anmla = {
  scopeName: 'text.anmla',
  name: 'ANML actions',
  patterns: [
    {
      match: '^\\s*#\\s+(against)(:)\\s*(.*)$',
      name: 'comment.line.anmla',
      captures: { 1: { name: 'keyword.control.anmla' }, 3: { name: 'string.unquoted.anmla' } },
    },
    { match: '^\\s*#(?:\\s.*)?$', name: 'comment.line.anmla' },
    { match: '\\s--\\s.*$', name: 'comment.line.note.anmla' },
    { match: '^\\s*(?:click|check|uncheck|hover|expand|fill|select|keys|scroll|text)\\b', name: 'keyword.control.anmla' },
    { match: '#[A-Za-z][A-Za-z0-9]*[0-9]', name: 'entity.name.function.label.anmla' },
    { match: '\\b(?:up|down|left|right)\\b', name: 'constant.language.direction.anmla' },
    string('anmla'),
  ],
};
