// What a document costs a model. The server counts.

import * as vscode from 'vscode';
import type { Results } from './results.js';
import type { Ask } from './server.js';
import type { Status } from './status.js';
import { nameOf } from './webview.js';

/** The tokens of a document. */
export async function count(server: Ask, document: vscode.TextDocument): Promise<number> {
  const uri = document.uri.toString();
  const answer = await server.execute('agmark.documentTokens', { uri }, 'tokens', 'quiet');
  return (answer as { readonly tokens: number }).tokens;
}

/** Tells the tokens of a document in the status bar; those of a snapshot's parts on a page beside. */
export async function showTokens(
  server: Ask,
  document: vscode.TextDocument,
  status: Status,
  results: Results,
): Promise<void> {
  const tokens = await count(server, document);
  status.count(document.uri, tokens);
  if (document.languageId === 'anml') {
    const uri = document.uri.toString();
    await results.show(await server.execute('agmark.anml.listTokens', { uri }, 'tokens'), uri);
  } else {
    void vscode.window.showInformationMessage(`agmark: ${nameOf(document.uri)} has ${tokens} tokens.`);
  }
}
