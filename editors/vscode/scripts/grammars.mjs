// Writes the TextMate grammars, which are made of tables and functions, as the JSON that VS Code reads. The files of
// `syntaxes` export them by name; an export without a scope is a part of a grammar.

import { mkdir, readdir, writeFile } from 'node:fs/promises';

const SYNTAXES = new URL('../syntaxes/', import.meta.url);

/** All grammars, by name. */
export const GRAMMARS = Object.fromEntries((await Promise.all((await readdir(SYNTAXES)).sort().map(grammarsOf))).flat());

async function grammarsOf(file) {
  const exported = await import(new URL(file, SYNTAXES));
  return Object.entries(exported).filter(([, value]) => typeof value?.scopeName === 'string');
}

/** Writes all of them into a folder, as `NAME.json`. */
export async function writeGrammars(folder) {
  await mkdir(folder, { recursive: true });
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    await writeFile(new URL(`${name}.json`, folder), JSON.stringify(grammar));
  }
}
