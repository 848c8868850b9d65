// The value that a person wrote, however they wrote it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { transform } from 'esbuild';

const source = await readFile(new URL('../src/written.ts', import.meta.url), 'utf8');
const { code } = await transform(source, { loader: 'ts', format: 'esm' });
const { valueIn } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const SCHEMA = { $schema: 'agmark-schema:/x.json' };

test('the value is under its name', () => {
  assert.deepEqual(valueIn({ ...SCHEMA, address: { street: 'Rua 1' } }, 'address'), { street: 'Rua 1' });
  assert.deepEqual(valueIn({ address: [1] }, 'address'), [1]);
  assert.equal(valueIn({ ...SCHEMA, address: null }, 'address'), null);
});

test('a value without a name is not lost', () => {
  for (const alone of [[1, 2], [], 'text', 5, true, null, { street: 'Rua 1' }, {}]) {
    assert.deepEqual(valueIn(alone, 'address'), alone);
  }
  assert.deepEqual(valueIn({ ...SCHEMA, street: 'Rua 1' }, 'address'), { street: 'Rua 1' });
  assert.deepEqual(valueIn({ address: 'Rua 1', city: 'Porto' }, 'address'), { address: 'Rua 1', city: 'Porto' });
});

test('where the name was taken away there is none', () => {
  assert.equal(valueIn(SCHEMA, 'address'), undefined);
});
