// A program and a recording of one run of it, made with a model that always says the same.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
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

const ANSWER = {
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"greeting":"Hello, Ada"}' } }],
  usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
};

/** Writes `hello.md` and `hello.tape.jsonl` into a folder of the scratch space. */
export async function record(name) {
  const folder = await workspace(name, { 'hello.md': PROGRAM });
  const home = await workspace('recording-home', {
    '.markdownlang-agreement.json': '{"agreed_at":"2026-01-01T00:00:00Z","phrase_index":0}',
  });
  const model = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(ANSWER));
    });
  });
  await new Promise((resolve) => model.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${model.address().port}/v1`;
    const args = ['markdownlang', 'run', '--program', 'hello.md', '--input', '{"who":"Ada"}', '--base-url', url];
    const child = spawn(told('AGMARK'), [...args, '--record', path.join(folder, 'hello.tape.jsonl')], {
      cwd: folder,
      env: { ...process.env, HOME: home, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) {
      throw new Error(`the recording failed with ${code}`);
    }
  } finally {
    model.close();
  }
}
