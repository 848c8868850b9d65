import { EMBEDDED, body } from './embedded.mjs';

const CLOSER = '\\s*`{3,}\\s*$';

const block = (info, inner) => ({
  begin: `^(\\s*)(\`{3,})\\s*${info}\\s*$`,
  end: '^\\s*(\\2`*)\\s*$',
  beginCaptures: {
    2: { name: 'punctuation.definition.code.begin.garyml' },
    3: { name: 'entity.name.type.language.garyml' },
    4: { name: 'entity.other.attribute-name.garyml' },
  },
  endCaptures: { 1: { name: 'punctuation.definition.code.end.garyml' } },
  patterns: [inner],
});

export const garyml = {
  scopeName: 'text.garyml',
  name: 'GaryML',
  patterns: [
    { match: '^\\s*#.*$', name: 'comment.line.number-sign.garyml' },
    ...EMBEDDED.map(({ names, scope, language }) =>
      block(`(${names.join('|')})(?:\\s+(.*?))?`, body(CLOSER, scope, language)),
    ),
    block('([^\\s`]*)(?:\\s+(.*?))?', body(CLOSER, undefined, 'text')),
    {
      begin: '"""',
      end: '"""',
      captures: { 0: { name: 'punctuation.definition.text.garyml' } },
      contentName: 'string.unquoted.block.garyml',
    },
    {
      begin: '^\\s*(\\.[A-Z][A-Za-z0-9]*)(:)?',
      end: '$|(?=""")',
      beginCaptures: {
        1: { name: 'keyword.control.directive.garyml' },
        2: { name: 'punctuation.separator.key-value.garyml' },
      },
      patterns: [{ include: '#header' }],
    },
    {
      begin: '^\\s*(\\.[a-z][A-Za-z0-9_-]*)(:)?',
      end: '$|(?=""")',
      beginCaptures: {
        1: { name: 'entity.name.function.garyml' },
        2: { name: 'punctuation.separator.key-value.garyml' },
      },
      patterns: [{ include: '#header' }],
    },
    {
      begin: '^\\s*([A-Za-z_][A-Za-z0-9_-]*)(:)(?=\\s|$)',
      end: '$|(?=""")',
      beginCaptures: {
        1: { name: 'support.type.property-name.garyml' },
        2: { name: 'punctuation.separator.key-value.garyml' },
      },
      patterns: [{ include: '#value' }],
    },
    { include: '#string' },
  ],
  repository: {
    header: {
      patterns: [
        { include: '#comment' },
        {
          match: '([A-Za-z_][A-Za-z0-9_-]*)(=)(?:("(?:[^"\\\\]|\\\\.)*"?|\'[^\']*\'?)|(@[A-Za-z0-9_.-]+)|([^\\s"\']+))?',
          captures: {
            1: { name: 'support.type.property-name.garyml' },
            2: { name: 'keyword.operator.assignment.garyml' },
            3: { name: 'string.quoted.garyml' },
            4: { name: 'variable.other.reference.garyml' },
            5: { name: 'string.unquoted.garyml' },
          },
        },
        {
          match: '([A-Za-z_][A-Za-z0-9_-]*)(:)(?=\\s)',
          captures: {
            1: { name: 'support.type.property-name.garyml' },
            2: { name: 'punctuation.separator.key-value.garyml' },
          },
        },
        { include: '#value' },
      ],
    },
    value: {
      patterns: [
        { include: '#comment' },
        { include: '#string' },
        { match: '@[A-Za-z0-9_.-]+', name: 'variable.other.reference.garyml' },
        { match: '(?<=[\\s:=,\\[])-?[0-9]+(?:\\.[0-9]+)*(?=\\s*(?:$|,|\\]|#))', name: 'constant.numeric.garyml' },
        { match: '(?<=[\\s:=,\\[])(?:true|false)(?=\\s*(?:$|,|\\]|#))', name: 'constant.language.boolean.garyml' },
        { match: '[\\[\\],]', name: 'punctuation.separator.list.garyml' },
      ],
    },
    comment: { match: '(?<=\\s)#(?:\\s.*)?$', name: 'comment.line.number-sign.garyml' },
    string: {
      patterns: [
        {
          begin: '"(?!"")',
          end: '"|$',
          name: 'string.quoted.double.garyml',
          patterns: [{ match: '\\\\["\\\\]', name: 'constant.character.escape.garyml' }],
        },
        { begin: "(?<=[\\s:,\\[])'", end: "'|$", name: 'string.quoted.single.garyml' },
      ],
    },
  },
};
