// "Run" above a program.

import * as vscode from 'vscode';
import { isProgram } from './languages.js';

export function programLenses(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider({ language: 'markdown', scheme: 'file' }, {
    provideCodeLenses(document) {
      if (!vscode.workspace.isTrusted || !isProgram(document)) {
        return [];
      }
      const top = new vscode.Range(0, 0, 0, 0);
      const lens = (title: string, command: string) => new vscode.CodeLens(top, { title, command, arguments: [document.uri] });
      return [
        lens('$(play) Run', 'agmark.markdownlang.run'),
        lens('Run with the last input', 'agmark.markdownlang.runAgain'),
        lens('From a recording', 'agmark.markdownlang.replayProgram'),
      ];
    },
  });
}
