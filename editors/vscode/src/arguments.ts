// What commands are about: as a lens, an action or a menu says, else the document that is worked on.

import * as vscode from 'vscode';

/** What a command of the server takes. */
export interface Asked {
  readonly uri: string;
  readonly range?: unknown;
  readonly [option: string]: unknown;
}

/** The document that a command is for. */
export async function target(argument: unknown): Promise<vscode.TextDocument> {
  if (argument instanceof vscode.Uri) {
    return vscode.workspace.openTextDocument(argument);
  }
  const named = addressOf(argument);
  if (named !== undefined) {
    const known = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === named);
    return known ?? vscode.workspace.openTextDocument(vscode.Uri.parse(named));
  }
  const document = vscode.window.activeTextEditor?.document;
  if (!document) {
    throw new Error('Open the document first.');
  }
  return document;
}

/** The argument with its address, and with what is selected in the editor where it says no range. */
export async function completed(argument: unknown): Promise<Asked> {
  const uri = addressOf(argument);
  if (uri !== undefined) {
    return { ...(argument as object), uri };
  }
  const document = await target(argument);
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const { start, end } = editor?.selection ?? new vscode.Range(0, 0, 0, 0);
  return {
    uri: document.uri.toString(),
    range: {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    },
  };
}

/** An option of an argument that came from a lens, an action or a key. */
export function option(argument: unknown, name: string): unknown {
  const isObject = typeof argument === 'object' && argument !== null && !(argument instanceof vscode.Uri);
  return isObject ? (argument as Record<string, unknown>)[name] : undefined;
}

function addressOf(argument: unknown): string | undefined {
  const uri = option(argument, 'uri');
  return typeof uri === 'string' ? uri : undefined;
}
