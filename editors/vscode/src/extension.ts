// The extension registers its commands and does nothing else until a document of its formats is open. The code for such
// documents is in separate bundles (`client`, `features`), which are loaded when they are first needed.

import * as vscode from 'vscode';
import { registerCommands } from './commands.js';
import { DaemonDocuments } from './daemon-documents.js';
import { OpenDocuments } from './open-documents.js';
import { Server } from './server.js';
import { Status } from './status.js';

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

  const documents = new OpenDocuments(server, () => status.draw());
  context.subscriptions.push(
    documents,
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
  );
  // After this function, so that it takes no time of the editor's start.
  setImmediate(() => documents.lookAtAll());
  return { server, status, daemonDocuments };
}
