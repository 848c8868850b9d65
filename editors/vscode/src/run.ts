// Running a markdownlang program: its input by a form, its result and summary beside. The server runs it, and starts and
// calls nothing before the person has seen it whole and said yes. A recording and a dry run need neither.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { isAgreed } from './agreement.js';
import { completed, option, target, type Asked } from './arguments.js';
import { isProgram } from './languages.js';
import { askForInput } from './program-input.js';
import { play, type Played } from './replay.js';
import { isWritten, type Results } from './results.js';
import type { Server } from './server.js';
import type { Status } from './status.js';
import type { Values } from './values.js';

export type How = 'run' | 'again' | 'replay' | 'dry';

/** The server's commands: it shows what it would start and call, asks, and tells how far it is. */
const RUN = 'agmark.markdownlang.run';
const DRY_RUN = 'agmark.markdownlang.dryRun';

export class Runs {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
    private readonly status: Status,
    private readonly results: Results,
    private readonly values: Values,
  ) {}

  async run(argument: unknown, how: How): Promise<void> {
    const document = await target(argument);
    if (document.uri.scheme !== 'file' || !isProgram(document)) {
      if (option(argument, 'uri') !== undefined) {
        // The document that an input was written in, by its code action.
        return this.live(document, await completed(argument));
      }
      throw new Error('This is not a program: a program is a Markdown file with `input` or `output` in its front matter.');
    }
    await document.save();
    const isLast = how === 'again' || option(argument, 'last') === true;
    const settled = option(argument, 'input');
    const input = settled ?? (await askForInput(this.context, this.values, document, isLast));
    if (input === undefined) {
      return;
    }
    const asked = { ...(await completed({ uri: document.uri.toString() })), input };
    switch (how) {
      case 'dry':
        return this.results.show(await this.server.execute(DRY_RUN, asked, 'first request'), asked.uri);
      case 'replay':
        return this.replay(document, input);
      default:
        return this.live(document, asked);
    }
  }

  private async live(document: vscode.TextDocument, asked: Asked): Promise<void> {
    if (!(await isAgreed(this.context))) {
      void vscode.window.showInformationMessage('agmark: The program was not run, because the agreement was not accepted.');
      return;
    }
    const result = await this.server.execute(RUN, asked, path.basename(document.uri.fsPath), 'long');
    if (!isWritten(result)) {
      return this.results.show(result, asked.uri);
    }
    this.status.ran(document.uri, result.note ?? '');
    await this.results.show({ ...result, note: '' }, asked.uri);
  }

  private async replay(document: vscode.TextDocument, input: unknown): Promise<void> {
    const recording = await chooseRecording(document);
    const played = recording && (await play(this.context, this.server, document.uri.fsPath, recording.fsPath, input));
    if (played) {
      await this.tell(document, played);
    }
  }

  private async tell(document: vscode.TextDocument, { result, summary, note }: Played): Promise<void> {
    const source = document.uri.toString();
    // The result opens last, so that it is in front.
    if (summary !== undefined) {
      this.status.ran(document.uri, note);
      await this.results.open({ name: 'summary.json', language: 'json', text: summary }, source);
    }
    await this.results.open({ name: 'result.json', language: 'json', text: result }, source);
  }
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
