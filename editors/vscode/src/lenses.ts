// "Run" above a program.

import * as vscode from 'vscode';
import { isProgram } from './languages.js';
import type { Server } from './server.js';

export function programLenses(server: Server): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider({ language: 'markdown', scheme: 'file' }, {
    provideCodeLenses(document) {
      // A server that runs programs itself has lenses of its own.
      const theirs = server.commands.some((id) => /^agmark\.markdownlang\.run/.test(id));
      if (theirs || !vscode.workspace.isTrusted || !isProgram(document)) {
        return [];
      }
      const top = new vscode.Range(0, 0, 0, 0);
      const lens = (title: string, command: string) => new vscode.CodeLens(top, { title, command, arguments: [document.uri] });
      return [
        lens('$(play) Run', 'agmark.markdownlang.runProgram'),
        lens('Run with the last input', 'agmark.markdownlang.runAgain'),
        lens('From a recording', 'agmark.markdownlang.replayProgram'),
      ];
    },
  });
}
