// What the status bar says: how the server is and what it does, the score of a page, the tokens of a document, what the
// last run of a program cost.

import * as vscode from 'vscode';
import { kind } from './languages.js';
import type { Server, ServerState } from './server.js';

/** What is shown of a server. */
type Shown = Pick<Server, 'state' | 'doing' | 'onChange'>;

/** What is known of a document until it changes. */
interface Known {
  score?: number;
  tokens?: number;
  run?: string;
}

/** What an audit of many pages came to. */
interface Whole {
  readonly pages: number;
  readonly score: number;
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('agmark.status', vscode.StatusBarAlignment.Right, 90);
  private readonly known = new Map<string, Known>();
  private whole: Whole | undefined;
  private readonly all: readonly vscode.Disposable[];

  /** Counts the tokens of a document; set by what can do it. */
  counter: (document: vscode.TextDocument) => Promise<number | undefined> = () => Promise.resolve(undefined);

  constructor(private readonly server: Shown) {
    this.item.name = 'agmark';
    this.item.command = 'agmark.menu';
    this.all = [
      this.item,
      server.onChange(() => this.draw()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // The count is of the text before the change.
        if (contentChanges.length > 0 && this.known.delete(document.uri.toString())) {
          this.draw();
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.known.delete(uri.toString())),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('agmark.token-counts') && this.draw()),
    ];
    this.draw();
  }

  /** What the item says; empty while it is hidden. */
  text = '';

  /** Remembers the score of a page until it changes. */
  score(uri: vscode.Uri, score: number | undefined): void {
    this.learn(uri, { score });
  }

  /** Remembers the score of many pages until the next audit. */
  audited(pages: number, score: number | null): void {
    this.whole = score === null ? undefined : { pages, score };
    this.draw();
  }

  /** Remembers the tokens of a document until it changes. */
  count(uri: vscode.Uri, tokens: number): void {
    this.learn(uri, { tokens });
  }

  /** Remembers what a program's last run came to, in a few words, until the program changes. */
  ran(uri: vscode.Uri, run: string): void {
    this.learn(uri, { run });
  }

  draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    const isShown = document && kind(document) !== undefined;
    if (!isShown && this.server.doing === undefined) {
      this.text = '';
      this.item.hide();
      return;
    }
    const { score, tokens, run } = (isShown && this.known.get(document.uri.toString())) || {};
    const parts = [`${icon(this.server)} agmark`];
    if (this.server.doing !== undefined) {
      parts.push(this.server.doing);
    } else {
      const { whole } = this;
      const pages = whole && isPage(document) ? `${pagesOf(whole)}: ${whole.score}/100` : undefined;
      const own = score === undefined ? pages : `${score}/100`;
      parts.push(...[own, tokens === undefined ? undefined : `${tokens} tokens`, run].filter(isText));
    }
    this.text = parts.join(' · ');
    this.item.text = this.text;
    this.item.tooltip = this.tooltip({ score, tokens, run });
    const failed = this.server.state.is === 'failed';
    this.item.backgroundColor = failed ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.item.show();
    if (isShown && tokens === undefined && this.server.state.is === 'running') {
      void this.countIfWanted(document);
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.all).dispose();
  }

  private learn(uri: vscode.Uri, what: Known): void {
    const key = uri.toString();
    this.known.set(key, { ...this.known.get(key), ...what });
    this.draw();
  }

  /** Tokens are counted unasked where a person wants to see them. */
  private async countIfWanted(document: vscode.TextDocument): Promise<void> {
    if (!vscode.workspace.getConfiguration('agmark', document.uri).get<boolean>('token-counts', false)) {
      return;
    }
    const { version } = document;
    const tokens = await this.counter(document).catch(() => undefined);
    if (tokens !== undefined && document.version === version && !document.isClosed) {
      this.count(document.uri, tokens);
    }
  }

  private tooltip({ score, tokens, run }: Known): string {
    const { whole } = this;
    const lines = [
      words(this.server.state),
      this.server.doing,
      score === undefined ? undefined : `Audit of this page: ${score}/100`,
      tokens === undefined ? undefined : `This document: ${tokens} tokens`,
      run === undefined ? undefined : `Last run: ${run}`,
      whole && `Last audit of ${pagesOf(whole)}: ${whole.score}/100`,
      'Choose a command.',
    ];
    return lines.filter(isText).join('\n');
  }
}

function pagesOf({ pages }: Whole): string {
  return pages === 1 ? '1 page' : `${pages} pages`;
}

function isPage(document: vscode.TextDocument | undefined): boolean {
  return document !== undefined && ['page', 'manifest'].includes(kind(document) ?? '');
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function icon({ state, doing }: Shown): string {
  switch (state.is) {
    case 'failed':
      return '$(error)';
    case 'running':
      return doing === undefined ? '$(check)' : '$(sync~spin)';
    case 'asleep':
      return doing === undefined ? '$(circle-outline)' : '$(sync~spin)';
    default:
      return '$(sync~spin)';
  }
}

function words(state: ServerState): string {
  switch (state.is) {
    case 'running':
      return 'The server runs.';
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
