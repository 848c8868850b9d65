// What `agmark setup vscode` installs: the package that the program carries, which starts that program.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { CASES } from './cases.mjs';
import { check, summary } from './checks.mjs';
import { scratch, told, until, workspace } from './place.mjs';
import { session } from './session.mjs';

const [agd] = CASES;
const home = await workspace('setup/person', { 'notes.txt': '' });
const server = told('AGMARK_CODE_SERVER');
const env = {
  HOME: home,
  PATH: `${path.dirname(server)}:/usr/bin:/bin`,
  XDG_DATA_HOME: path.join(home, 'data'),
  XDG_CONFIG_HOME: path.join(home, 'config'),
};
const run = (program, ...args) => execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

await check('setup installs the extension with the editor\'s own command line', () => {
  const said = run(told('AGMARK'), 'setup', 'vscode');
  if (!run(server, '--list-extensions').split('\n').includes('agmark.agmark')) {
    throw new Error(said);
  }
});
await check('a second time there is nothing to do', () => {
  const again = execFileSync('sh', ['-c', '"$0" setup vscode 2>&1', told('AGMARK')], { env, encoding: 'utf8' });
  if (!again.includes('nothing to do')) {
    throw new Error(again);
  }
});
await check('setup takes it away again', () => {
  run(told('AGMARK'), 'setup', 'vscode', '--remove');
  return !run(server, '--list-extensions').includes('agmark');
});

// Without an editor the package is written all the same; a person installs it by hand.
const vsix = path.join(scratch, 'setup/person/data/agmark/vscode/agmark.vsix');
try {
  execFileSync(told('AGMARK'), ['setup', 'vscode'], { env: { ...env, PATH: '' }, stdio: 'ignore' });
} catch (error) {
  await check('without an editor the exit code is 1', () => error.status === 1);
}
for (const isTrusted of [true, false]) {
  const name = isTrusted ? 'setup' : 'setup-untrusted';
  const place = await session({ name, files: { [agd.file]: agd.text }, vsix, isTrusted, hasProgram: false });
  try {
    await check(`the program that made the package is started, ${isTrusted ? '' : 'also '}in a folder that is ${isTrusted ? '' : 'not '}trusted`, async () => {
      await place.editor.open(agd.file);
      await place.editor.page.waitForSelector('.squiggly-error');
      await until('a start', () => place.log().includes(`starting ${told('AGMARK')}, from agmark setup`));
    });
  } finally {
    await place.stop();
  }
}
process.exit(summary());
