// The extension in a browser, such as vscode.dev: the language server is a WebAssembly module in a worker. Programs do not
// run and pages are not audited, because a browser starts no programs.

import * as vscode from 'vscode';
import { completed, target } from '../src/arguments.js';
import contributions from '../src/contributions.json';
import { DocumentCommands, type Handler } from '../src/document-commands.js';
import { serveScheme } from '../src/languages.js';
import { menu } from '../src/menu.js';
import { OpenDocuments } from '../src/open-documents.js';
import { Results } from '../src/results.js';
import { Status } from '../src/status.js';
import { count } from '../src/tokens.js';
import { Values } from '../src/values.js';
import { withEditorAddresses } from './addresses.js';
import { BrowserServer } from './server.js';

/** The scheme of files on vscode.dev and github.dev. */
const WEB_SITES = 'vscode-vfs';

/** What tests see of the extension. */
export interface Api {
  readonly server: BrowserServer;
  readonly status: Status;
  readonly missing: readonly string[];
}

export function activate(context: vscode.ExtensionContext): Api {
  // Menus leave out what a browser cannot do.
  void vscode.commands.executeCommand('setContext', 'agmark.inBrowser', true);
  const folders = vscode.workspace.workspaceFolders ?? [];
  [WEB_SITES, ...folders.map(({ uri }) => uri.scheme)].forEach(serveScheme);
  const server = new BrowserServer(context);
  const status = new Status(server);
  status.counter = (document) => count(server, document);
  const results = new Results();
  const values = new Values();
  const documents = new DocumentCommands(context, server, status, results, values);
  const open = new OpenDocuments(server);
  const all = commands(server, results, documents.handlers);
  context.subscriptions.push(open, server, status, results, values, documents, ...all);
  open.lookAtAll();
  return { server, status, missing: contributions.notInBrowsers };
}

function commands(server: BrowserServer, results: Results, ofDocuments: Readonly<Record<string, Handler>>): vscode.Disposable[] {
  const handlers: Readonly<Record<string, Handler>> = {
    ...ofDocuments,
    'agmark.menu': () => menu(server, contributions.notInBrowsers),
    'agmark.restartServer': () => server.restart(),
    'agmark.showLog': () => server.output.show(),
  };
  /** A command of the server. */
  const plain = async (id: string, argument: unknown) => {
    const asked = await completed(argument);
    const document = await target(asked);
    return results.show(await server.execute(id, asked), document.uri.toString());
  };
  const ids = [...contributions.commands.map(({ id }) => id), ...contributions.unseen];
  return ids.map((id) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      if (contributions.notInBrowsers.includes(id)) {
        return explain(id);
      }
      try {
        const [argument, ...more] = args.map(withEditorAddresses);
        const own = handlers[id];
        return await (own ? own(argument, ...more) : plain(id, argument));
      } catch (error) {
        void vscode.window.showErrorMessage(`agmark: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      }
    }),
  );
}

/** Says why a command does nothing here. */
function explain(id: string): void {
  const title = contributions.commands.find((one) => one.id === id)?.title ?? id;
  void vscode.window.showInformationMessage(
    `agmark: "${title}" needs the program agmark, and a browser starts no programs. Open the folder in VS Code on your machine.`,
  );
}
