// A run that is played from a recording: nothing is asked, started or called but the program itself.

import { spawn } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findProgram } from './program.js';
import { environment } from './secrets.js';
import type { Server } from './server.js';

/** The result, as JSON to show; `note` is the summary in a few words. */
export interface Played {
  readonly result: string;
  readonly summary: string | undefined;
  readonly note: string;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  /** What it said on standard error, by lines. */
  readonly said: readonly string[];
}

/** Plays a program from a recording; undefined if the person ended it. */
export async function play(
  context: vscode.ExtensionContext,
  server: Server,
  program: string,
  recording: string,
  input: unknown,
): Promise<Played | undefined> {
  const args = ['markdownlang', 'run', '--program', program, '--input', '-', '--summary', '--replay', recording];
  const ran = await server.attended(path.basename(program), 'long', (tell, cancelled) =>
    start(context, path.dirname(program), args, input, tell, cancelled),
  );
  if (ran === undefined) {
    return undefined;
  }
  const at = ran.said.findIndex((line) => line.startsWith('{'));
  const [words, summary] = at < 0 ? [ran.said, undefined] : [ran.said.slice(0, at), ran.said.slice(at).join('\n')];
  if (ran.code !== 0) {
    throw new Error(words.join('\n').trim() || `the program ended with ${ran.code}`);
  }
  return { result: pretty(ran.out), summary: summary && pretty(summary), note: summary ? noteOf(summary) : '' };
}

async function start(
  context: vscode.ExtensionContext,
  cwd: string,
  args: readonly string[],
  input: unknown,
  tell: (text: string) => void,
  cancelled: vscode.CancellationToken,
): Promise<Ran | undefined> {
  const program = await findProgram(context);
  const env = await environment(context);
  return new Promise((resolve, reject) => {
    const child = spawn(program.path, args, { cwd, env, windowsHide: true });
    const out: Buffer[] = [];
    let said = '';
    // Asked to end, it stops what it started.
    cancelled.onCancellationRequested(() => child.kill('SIGTERM'));
    child.stdout.on('data', (data: Buffer) => out.push(data));
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      const last = said.trimEnd().split('\n').at(-1);
      if (last && !last.startsWith('{')) {
        tell(last.trim());
      }
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const ran = { code, out: Buffer.concat(out).toString(), said: said.split('\n').filter((one) => one !== '') };
      resolve(cancelled.isCancellationRequested ? undefined : ran);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

interface Summary {
  readonly iterations?: number;
  readonly tokens?: { readonly total?: number; readonly cost?: number };
  readonly duration?: string;
}

function noteOf(text: string): string {
  try {
    const { iterations, tokens, duration } = JSON.parse(text) as Summary;
    const parts = [
      tokens?.total === undefined ? undefined : `${tokens.total} tokens`,
      duration,
      iterations === undefined ? undefined : `${iterations} ${iterations === 1 ? 'round' : 'rounds'}`,
      tokens?.cost === undefined ? undefined : `$${tokens.cost}`,
    ];
    return parts.filter((part) => part !== undefined).join(', ');
  } catch {
    return '';
  }
}

function pretty(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
