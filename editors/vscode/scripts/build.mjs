// Builds the extension into `out`: one bundle, and the grammars.

import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { writeGrammars } from './grammars.mjs';

const here = new URL('..', import.meta.url);

export async function buildAll() {
  await rm(new URL('out', here), { recursive: true, force: true });
  await build({
    absWorkingDir: new URL(here).pathname.replace(/^\/([A-Za-z]:)/, '$1'),
    entryPoints: ['src/extension.ts'],
    outfile: 'out/extension.cjs',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    minify: true,
    sourcemap: false,
    logLevel: 'warning',
  });
  await writeGrammars(new URL('out/syntaxes/', here));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  await buildAll();
}
