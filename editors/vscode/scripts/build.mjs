// Builds the extension into `out`: what is read at activation, two bundles that are read when they are first needed, and
// the grammars. `out` is committed: the program `agmark` carries it along, so that `agmark setup vscode` needs no Node.
// The extension for browsers is built into `web`, which is not committed.

import { build } from 'esbuild';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeGrammars } from './grammars.mjs';
import { writeNotices } from './notices.mjs';

const here = new URL('..', import.meta.url);

/** Modules with a separate bundle. They share only code without state with the others. */
const LATER = ['client', 'features'];

/** The description that the server gives of itself. It is a separate file, because it changes without the sources. */
const CONTRIBUTIONS = 'contributions.json';

/** What is imported by `import('./NAME.js')` stays outside of the bundle, as a file beside it; so do the contributions. */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(${LATER.join('|')})\\.js$`) }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.replace(/js$/, 'cjs'), external: true } : undefined,
    );
    onResolve({ filter: /^\.\/contributions\.json$/ }, ({ path }) => ({ path, external: true }));
  },
};

export async function buildAll() {
  await rm(new URL('out', here), { recursive: true, force: true });
  const { metafile } = await build({
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
    metafile: true,
    logLevel: 'warning',
  });
  const browser = await buildForBrowsers();
  await writeNotices([metafile, browser], here);
  await writeGrammars(new URL('out/syntaxes/', here));
  await cp(new URL(`src/${CONTRIBUTIONS}`, here), new URL(`out/${CONTRIBUTIONS}`, here));
  await writeFile(new URL('scripts/built-from.txt', here), `${await sources()}\n`);
}

/** Builds the extension for browsers, and the worker of its server, which is that of the playground. */
async function buildForBrowsers() {
  await rm(new URL('web', here), { recursive: true, force: true });
  // The tests work on a copy of this folder.
  const root = process.env.AGMARK_ROOT ?? fileURLToPath(new URL('../..', here));
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(here),
    entryPoints: { extension: 'browser/extension.ts', worker: join(root, 'playground/src/worker.js') },
    outdir: 'web',
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    // Hosts of extensions in browsers load no other modules.
    format: 'cjs',
    external: ['vscode'],
    minify: true,
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** Tells the sources of the bundles apart from all others: a 64-bit FNV-1a hash of their names and texts. */
async function sources() {
  const folders = ['scripts', 'src', 'syntaxes'];
  const names = (await Promise.all(folders.map(async (folder) => (await readdir(new URL(folder, here))).map((name) => `${folder}/${name}`)))).flat();
  const wanted = [...names.filter((name) => /^(src\/.*\.ts|src\/formats\.json|syntaxes\/.*\.mjs|scripts\/(build|grammars)\.mjs)$/.test(name)), 'package-lock.json'];
  let hash = 0xcbf29ce484222325n;
  for (const name of wanted.sort()) {
    const text = await readFile(new URL(name, here), 'utf8');
    for (const byte of Buffer.from(`${name}\n${text.replaceAll('\r\n', '\n')}`)) {
      hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
  }
  return hash.toString(16).padStart(16, '0');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAll();
}
