// The grammars for the first paint, read by VS Code's own library: the scopes at each position.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { GRAMMARS } from '../scripts/grammars.mjs';

const require = createRequire(import.meta.url);
const { INITIAL, Registry } = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);

/** Stand-ins for the grammars that VS Code ships: every word of theirs has one scope. */
const stranger = (scopeName, extra = []) => ({
  scopeName,
  patterns: [...extra, { begin: '"""', end: '"""', name: `string.${scopeName}` }, { match: '\\w+', name: `word.${scopeName}` }],
});
const MARKDOWN = stranger('text.html.markdown');
const HTML = stranger('text.html.basic', [
  { begin: '<!--', end: '-->', name: 'comment.html' },
  { begin: '<\\w+', end: '>', name: 'meta.tag.html', patterns: [{ begin: '"', end: '"', name: 'string.html' }, { match: '[\\w-]+', name: 'attribute.html' }] },
]);

const TSX = stranger('source.tsx', [
  { begin: '<\\w+', end: '>', name: 'meta.tag.tsx', patterns: [{ begin: '"', end: '"', name: 'string.tsx' }, { match: '[\\w-]+', name: 'attribute.tsx' }] },
]);

const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const known = [...Object.values(GRAMMARS), MARKDOWN, HTML, TSX].find((one) => one.scopeName === scope);
    return known ?? stranger(scope);
  },
  getInjections: (scope) => {
    const into = { 'text.html.markdown': ['agmark.template.injection'], 'text.html.basic': ['agmark.aaf.injection'], 'source.tsx': ['agmark.aaf.injection'] };
    return into[scope] ?? [];
  },
});

/** The innermost scope of each token that is not blank, as `text scope`. */
async function tokens(scope, text) {
  const grammar = await registry.loadGrammar(scope);
  const all = [];
  let stack = INITIAL;
  for (const line of text.split('\n')) {
    const read = grammar.tokenizeLine(line, stack);
    stack = read.ruleStack;
    for (const token of read.tokens) {
      const part = line.slice(token.startIndex, token.endIndex).trim();
      if (part !== '') {
        all.push(`${part} ${token.scopes.at(-1)}`);
      }
    }
  }
  return all;
}

async function has(scope, text, wanted) {
  const all = await tokens(scope, text);
  for (const one of wanted) {
    assert.ok(all.includes(one), `no "${one}" among:\n${all.join('\n')}`);
  }
}

test('AGD: headers, inline text, references', async () => {
  await has('text.agd', '@h1 Rota [#rota lang=english]\n\n@p Bake *bread* and _rest_, @ref #oven\n@! a note\n@ref #oven', [
    '@h1 entity.name.tag.agd',
    'Rota markup.heading.agd',
    'rota entity.name.function.label.agd',
    'lang entity.other.attribute-name.agd',
    '*bread* markup.bold.agd',
    '_rest_ markup.italic.agd',
    '#oven markup.underline.link.agd',
    '@! a note comment.line.agd',
  ]);
});

test('AGD: code is in its language, to the closer and no further', async () => {
  const text = '@code lang=python [#hello]\n~~~~\nprint("""\n~~~\n""")\nopen """\n~~~~\n\n@h2 After [#after]';
  await has('text.agd', text, [
    'hello entity.name.function.label.agd',
    'print word.source.python',
    '@h2 entity.name.tag.agd',
    'after entity.name.function.label.agd',
  ]);
});

test('AGD: a block without a fence ends at the next one', async () => {
  await has('text.agd', '@raw type=html\n@h1 Next [#next]', ['@h1 entity.name.tag.agd', 'Next markup.heading.agd']);
});

test('ANML: front matter, elements, tables, differences', async () => {
  const text = '---\nts: 12\n---\nmain\n  button#e1 "Save \\"all\\"" cost=3 [disabled] -- a note\n  > said\n  | A | link#e2 |\n  ~ 12 links\n  + p "New"';
  await has('text.anml', text, [
    'ts support.type.property-name.anml',
    '12 constant.numeric.anml',
    'main entity.name.tag.anml',
    'button entity.name.tag.anml',
    '#e1 entity.name.function.label.anml',
    '\\" constant.character.escape.anml',
    'cost entity.other.attribute-name.anml',
    '3 constant.numeric.anml',
    '[disabled] constant.language.state.anml',
    '-- a note comment.line.note.anml',
    'said markup.raw.anml',
    '#e2 entity.name.function.label.anml',
    '~ 12 links comment.line.summary.anml',
    '+ keyword.operator.change.anml',
  ]);
});

test('ANML actions', async () => {
  await has('text.anmla', '# against: page.anml\nfill #e1 "Ada"\nscroll #e2 down', [
    'against keyword.control.anmla',
    'fill keyword.control.anmla',
    '#e1 entity.name.function.label.anmla',
    'down constant.language.direction.anmla',
  ]);
});

test('GaryML: directives, commands, parameters, blocks', async () => {
  const text =
    '.GaryML version: 1.0 # first\n.Context id=list path=a.go\n  ```go\n  func main() {}\n  ```\n.Plan\n  """\n  1. Read\n  """\n.Execute\n  .round\n    target: @list\n    dry: true\n    to: 5';
  await has('text.garyml', text, [
    '.GaryML keyword.control.directive.garyml',
    '1.0 constant.numeric.garyml',
    '# first comment.line.number-sign.garyml',
    'id support.type.property-name.garyml',
    'go entity.name.type.language.garyml',
    'func word.source.go',
    '1. Read string.unquoted.block.garyml',
    '.round entity.name.function.garyml',
    '@list variable.other.reference.garyml',
    'true constant.language.boolean.garyml',
    '5 constant.numeric.garyml',
  ]);
});

test('templates are highlighted in Markdown', async () => {
  await has('text.html.markdown', 'Hello {{ .who | upper }} {{/* note */}}{{ if eq $x "a" }}', [
    '.who variable.other.property.agmark',
    'upper support.function.agmark',
    'if keyword.control.agmark',
    '$x variable.other.agmark',
    'Hello word.text.html.markdown',
    'note comment.block.template.agmark',
  ]);
});

test('annotations are highlighted in tags, and nowhere else', async () => {
  await has('text.html.basic', '<form data-agent-action="a.b">data-agent-kind<!-- data-agent-kind -->', [
    'action keyword.other.agent.agmark',
    'data-agent-kind comment.html',
  ]);
  const all = await tokens('text.html.basic', '<p title="data-agent-kind">');
  assert.ok(!all.some((one) => one.endsWith('agent.agmark')), all.join('\n'));
});

test('so it does in components, where the package puts it', async () => {
  await has('source.tsx', 'return <button data-agent-action="a.b">', ['action keyword.other.agent.agmark', 'return word.source.tsx']);
  const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { injectTo } = contributes.grammars.find(({ scopeName }) => scopeName === 'agmark.aaf.injection');
  for (const scope of ['text.html.basic', 'text.html.derivative', 'text.html.vue', 'source.svelte', 'source.js.jsx', 'source.tsx']) {
    assert.ok(injectTo.includes(scope), scope);
  }
});
