// Builds the extension into `out`: what is read at activation, two bundles that are read when they are first needed, and
// the grammars.

import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeGrammars } from './grammars.mjs';

const here = new URL('..', import.meta.url);

/** Modules that are bundles of their own; nothing in them is shared with the others but what has no state. */
const LATER = ['client', 'features'];

/** What is imported by `import('./NAME.js')` stays outside of the bundle, as a file beside it. */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(${LATER.join('|')})\\.js$`) }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.replace(/js$/, 'cjs'), external: true } : undefined,
    );
  },
};

export async function buildAll() {
  await rm(new URL('out', here), { recursive: true, force: true });
  await build({
    absWorkingDir: fileURLToPath(here),
    entryPoints: ['extension', ...LATER].map((name) => `src/${name}.ts`),
    outdir: 'out',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // A dynamic import of such a bundle is a `require`, which VS Code has prepared for extensions.
    supported: { 'dynamic-import': false },
    external: ['vscode'],
    plugins: [apart],
    minify: true,
    sourcemap: false,
    logLevel: 'warning',
  });
  await writeGrammars(new URL('out/syntaxes/', here));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAll();
}
