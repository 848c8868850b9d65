// Documents that the server writes of another one and that follow it while it is written: the prompt of a program.

import * as vscode from 'vscode';
import type { Asked } from './arguments.js';
import { inLanguage, isWritten } from './results.js';
import type { Ask } from './server.js';

const SCHEME = 'agmark-live';

/** Milliseconds without a change until it is updated. */
const PAUSE = 250;

/** Updates the document from the current text of its source. */
type Write = () => Promise<unknown>;

/** What is shown, and how it comes about. */
interface Shown {
  text: string;
  readonly source: string;
  readonly write: Write;
  timer?: ReturnType<typeof setTimeout>;
}

export class Live implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly shown = new Map<string, Shown>();
  private readonly parts: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Ask) {
    this.parts = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.follow(document.uri.toString())),
      // A document that gets another language is closed and opened at once: only what stays closed is forgotten.
      vscode.workspace.onDidCloseTextDocument(({ uri }) => setTimeout(() => this.forget(uri), PAUSE)),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.shown.get(uri.toString())?.text ?? '';
  }

  /** Asks for a command's document and shows it; from then on it follows the document at `source`. */
  async show(command: string, argument: Asked, title: string): Promise<void> {
    const write = () => this.server.execute(command, argument, title, 'quiet');
    const written = await write();
    if (!isWritten(written)) {
      return;
    }
    const query = `${command} ${argument.uri}`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${written.name}`, query });
    clearTimeout(this.shown.get(uri.toString())?.timer);
    this.shown.set(uri.toString(), { text: written.text, source: argument.uri, write });
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(await inLanguage(document, written.language), { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  dispose(): void {
    this.shown.forEach(({ timer }) => clearTimeout(timer));
    vscode.Disposable.from(...this.parts, this.changed).dispose();
  }

  private follow(source: string): void {
    for (const [uri, one] of this.shown) {
      if (one.source === source) {
        clearTimeout(one.timer);
        one.timer = setTimeout(() => void this.renew(vscode.Uri.parse(uri), one), PAUSE);
      }
    }
  }

  /** While the source has a mistake, what it said before stays, and the status bar says why. */
  private async renew(uri: vscode.Uri, one: Shown): Promise<void> {
    try {
      const written = await one.write();
      if (isWritten(written) && written.text !== one.text) {
        one.text = written.text;
        this.changed.fire(uri);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      vscode.window.setStatusBarMessage(`agmark: ${why}`, 5_000);
    }
  }

  private forget(uri: vscode.Uri): void {
    if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
      return;
    }
    clearTimeout(this.shown.get(uri.toString())?.timer);
    this.shown.delete(uri.toString());
  }
}
