// Writes THIRD-PARTY-NOTICES.md: the packages whose code is in the bundles, with their licenses.

import { readdir, readFile, writeFile } from 'node:fs/promises';

/** `metafiles` are what esbuild says of its inputs; `here` is the folder of the extension. */
export async function writeNotices(metafiles, here) {
  const folders = new Set();
  for (const input of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) {
      folders.add(found[1]);
    }
  }
  const parts = await Promise.all([...folders].map((folder) => notice(new URL(`${folder}/`, here))));
  const intro = 'The extension contains code of these packages. The program `agmark` has its own list of licenses.';
  await writeFile(new URL('THIRD-PARTY-NOTICES.md', here), `# Third-party notices\n\n${intro}\n\n${parts.sort().join('\n')}`);
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'));
  const file = (await readdir(folder)).find((one) => /^(license|licence)(\.\w+)?$/i.test(one));
  if (!license || !file) {
    throw new Error(`${name} has no license`);
  }
  const text = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n').trim();
  const lines = text.split('\n').map((line) => line.trimEnd());
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}
