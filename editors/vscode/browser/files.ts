// The files of virtual workspaces. The server cannot read them, so it gets them as open documents: then names have their
// definitions and uses in all files.

import * as vscode from 'vscode';
import { DidCloseTextDocumentNotification, DidOpenTextDocumentNotification, type LanguageClient } from 'vscode-languageclient/browser';
import { OWN } from '../src/languages.js';
import { forServer } from './addresses.js';

/** What is read of a workspace at most: on a web site, each file may be a request. */
const MOST_FILES = 300;
const MOST_FOLDERS = 500;
const MOST_BYTES = 1 << 20;

const MANIFEST = 'agent-manifest.json';

/** Folders of tools and packages. */
const SKIPPED = /^(\.(?!well-known$).*|node_modules|target)$/;

/** The language of a file that the server gets: its extension has the name of the language. */
function languageOf(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return name === MANIFEST ? 'json' : OWN.find((language) => language === ending);
}

export class Files implements vscode.Disposable {
  /** The addresses of the files that the server has from here. */
  private readonly given = new Set<string>();
  private readonly events: vscode.Disposable;
  private isGone = false;

  constructor(private readonly client: LanguageClient) {
    const again = () => void this.giveAll();
    this.events = vscode.Disposable.from(
      vscode.workspace.onDidCreateFiles(again),
      vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach((uri) => this.take(uri))),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        files.forEach(({ oldUri }) => this.take(oldUri));
        again();
      }),
    );
  }

  /** Gives the server the files of all folders that it does not have. */
  async giveAll(): Promise<void> {
    const found: vscode.Uri[] = [];
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    for (let read = 0; folders.length > 0 && read < MOST_FOLDERS && found.length < MOST_FILES; read += 1) {
      const folder = folders.shift() as vscode.Uri;
      for (const [name, type] of await vscode.workspace.fs.readDirectory(folder).then(undefined, () => [])) {
        const uri = vscode.Uri.joinPath(folder, name);
        if (type === vscode.FileType.Directory && !SKIPPED.test(name)) {
          folders.push(uri);
        } else if (type === vscode.FileType.File && languageOf(name) !== undefined) {
          found.push(uri);
        }
      }
    }
    await Promise.all(found.slice(0, MOST_FILES).map((uri) => this.give(uri)));
  }

  /** Gives the server a file, unless it is open in the editor: then the client does. */
  async give(uri: vscode.Uri): Promise<void> {
    const languageId = languageOf(uri.path.slice(uri.path.lastIndexOf('/') + 1));
    if (languageId === undefined || this.given.has(forServer(uri))) {
      return;
    }
    const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, () => undefined);
    const isOpen = vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
    if (bytes === undefined || bytes.length > MOST_BYTES || isOpen || this.isGone) {
      return;
    }
    this.given.add(forServer(uri));
    const textDocument = { uri: forServer(uri), languageId, version: 0, text: new TextDecoder().decode(bytes) };
    await this.client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Takes a file back, before the client opens it or when it is deleted. */
  take(uri: vscode.Uri): void {
    const address = forServer(uri);
    if (this.given.delete(address)) {
      void this.client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: address } });
    }
  }

  dispose(): void {
    this.isGone = true;
    this.events.dispose();
  }
}
