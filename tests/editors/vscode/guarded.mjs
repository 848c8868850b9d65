// What the extension does where it may do little: in a folder that is not trusted, and without a program.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CASES } from './cases.mjs';
import { check, summary } from './checks.mjs';
import { model } from './model.mjs';
import { scratch, told, until, workspace } from './place.mjs';
import { AGREED, PROGRAM } from './recording.mjs';
import { session } from './session.mjs';

const [agd] = CASES;
const scripted = await model();
const key = 'sk-of-the-environment';
const env = { OPENAI_API_KEY: key, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
const machine = { 'agmark.run.baseUrl': scripted.url };
try {
  await untrusted();
  await alone();
  await installing();
} catch (error) {
  await check('the sessions go on to their end', () => {
    throw error;
  });
} finally {
  scripted.stop();
}
process.exit(summary());

/** A folder of somebody else, who would like to have a program of theirs started. */
async function untrusted() {
  const mark = path.join(scratch, 'started');
  const trap = path.join(scratch, 'untrusted/workspace/trap.sh');
  const files = {
    [agd.file]: agd.text,
    'hello.md': PROGRAM,
    'trap.sh': `#!/bin/sh\ntouch '${mark}'\n`,
    '.vscode/settings.json': JSON.stringify({ 'agmark.server.path': trap, 'agmark.run.baseUrl': 'http://127.0.0.1:9/v1' }),
  };
  await workspace('untrusted/workspace', files);
  execFileSync('chmod', ['+x', trap]);
  const place = await session({ name: 'untrusted', files, vsix: told('AGMARK_VSIX_WITH_SERVER'), machine, env, isTrusted: false });
  const { editor } = place;
  try {
    await check('a folder that is not trusted is analysed', async () => {
      await editor.open(agd.file);
      await editor.page.waitForSelector('.squiggly-error');
      await editor.sees('.statusbar-item', 'Restricted Mode');
      await editor.screenshot('untrusted');
    });
    await check('by the server of the package, without the key', async () => {
      const start = await until('a start', () => /starting (\S+), from this extension/.exec(place.log()));
      const [pid] = execFileSync('pgrep', ['-f', `^${start[1]} lsp`], { encoding: 'utf8' }).split('\n');
      return !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(key);
    });
    await editor.open('hello.md');
    await check('nothing is run there, which is said', async () => {
      await editor.command('agmark: Run program');
      await editor.message('This workspace is not trusted: nothing is run or fetched here.');
      await editor.screenshot('refused');
      await editor.command('Notifications: Clear All Notifications');
    });
    await check('nothing is fetched there, which is said', async () => {
      await editor.command('agmark: Audit a site for agents');
      await editor.message('This workspace is not trusted', 'Manage trust');
      await editor.sees('.workspace-trust-editor', 'Restricted Mode');
    });
    await check('no program of the folder was started, and nobody was called', () => {
      return !existsSync(mark) && scripted.requests.length === 0;
    });
  } finally {
    await place.stop();
  }
}

/** The package without a server, and no program on the PATH. */
async function alone() {
  const files = { [agd.file]: agd.text, 'hello.md': PROGRAM };
  await workspace('alone/home', AGREED);
  const place = await session({ name: 'alone', files, vsix: told('AGMARK_VSIX'), machine, env, hasProgram: false });
  const { editor } = place;
  const named = { ...machine, 'agmark.server.path': told('AGMARK') };
  try {
    await check('where there is no program, that is said, with a way to name one', async () => {
      await editor.open(agd.file);
      await editor.message('The program "agmark" was not found');
      await editor.screenshot('no-program');
      await editor.message('The program "agmark" was not found', 'Open settings');
      await editor.sees('.settings-editor', 'The program agmark, as an absolute path');
      await editor.screenshot('settings');
      await editor.press('Escape');
      await editor.page.locator('.settings-editor').waitFor({ state: 'hidden' });
    });
    await check('how to install it is a click away', async () => {
      await editor.command('agmark: Restart the server');
      await editor.message('The program "agmark" was not found', 'How to install');
      await editor.sees('.gettingStartedContainer', 'run one of the commands beside this text');
      await editor.screenshot('install');
      await editor.closeAll();
    });
    await check('a sample opens without a program', async () => {
      await editor.command('agmark: Open a sample');
      await editor.choose('A plan that agents write together');
      await editor.textHas('@h1 Repair café [#cafe]');
      await editor.closeAll();
    });
    await check('once it is named, it is started', async () => {
      await editor.open(agd.file);
      place.set(named);
      await editor.page.waitForSelector('.squiggly-error');
    });
    await check('the log and the trace are an output of the editor', async () => {
      place.set({ ...named, 'agmark.trace.server': 'messages' });
      await editor.command('agmark: Show the log');
      await until('a start in the log', () => /starting .*, from the setting agmark.server.path/.test(place.log()));
      await until('a message in the trace', () => /textDocument\/\w+/.test(place.log()));
      await editor.sees('.panel .view-lines', /textDocument\/\w+/);
      await editor.screenshot('log');
    });
    await check('the key of the environment is sent', async () => {
      await editor.open('hello.md');
      await editor.command('agmark: Run program');
      await editor.answer('Whom to greet', 'Ada');
      await editor.dialog('Run hello?', 'Run');
      await editor.sees('.view-lines', '"greeting": "Hello, Ada"');
      return scripted.requests[0].key === `Bearer ${key}`;
    });
  } finally {
    await place.stop();
  }
}

/** A package manager installs the program, after the person has seen the command and said yes. */
async function installing() {
  const bin = path.join(scratch, 'installing/bin');
  const record = path.join(scratch, 'installing/npm.txt');
  const manager = `#!/bin/sh\necho "$PWD: npm $*" >>'${record}'\nln -s '${told('AGMARK')}' '${bin}/agmark'\n`;
  await workspace('installing/bin', { npm: manager });
  execFileSync('chmod', ['+x', path.join(bin, 'npm')]);
  const files = { [agd.file]: agd.text };
  const profile = `PATH="${bin}:$PATH"\nexport PATH\n`;
  const place = await session({ name: 'installing', files, vsix: told('AGMARK_VSIX'), hasProgram: false, profile });
  const { editor } = place;
  const offer = async () => {
    await editor.open(agd.file);
    await editor.command('agmark: Install the program');
    await editor.choose('npm install --global agmark');
  };
  try {
    await check('a command that would install the program is shown, and not run without a yes', async () => {
      await offer();
      await editor.screenshot('install-question');
      await editor.dialog('npm install --global agmark', 'Cancel');
      await editor.page.waitForTimeout(1000);
      return !existsSync(record);
    });
    await check('after a yes it is run outside of the workspace, and the server starts', async () => {
      await offer();
      await editor.dialog('npm install --global agmark', 'Run in a terminal');
      await editor.page.waitForSelector('.squiggly-error');
      const [ran] = readFileSync(record, 'utf8').split('\n');
      if (ran !== `${path.join(scratch, 'installing/home')}: npm install --global agmark`) {
        throw new Error(ran);
      }
    });
  } finally {
    await place.stop();
  }
}
