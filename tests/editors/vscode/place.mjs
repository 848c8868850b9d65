// code-server and Chromium, started and ended for a test.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** Milliseconds for anything at all to happen, on a busy machine. */
export const PATIENCE = Number(process.env.AGMARK_PATIENCE ?? 90_000);

/** Something of the environment that `tests/run` sets. */
export function told(name) {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: start this with \`bash tests/run vscode\``);
  }
  return value;
}

export const scratch = told('AGMARK_SCRATCH');

/** A folder with these files. */
export async function workspace(name, files) {
  const folder = path.join(scratch, name);
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return folder;
}

/**
 * The environment of an editor, with a home of its own, called `name`. VS Code asks the person's shell what the PATH is:
 * there the program is put on it, if it is to be found.
 */
export async function home(name = 'home', hasProgram = true, profile = '') {
  const found = hasProgram ? `PATH="${path.dirname(told('AGMARK'))}:$PATH"\nexport PATH\n` : '';
  const folder = await workspace(name, { '.profile': found + profile });
  return { HOME: folder, SHELL: '/bin/bash', XDG_CONFIG_HOME: path.join(folder, '.config'), XDG_STATE_HOME: path.join(folder, '.state') };
}

/** Waits until `ask` gives something true, and gives it. */
export async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`${what}: not within ${PATIENCE} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A process that is ended with the tests, and the first answer of its `/healthz` or main page. */
export async function serve(command, args, env, ready) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const said = [];
  child.stdout.on('data', (data) => said.push(data));
  child.stderr.on('data', (data) => said.push(data));
  const end = Date.now() + PATIENCE;
  for (;;) {
    if (child.exitCode !== null || Date.now() > end) {
      throw new Error(`${command} does not serve:\n${Buffer.concat(said)}`);
    }
    try {
      if ((await fetch(ready)).status < 500) {
        break;
      }
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // It has children of its own: the whole group ends, however the tests do.
  const stop = () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // Gone already.
    }
  };
  process.on('exit', stop);
  return { stop };
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export function browser() {
  return chromium.launch({
    executablePath: told('AGMARK_CHROMIUM'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
