// "Run" above a program.

import * as vscode from 'vscode';
import { isProgram } from './languages.js';

/** The lenses above a program. They come before those of the server. */
export function programLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  if (document.languageId !== 'markdown' || !vscode.workspace.isTrusted || !isProgram(document)) {
    return [];
  }
  const top = new vscode.Range(0, 0, 0, 0);
  const lens = (title: string, command: string) => new vscode.CodeLens(top, { title, command, arguments: [document.uri] });
  return [
    lens('$(play) Run', 'agmark.markdownlang.run'),
    lens('Run with last input', 'agmark.markdownlang.runAgain'),
    lens('Replay', 'agmark.markdownlang.replayProgram'),
  ];
}
