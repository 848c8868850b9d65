// Makes packages:
//
//     npm run package                                      agmark.vsix, without a server
//     npm run package -- --target linux-x64 --server FILE  agmark-linux-x64.vsix, with that program in it
//     npm run package -- --servers FOLDER                  one without, and one for each FOLDER/TARGET/agmark[.exe]
//     npm run package -- --module FILE                     agmark.vsix with the server for browsers, FILE, and what is
//                                                          beside it: the table of tokens, and licences if they are there
//
// Targets are those of VS Code: linux-x64, linux-arm64, alpine-x64, darwin-x64, darwin-arm64, win32-x64, win32-arm64.

import { createVSIX } from '@vscode/vsce';
import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';

const TARGETS = ['linux-x64', 'linux-arm64', 'alpine-x64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

const here = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    server: { type: 'string' },
    servers: { type: 'string' },
    module: { type: 'string' },
    out: { type: 'string', default: here },
  },
});

if ((values.target === undefined) !== (values.server === undefined)) {
  fail('--target and --server belong together');
}
await buildAll();
if (values.target !== undefined) {
  await withServer(values.target, path.resolve(values.server));
} else {
  await forAll(values.module && path.resolve(values.module));
  for (const target of values.servers ? await readdir(values.servers) : []) {
    await withServer(target, path.resolve(values.servers, target, program(target)));
  }
}

/** The package for all platforms. Editors in browsers use it; the server for them is a WebAssembly module. */
async function forAll(module) {
  const beside = (name) => path.join(path.dirname(module), name);
  const known = module ? [[module, 'server.wasm'], ...['tokens.bin', 'THIRD-PARTY.txt'].map((name) => [beside(name), name])] : [];
  const files = known.filter(([from, name]) => name !== 'THIRD-PARTY.txt' || existsSync(from));
  const there = (name) => path.join(here, 'web', name);
  try {
    await Promise.all(files.map(([from, name]) => cp(from, there(name))));
    await pack(undefined);
  } finally {
    await Promise.all(files.map(([, name]) => rm(there(name), { force: true })));
  }
}

/** A package for a platform, with a server. */
async function withServer(target, server) {
  if (!TARGETS.includes(target)) {
    fail(`unknown target "${target}"; there are: ${TARGETS.join(', ')}`);
  }
  if (!existsSync(server)) {
    fail(`${server} is not there`);
  }
  const folder = path.join(here, 'server');
  try {
    await mkdir(folder, { recursive: true });
    await cp(server, path.join(folder, program(target)));
    await chmod(path.join(folder, program(target)), 0o755);
    await pack(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pack(target) {
  const name = target === undefined ? 'agmark.vsix' : `agmark-${target}.vsix`;
  const packagePath = path.join(path.resolve(values.out), name);
  // Links and pictures of the page are files of the repository.
  const { url, directory } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8')).repository;
  const files = (kind) => `${url.replace(/\.git$/, '')}/${kind}/main/${directory}`;
  await createVSIX({ cwd: here, packagePath, target, dependencies: false, baseContentUrl: files('blob'), baseImagesUrl: files('raw') });
  console.log(packagePath);
}

function program(target) {
  return target.startsWith('win32') ? 'agmark.exe' : 'agmark';
}

function fail(why) {
  console.error(why);
  process.exit(2);
}
