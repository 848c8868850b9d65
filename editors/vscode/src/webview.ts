// Web views without scripts: a page of text, under a policy that lets nothing in but our own style sheet.

import * as vscode from 'vscode';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Milliseconds without a change until a view is updated. */
const PAUSE = 300;

/** Text for HTML, escaped: it is shown, and never read as tags. */
export function escape(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** What a document is called. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** A view beside the document. Each call of `render` updates it from `body`. */
export class Page implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly style: vscode.Uri;
  private renders = 0;
  private isGone = false;
  readonly onDispose: vscode.Event<void>;

  constructor(
    context: vscode.ExtensionContext,
    kind: string,
    private readonly title: string,
    private readonly body: () => Promise<string>,
  ) {
    const media = vscode.Uri.joinPath(context.extensionUri, 'media');
    this.panel = vscode.window.createWebviewPanel(
      kind,
      title,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false, enableForms: false, enableFindWidget: true, localResourceRoots: [media] },
    );
    this.style = this.panel.webview.asWebviewUri(vscode.Uri.joinPath(media, 'page.css'));
    this.onDispose = this.panel.onDidDispose;
    this.onDispose(() => (this.isGone = true));
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  async render(): Promise<void> {
    this.renders += 1;
    const mine = this.renders;
    let body: string;
    try {
      body = await this.body();
    } catch (error) {
      body = `<p class="problem">${escape(error instanceof Error ? error.message : error)}</p>`;
    }
    // A slow one does not overwrite a newer one.
    if (this.isGone || mine !== this.renders) {
      return;
    }
    const { cspSource } = this.panel.webview;
    this.panel.webview.html = [
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${cspSource}; img-src data:">`,
      `<link rel="stylesheet" href="${this.style}"><title>${escape(this.title)}</title></head>`,
      `<body>${body}</body></html>`,
    ].join('');
  }

  dispose(): void {
    this.panel.dispose();
  }
}

/** At most one view for each document. It follows the document's changes. */
export class Pages {
  private readonly open = new Map<string, Page>();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly kind: string,
    private readonly title: string,
    private readonly body: (document: vscode.TextDocument) => Promise<string>,
  ) {}

  async show(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const known = this.open.get(key);
    if (known) {
      known.reveal();
      return known.render();
    }
    // One that was closed and opened again is another object.
    const current = () => vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key) ?? document;
    const page = new Page(this.context, this.kind, `${this.title} ${nameOf(document.uri)}`, () => this.body(current()));
    this.open.set(key, page);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follows = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document.uri.toString() === key && event.contentChanges.length > 0) {
        clearTimeout(timer);
        timer = setTimeout(() => void page.render(), PAUSE);
      }
    });
    page.onDispose(() => {
      clearTimeout(timer);
      follows.dispose();
      this.open.delete(key);
    });
    await page.render();
  }
}
