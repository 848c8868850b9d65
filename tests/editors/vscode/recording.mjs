// A program and a recording of one run of it, made with a model that always says the same.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { model } from './model.mjs';
import { told, workspace } from './place.mjs';

export const PROGRAM = `---
name: hello
description: Says hello
input:
  type: object
  properties:
    who: { type: string, description: Whom to greet }
  required: [who]
output:
  type: object
  properties:
    greeting: { type: string }
  required: [greeting]
---

Say hello to {{ .who }}.
`;

/** What a home folder holds after somebody agreed. */
export const AGREED = { '.markdownlang-agreement.json': '{"agreed_at":"2026-01-01T00:00:00Z","phrase_index":0}' };

/** The program and the recording, as files. */
export async function recorded() {
  const folder = await workspace('recording', { 'hello.md': PROGRAM });
  const home = await workspace('recording-home', AGREED);
  const scripted = await model();
  try {
    const args = ['markdownlang', 'run', '--program', 'hello.md', '--input', '{"who":"Ada"}', '--base-url', scripted.url];
    const child = spawn(told('AGMARK'), [...args, '--record', 'hello.tape.jsonl'], {
      cwd: folder,
      env: { ...process.env, HOME: home, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) {
      throw new Error(`the recording failed with ${code}`);
    }
  } finally {
    scripted.stop();
  }
  return { 'hello.md': PROGRAM, 'hello.tape.jsonl': await readFile(path.join(folder, 'hello.tape.jsonl'), 'utf8') };
}
