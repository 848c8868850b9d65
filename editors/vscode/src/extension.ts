// The extension registers its commands and does nothing else until a document of its formats is open. The code for such
// documents is in separate bundles (`client`, `features`), which are loaded when they are first needed.

import * as vscode from 'vscode';
import { registerCommands } from './commands.js';
import { DaemonDocuments } from './daemon-documents.js';
import { isOurs, kind } from './languages.js';
import { Server } from './server.js';
import { Status } from './status.js';

/** Milliseconds after the last change before a document is looked at again. */
const PAUSE = 500;

/** Settings of this side that a server is started with. */
const STARTED_WITH = ['agmark.server.path', 'agmark.run.baseUrl'];

/** What tests see of the extension. */
export interface Api {
  readonly server: Server;
  readonly status: Status;
  readonly daemonDocuments: DaemonDocuments;
}

export function activate(context: vscode.ExtensionContext): Api {
  const server = new Server(context);
  const status = new Status(server);
  const daemonDocuments = new DaemonDocuments(context, server.output);
  context.subscriptions.push(daemonDocuments, server, status, ...registerCommands(context, server, status));

  const look = (document: vscode.TextDocument) => {
    if (server.state.is === 'asleep' && isOurs(document)) {
      void server.wake(document.uri);
    }
  };
  // Menus ask for it: what the document is that is worked on.
  const tellMenus = (editor = vscode.window.activeTextEditor) => {
    void vscode.commands.executeCommand('setContext', 'agmark.kind', editor && kind(editor.document));
  };
  let timer: NodeJS.Timeout | undefined;
  context.subscriptions.push(
    // The first step of the walkthrough is done when the server runs.
    server.onChange(() => void vscode.commands.executeCommand('setContext', 'agmark.isRunning', server.state.is === 'running')),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.window.onDidChangeActiveTextEditor(tellMenus),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        look(document);
        tellMenus();
        status.draw();
      }, PAUSE);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      if (server.state.is !== 'asleep') {
        void server.restart();
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (server.state.is !== 'asleep' && STARTED_WITH.some((key) => event.affectsConfiguration(key))) {
        void server.restart();
      }
    }),
    { dispose: () => clearTimeout(timer) },
  );
  // After this function, so that it takes no time of the editor's start.
  setImmediate(() => {
    vscode.workspace.textDocuments.forEach(look);
    tellMenus();
  });
  return { server, status, daemonDocuments };
}
