// What a document costs a model.

import * as vscode from 'vscode';
import { output } from './cli.js';
import { nameOf } from './webview.js';
import type { Results } from './results.js';
import type { Status } from './status.js';

/** The program counts the tokens of any text; for a snapshot it tells those of its parts, too. */
const ARGS = ['anml', 'tokens', '-'];

const WHOLE = /^\s*(\d+)\s+the document$/m;

/** The tokens of a document. */
export async function count(context: vscode.ExtensionContext, document: vscode.TextDocument): Promise<number | undefined> {
  return wholeOf(await output(context, ARGS, document.getText()));
}

/** Tells the tokens of a document in the status bar; those of a snapshot's parts on a page beside. */
export async function showTokens(
  context: vscode.ExtensionContext,
  document: vscode.TextDocument,
  status: Status,
  results: Results,
): Promise<void> {
  const text = await output(context, ARGS, document.getText());
  const tokens = wholeOf(text);
  if (tokens !== undefined) {
    status.count(document.uri, tokens);
  }
  if (document.languageId === 'anml') {
    await results.open({ name: 'tokens.txt', language: 'plaintext', text }, document.uri.toString());
  } else {
    void vscode.window.showInformationMessage(`agmark: ${nameOf(document.uri)} has ${tokens ?? 0} tokens.`);
  }
}

function wholeOf(text: string): number | undefined {
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? undefined : Number(whole);
}
