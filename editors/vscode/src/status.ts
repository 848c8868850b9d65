// What the status bar says: how the server is, the score of a page, the tokens of a document.

import * as vscode from 'vscode';
import { isOurs } from './languages.js';
import type { Server, ServerState } from './server.js';

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('agmark.status', vscode.StatusBarAlignment.Right, 90);
  private readonly scores = new Map<string, number>();
  private readonly tokens = new Map<string, number>();
  private readonly all: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = 'agmark';
    this.item.command = 'agmark.menu';
    this.all = [
      this.item,
      server.onChange(() => this.draw()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // What was counted is no longer so.
        if (contentChanges.length > 0 && this.forget(document.uri)) {
          this.draw();
        }
      }),
    ];
    this.draw();
  }

  /** Remembers the score of a page until it changes. */
  score(uri: vscode.Uri, score: number | null): void {
    if (score !== null) {
      this.scores.set(uri.toString(), score);
    }
    this.draw();
  }

  /** Remembers the tokens of a document until it changes. */
  count(uri: vscode.Uri, tokens: number): void {
    this.tokens.set(uri.toString(), tokens);
    this.draw();
  }

  dispose(): void {
    for (const one of this.all) {
      one.dispose();
    }
  }

  private forget(uri: vscode.Uri): boolean {
    const key = uri.toString();
    const [score, tokens] = [this.scores.delete(key), this.tokens.delete(key)];
    return score || tokens;
  }

  private draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isOurs(document)) {
      this.item.hide();
      return;
    }
    const key = document.uri.toString();
    const [score, tokens] = [this.scores.get(key), this.tokens.get(key)];
    const parts = [`${icon(this.server.state)} agmark`];
    if (score !== undefined) {
      parts.push(`${score}/100`);
    }
    if (tokens !== undefined) {
      parts.push(`${tokens} tokens`);
    }
    this.item.text = parts.join(' · ');
    this.item.tooltip = words(this.server.state);
    const failed = this.server.state.is === 'failed';
    this.item.backgroundColor = failed ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.item.show();
  }
}

function icon(state: ServerState): string {
  switch (state.is) {
    case 'running':
      return '$(check)';
    case 'failed':
      return '$(error)';
    case 'asleep':
      return '$(circle-outline)';
    default:
      return '$(sync~spin)';
  }
}

function words(state: ServerState): string {
  switch (state.is) {
    case 'running':
      return 'The server runs. Choose a command.';
    case 'failed':
      return state.why;
    case 'waiting':
      return `The server ended. It is started again in ${state.milliseconds} ms.`;
    case 'starting':
      return 'The server starts.';
    default:
      return 'The server is not started yet.';
  }
}
