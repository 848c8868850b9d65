// Shows the result of a command: a new document opens beside, a message is shown, data is printed.

import * as vscode from 'vscode';
import { OWN } from './languages.js';
import { nameOf } from './webview.js';

/** A document that the server wrote. */
export interface Written {
  readonly name: string;
  readonly language: string;
  readonly text: string;
  readonly note?: string;
}

/** Languages whose new documents are worked on; so are those of conversions. */
const KEPT: readonly string[] = [...OWN, 'html'];

const SCHEME = 'agmark-result';

/** Milliseconds between a result and a file that belongs to it, at most. */
const MOMENT = 5000;

const BESIDE = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false };

export function isWritten(value: unknown): value is Written {
  const written = value as Partial<Written> | null;
  return typeof written?.name === 'string' && typeof written.text === 'string' && typeof written.language === 'string';
}

/**
 * Results, to be looked at: they have names, ask for nothing when they are closed, and a new one takes the place of the
 * one before. What a person works on opens as a new document of theirs.
 */
export class Results implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();
  private readonly parts: readonly vscode.Disposable[];
  readonly onDidChange = this.changed.event;
  private last: Promise<unknown> = Promise.resolve();
  /** The result that was shown last, which files beside it do not cover. */
  private front: { readonly document: vscode.TextDocument; readonly at: number } | undefined;

  constructor() {
    this.parts = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => isClosed && this.texts.delete(uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows a result of a command for `source`; nothing for none. */
  async show(result: unknown, source: string): Promise<void> {
    if (result === null || result === undefined) {
      return;
    }
    if (isWritten(result)) {
      await (KEPT.includes(result.language) || source === '' ? this.make(result) : this.open(result, source));
    } else if (typeof result === 'string') {
      void vscode.window.showInformationMessage(`agmark: ${result}`);
    } else {
      await this.open({ name: 'result.json', language: 'json', text: `${JSON.stringify(result, null, 2)}\n` }, source);
    }
  }

  /** Shows a file that the server wrote beside a result, which comes a moment sooner or later. */
  showFile(file: vscode.Uri): Promise<void> {
    return this.inTurn(async () => {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      await this.put({ name: nameOf(file), language: '', text }, '');
      const { front } = this;
      if (front && Date.now() - front.at < MOMENT && !front.document.isClosed) {
        await vscode.window.showTextDocument(front.document, { ...BESIDE, viewColumn: columnOf(front.document) });
      }
    });
  }

  /** Shows what was written, beside and under its name. */
  open(written: Written, source: string): Promise<void> {
    return this.inTurn(async () => {
      this.front = { document: await this.put(written, source), at: Date.now() };
    });
  }

  /** What comes first opens first. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.last.then(act);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async put(written: Written, source: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${written.name}`, query: source });
    this.texts.set(uri.toString(), written.text);
    this.changed.fire(uri);
    const document = await inLanguage(await vscode.workspace.openTextDocument(uri), written.language);
    await vscode.window.showTextDocument(document, BESIDE);
    note(written);
    return document;
  }

  /** Opens a new document beside: it is the person's, to keep or to throw away. */
  async make(written: Written): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ content: written.text });
    await vscode.window.showTextDocument(await inLanguage(document, written.language), BESIDE);
    note(written);
  }

  dispose(): void {
    vscode.Disposable.from(...this.parts, this.changed).dispose();
  }
}

/** The column in which a document is shown already. */
function columnOf(document: vscode.TextDocument): vscode.ViewColumn {
  const shown = (tab: vscode.Tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === document.uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shown))?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** A document in its language, where the editor knows that. */
export async function inLanguage(document: vscode.TextDocument, language: string): Promise<vscode.TextDocument> {
  if (document.languageId === language || !(await vscode.languages.getLanguages()).includes(language)) {
    return document;
  }
  return vscode.languages.setTextDocumentLanguage(document, language);
}

function note(written: Written): void {
  if (written.note) {
    vscode.window.setStatusBarMessage(`agmark: ${written.note}`, 10_000);
  }
}
