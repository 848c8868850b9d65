// What the tests of the grammars share: VS Code's own library reads a text, and tells the scopes at each position.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
export async function tokens(scope, text) {
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

export async function has(scope, text, wanted) {
  const all = await tokens(scope, text);
  for (const one of wanted) {
    assert.ok(all.includes(one), `no "${one}" among:\n${all.join('\n')}`);
  }
}
