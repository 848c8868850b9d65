// Writes the TextMate grammars, which are made of tables and functions, as the JSON that VS Code reads.

import { mkdir, writeFile } from 'node:fs/promises';
import { agd } from '../syntaxes/agd.mjs';
import { actions, anml } from '../syntaxes/anml.mjs';
import { garyml } from '../syntaxes/garyml.mjs';
import { html, template } from '../syntaxes/injections.mjs';

export const GRAMMARS = { agd, anml, anmla: actions, garyml, template, html };

/** Writes all of them into a folder, as `NAME.json`. */
export async function writeGrammars(folder) {
  await mkdir(folder, { recursive: true });
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    await writeFile(new URL(`${name}.json`, folder), JSON.stringify(grammar));
  }
}
