// Running a markdownlang program: its input by a form, its result and summary beside. The server runs it, and starts and
// calls nothing before the person has seen it whole and said yes. A recording and a dry run need neither.

import { spawn } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { ask } from './form.js';
import { isProgram } from './languages.js';
import { findProgram } from './program.js';
import { open, show } from './results.js';
import { environment } from './secrets.js';
import type { Server } from './server.js';

export type How = 'run' | 'again' | 'replay' | 'dry';

type Input = Record<string, unknown>;

/** The server's command: it shows what it would start and call, asks, and tells how far it is. */
const RUN = 'agmark.markdownlang.run';

export async function run(
  context: vscode.ExtensionContext,
  server: Server,
  document: vscode.TextDocument,
  how: How,
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new Error('In a workspace that is not trusted nothing is run.');
  }
  if (document.uri.scheme !== 'file' || !isProgram(document)) {
    throw new Error('That is no program: a program is a Markdown file with `input` or `output` in its front matter.');
  }
  await document.save();
  const input = await inputFor(context, document, how);
  if (input === undefined) {
    return;
  }
  if (how === 'run' || how === 'again') {
    const argument = { uri: document.uri.toString(), input };
    await show(await server.execute(RUN, argument, path.basename(document.uri.fsPath), 'long'));
    return;
  }
  const args = ['markdownlang', 'run', '--program', document.uri.fsPath, '--input', '-'];
  if (how === 'dry') {
    args.push('--dry-run');
  } else {
    const recording = await chooseRecording(document);
    if (!recording) {
      return;
    }
    args.push('--summary', '--replay', recording.fsPath);
  }
  await carryOut(context, document, args, input, how);
}

/** The input: as last time, or from the form, which begins with the last one. */
async function inputFor(
  context: vscode.ExtensionContext,
  document: vscode.TextDocument,
  how: How,
): Promise<Input | undefined> {
  const { front } = await import('./program-file.js');
  const { input: schema, name } = front(document.getText());
  const key = `input:${document.uri.toString()}`;
  const last = context.globalState.get<Input>(key);
  if (how === 'again' && last !== undefined) {
    return last;
  }
  const given = await ask(`Input of ${String(name ?? 'the program')}`, schema ?? {}, last ?? {});
  if (typeof given !== 'object' || given === null) {
    return undefined;
  }
  await context.globalState.update(key, given);
  return given as Input;
}

async function chooseRecording(document: vscode.TextDocument): Promise<vscode.Uri | undefined> {
  const folder = vscode.Uri.joinPath(document.uri, '..');
  const here = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '*.{json,jsonl,tape}'), undefined, 50);
  const choices = here.map((uri) => ({ label: path.basename(uri.fsPath), uri: uri as vscode.Uri | undefined }));
  choices.push({ label: '$(folder) Another file…', uri: undefined });
  const chosen = await vscode.window.showQuickPick(choices, { title: 'Recording', placeHolder: 'What the run is played from' });
  if (!chosen || chosen.uri) {
    return chosen?.uri;
  }
  return (await vscode.window.showOpenDialog({ title: 'Recording', defaultUri: folder }))?.[0];
}

async function carryOut(
  context: vscode.ExtensionContext,
  document: vscode.TextDocument,
  args: readonly string[],
  input: Input,
  how: How,
): Promise<void> {
  const title = `agmark: ${path.basename(document.uri.fsPath)}`;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const ran = await vscode.window.withProgress(options, (progress, cancelled) =>
    start(context, path.dirname(document.uri.fsPath), args, input, (text) => progress.report({ message: text }), cancelled),
  );
  if (ran === undefined) {
    return;
  }
  const summary = summaryOf(ran.said);
  if (ran.code !== 0) {
    const why = ran.said.filter((said) => said !== summary?.line).join('\n').trim();
    throw new Error(why || `the program ended with ${ran.code}`);
  }
  // The result opens last: it is what stands in front.
  if (summary) {
    await open({ name: 'summary.json', language: 'json', text: pretty(summary.line), note: summary.note });
  }
  await open({ name: how === 'dry' ? 'request.json' : 'result.json', language: 'json', text: pretty(ran.out) });
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  /** What it said on standard error, by lines. */
  readonly said: readonly string[];
}

/** Runs the program to its end; undefined if the person ended it. */
async function start(
  context: vscode.ExtensionContext,
  cwd: string,
  args: readonly string[],
  input: Input,
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

/** The summary among what was said, and a few words of it. */
function summaryOf(said: readonly string[]): { line: string; note: string } | undefined {
  const text = said.join('\n');
  const start = said.findIndex((line) => line.startsWith('{'));
  if (start < 0) {
    return undefined;
  }
  const line = said.slice(start).join('\n') || text;
  try {
    const summary = JSON.parse(line) as Summary;
    const parts = [
      summary.duration,
      summary.iterations === undefined ? undefined : `${summary.iterations} ${summary.iterations === 1 ? 'round' : 'rounds'}`,
      summary.tokens?.total === undefined ? undefined : `${summary.tokens.total} tokens`,
      summary.tokens?.cost === undefined ? undefined : `$${summary.tokens.cost}`,
    ];
    return { line, note: parts.filter((part) => part !== undefined).join(', ') };
  } catch {
    return undefined;
  }
}

function pretty(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
