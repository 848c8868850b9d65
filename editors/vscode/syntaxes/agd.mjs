import { EMBEDDED, body } from './embedded.mjs';

const CLOSER = '~{3,}\\s*$';

const fence = (patterns, contentName) => ({
  begin: '^(~{3,})\\s*$',
  end: '^(\\1)\\s*$',
  beginCaptures: { 1: { name: 'punctuation.definition.fence.begin.agd' } },
  endCaptures: { 1: { name: 'punctuation.definition.fence.end.agd' } },
  ...(contentName ? { contentName } : {}),
  patterns,
});

/** A block with a fence: it ends before the next line that is neither blank nor a fence, or with the fence. */
const fenced = (header, inner) => ({
  begin: header,
  end: '(?<=~)(?=\\s*$)(?!\\G)|^(?=[^\\s~])',
  beginCaptures: {
    1: { name: 'entity.name.tag.agd' },
    2: { patterns: [{ include: '#header' }] },
  },
  patterns: [inner],
});

const ATTRIBUTE_BEFORE = '(?=[^\\n]*\\s(?:lang|type|format)=';

const inLanguage = ({ names, scope, language }) =>
  fenced(
    `^(@(?:code|raw|table|x-[A-Za-z0-9_-]+))${ATTRIBUTE_BEFORE}"?(?:${names.join('|')})"?(?:\\s|$))(.*)$`,
    fence([body(CLOSER, scope, language)]),
  );

export const agd = {
  scopeName: 'text.agd',
  name: 'AGD',
  patterns: [
    { match: '^@!.*$', name: 'comment.line.agd' },
    ...EMBEDDED.map(inLanguage),
    fenced('^(@(?:code|raw|table|x-[A-Za-z0-9_-]+))(?=\\s|$)(.*)$', fence([], 'markup.raw.block.agd')),
    {
      match: '^(@h[1-4])(?:\\s+(.*?))?(?:\\s+(\\[#[^\\]]*\\]))?\\s*$',
      captures: {
        1: { name: 'entity.name.tag.agd' },
        2: { name: 'markup.heading.agd', patterns: [{ include: '#inline' }] },
        3: { patterns: [{ include: '#id' }] },
      },
    },
    {
      match: '^(@p)(?:\\s+(.*?))?(?:\\s+(\\[#[^\\]]*\\]))?\\s*$',
      captures: {
        1: { name: 'entity.name.tag.agd' },
        2: { patterns: [{ include: '#inline' }] },
        3: { patterns: [{ include: '#id' }] },
      },
    },
    {
      match: '^(@(?:meta|ul|ol|quote|ref|include))(?=\\s|$)(.*)$',
      captures: { 1: { name: 'entity.name.tag.agd' }, 2: { patterns: [{ include: '#header' }] } },
    },
    { match: '^@[A-Za-z_][^\\s]*', name: 'invalid.illegal.tag.agd' },
    {
      match: '^(-)(?:\\s+(.*))?$',
      captures: {
        1: { name: 'punctuation.definition.list.begin.agd' },
        2: { patterns: [{ include: '#inline' }] },
      },
    },
    {
      match: '^(>)(?:\\s+(.*))?$',
      captures: {
        1: { name: 'punctuation.definition.quote.begin.agd' },
        2: { name: 'markup.quote.agd', patterns: [{ include: '#inline' }] },
      },
    },
  ],
  repository: {
    header: { patterns: [{ include: '#id' }, { include: '#attribute' }, { include: '#target' }] },
    id: {
      begin: '(\\[)(#)([A-Za-z_][A-Za-z0-9_-]*)(?:(:)([0-9a-f]+))?',
      end: '\\]|$',
      beginCaptures: {
        1: { name: 'punctuation.section.brackets.begin.agd' },
        2: { name: 'punctuation.definition.id.agd' },
        3: { name: 'entity.name.function.label.agd' },
        4: { name: 'punctuation.separator.agd' },
        5: { name: 'constant.other.hash.agd' },
      },
      endCaptures: { 0: { name: 'punctuation.section.brackets.end.agd' } },
      patterns: [{ include: '#attribute' }],
    },
    attribute: {
      match:
        '([A-Za-z0-9_-]+)(=)(?:("(?:[^"\\\\]|\\\\.)*"?)|(true|false)(?=[\\s\\]]|$)|(-?[0-9]+)(?=[\\s\\]]|$)|([^\\s\\]"][^\\s\\]]*))?',
      captures: {
        1: { name: 'entity.other.attribute-name.agd' },
        2: { name: 'keyword.operator.assignment.agd' },
        3: { name: 'string.quoted.double.agd' },
        4: { name: 'constant.language.boolean.agd' },
        5: { name: 'constant.numeric.agd' },
        6: { name: 'string.unquoted.agd' },
      },
    },
    target: { match: '#[A-Za-z_][A-Za-z0-9_-]*', name: 'markup.underline.link.agd' },
    inline: {
      patterns: [
        { match: '`[^`]+`', name: 'markup.inline.raw.agd' },
        { match: '\\*[^*]+\\*', name: 'markup.bold.agd' },
        { match: '(?<![A-Za-z0-9_])_[^_]+_(?![A-Za-z0-9_])', name: 'markup.italic.agd' },
        {
          match: '(@ref)\\s+(#[A-Za-z_][A-Za-z0-9_-]*)',
          captures: { 1: { name: 'entity.name.tag.agd' }, 2: { name: 'markup.underline.link.agd' } },
        },
      ],
    },
  },
};
