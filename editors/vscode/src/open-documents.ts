// What open documents do by themselves, in a window and in a browser: the first of our formats starts the server, and
// menus hear which kind of document is in front.

import * as vscode from 'vscode';
import { isOurs, kind } from './languages.js';
import type { ServerState } from './server.js';

/** Milliseconds after the last change before a document is looked at again. */
const PAUSE = 500;

/** A server that is started for a document. */
interface Startable {
  readonly state: ServerState;
  readonly onChange: vscode.Event<void>;
  wake(document: vscode.Uri): Promise<void>;
}

export class OpenDocuments implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is called a short while after the last change of a document. */
  constructor(private readonly server: Startable, changed: () => void = () => undefined) {
    this.subscriptions = vscode.Disposable.from(
      // The first step of the walkthrough is done when the server runs.
      server.onChange(() => void vscode.commands.executeCommand('setContext', 'agmark.isRunning', server.state.is === 'running')),
      vscode.workspace.onDidOpenTextDocument((document) => this.look(document)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.tellMenus(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
          this.look(document);
          this.tellMenus();
          changed();
        }, PAUSE);
      }),
    );
  }

  /** Looks at what is open already. */
  lookAtAll(): void {
    vscode.workspace.textDocuments.forEach((document) => this.look(document));
    this.tellMenus();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
  }

  private look(document: vscode.TextDocument): void {
    if (this.server.state.is === 'asleep' && isOurs(document)) {
      void this.server.wake(document.uri);
    }
  }

  private tellMenus(editor = vscode.window.activeTextEditor): void {
    void vscode.commands.executeCommand('setContext', 'agmark.kind', editor && kind(editor.document));
  }
}
