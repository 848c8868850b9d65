// What is in the packages: the one without a server, and the one for this platform.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { check, summary } from './checks.mjs';
import { told } from './place.mjs';

/** The languages that the extension adds. */
const OWN = Object.keys(JSON.parse(readFileSync(`${process.env.AGMARK_EXTENSION}/src/formats.json`, 'utf8')));

/** What every package has. */
const NEEDED = [
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/THIRD-PARTY-NOTICES.md',
  'extension/media/walkthrough/write.svg',
  'extension/LICENSE.txt',
  'extension/out/extension.cjs',
  'extension/out/client.cjs',
  'extension/out/features.cjs',
  'extension/web/extension.js',
  'extension/web/worker.js',
  'extension/media/page.css',
  'extension/icons/agmark.png',
  ...[...OWN, 'html', 'template'].map((name) => `extension/out/syntaxes/${name}.json`),
  ...OWN.flatMap((name) => [`extension/language/${name}.json`, `extension/icons/${name}-dark.svg`]),
  ...[...OWN, 'aaf', 'markdownlang'].map((name) => `extension/snippets/${name}.json`),
];

/** What is the project's and no user's. */
const STRANGE = /\/(src|test|scripts|node_modules|syntaxes\/\w+\.mjs|screenshots)\/|\.(ts|map)$/;

/** Reads a package with Python, which knows its form. */
const READ = 'import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps({"names": z.namelist(), "manifest": z.read("extension.vsixmanifest").decode(), "readme": z.read("extension/readme.md").decode(), "modes": {i.filename: i.external_attr >> 16 for i in z.infolist()}}))';

const read = (file) => JSON.parse(execFileSync('python3', ['-c', READ, file], { encoding: 'utf8' }));
const plain = read(told('AGMARK_VSIX'));
const whole = read(told('AGMARK_VSIX_WITH_SERVER'));
const platform = `${process.platform}-${process.arch}`;

for (const [name, { names }] of Object.entries({ 'without a server': plain, 'with one': whole })) {
  await check(`the package ${name} has all that is needed`, () => {
    const missing = NEEDED.filter((one) => !names.includes(one));
    if (missing.length > 0) {
      throw new Error(`missing: ${missing.join(', ')}`);
    }
  });
  await check(`the package ${name} has nothing else`, () => {
    const strange = names.filter((one) => STRANGE.test(one));
    if (strange.length > 0) {
      throw new Error(strange.join(', '));
    }
  });
}
await check('one has a server that can be started, the other none', () => {
  const server = (names) => names.filter((one) => one.startsWith('extension/server/'));
  return server(plain.names).length === 0 && server(whole.names).length === 1 && (whole.modes[server(whole.names)[0]] & 0o111) !== 0;
});
await check('they are for this platform, and for all', () => {
  return whole.manifest.includes(`TargetPlatform="${platform}"`) && !plain.manifest.includes('TargetPlatform');
});
await check('the page of the marketplace has its addresses and pictures', () => {
  const missing = ['Getstarted', 'Support', 'Learn', 'Source'].filter((one) => !plain.manifest.includes(`Microsoft.VisualStudio.Services.Links.${one}`));
  const pictures = [...plain.readme.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, address]) => address);
  const unseen = pictures.filter((one) => !/^https:\/\/.*\.png$/.test(one) || !existsSync(`${process.env.AGMARK_EXTENSION}/screenshots/${path.basename(one)}`));
  if (missing.length + unseen.length > 0 || pictures.length < 3) {
    throw new Error(`missing: ${[...missing, ...unseen].join(', ')}; ${pictures.length} pictures`);
  }
});
await check('it says where it runs, and what it does without trust and without a disk', () => {
  const { browser, extensionKind, capabilities } = JSON.parse(readFileSync(`${process.env.AGMARK_EXTENSION}/package.json`, 'utf8'));
  const { untrustedWorkspaces, virtualWorkspaces } = capabilities;
  const restricted = untrustedWorkspaces.restrictedConfigurations;
  return (
    extensionKind[0] === 'workspace' &&
    browser === './web/extension.js' &&
    untrustedWorkspaces.supported === 'limited' &&
    ['agmark.server.path', 'agmark.run.baseUrl'].every((key) => restricted.includes(key)) &&
    virtualWorkspaces.supported === 'limited'
  );
});
await check('the package is made without warnings', () => {
  const said = readFileSync(told('AGMARK_PACKAGE_LOG'), 'utf8');
  if (/warn/i.test(said)) {
    throw new Error(said);
  }
});
const size = (variable) => `${Math.ceil(statSync(told(variable)).size / 1024)} KiB`;
console.log(`packages: ${size('AGMARK_VSIX')} without a server, ${size('AGMARK_VSIX_WITH_SERVER')} for ${platform}`);
process.exit(summary());
