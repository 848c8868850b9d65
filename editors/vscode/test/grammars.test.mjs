// The grammars for the first paint: the scopes at each position.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { has, tokens } from './scopes.mjs';

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
