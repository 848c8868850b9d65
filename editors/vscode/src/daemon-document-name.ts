// Asks for the name of a daemon's document, and opens it.

import * as vscode from 'vscode';
import { trusted } from './trust.js';

export async function openDaemonDocument(): Promise<void> {
  trusted();
  const name = await vscode.window.showInputBox({
    title: 'Open a document of a daemon',
    prompt: 'The prefix of its keys in Redis',
    placeHolder: 'agd:doc:rules',
    ignoreFocusOut: true,
  });
  if (name?.trim()) {
    // A path, because the authority of an address has no capital letters.
    const uri = vscode.Uri.from({ scheme: 'agdd', path: `/${name.trim()}` });
    await vscode.window.showTextDocument(uri, { preview: false });
  }
}
