// The extension registers what it has and does nothing else until a document of ours is there.

import * as vscode from 'vscode';
import { registerCommands } from './commands.js';
import { schemaProvider } from './form.js';
import { isOurs, isProgram } from './languages.js';
import { programLenses } from './lenses.js';
import { Server } from './server.js';
import { Status } from './status.js';

/** Milliseconds after the last change before a document is looked at again. */
const PAUSE = 500;

/** What tests see of the extension. */
export interface Api {
  readonly server: Server;
}

export function activate(context: vscode.ExtensionContext): Api {
  const server = new Server(context);
  const status = new Status(server);
  context.subscriptions.push(server, status, schemaProvider, programLenses(), ...registerCommands(context, server, status));

  const look = (document: vscode.TextDocument) => {
    if (server.state.is === 'asleep' && isOurs(document)) {
      void server.wake();
    }
  };
  // Menus ask for it: whether the Markdown that is worked on is a program.
  const tellMenus = (editor = vscode.window.activeTextEditor) => {
    const is = editor?.document.languageId === 'markdown' && isProgram(editor.document);
    void vscode.commands.executeCommand('setContext', 'agmark.isProgram', is);
  };
  let timer: NodeJS.Timeout | undefined;
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.window.onDidChangeActiveTextEditor(tellMenus),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        look(document);
        tellMenus();
      }, PAUSE);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      if (server.state.is !== 'asleep') {
        void server.restart();
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const ours = ['agmark.server.path', 'agmark.run.baseUrl'];
      if (server.state.is !== 'asleep' && ours.some((key) => event.affectsConfiguration(key))) {
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
  return { server };
}
