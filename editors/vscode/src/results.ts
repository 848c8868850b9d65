// What becomes of a command's result: a new document opens beside, words are said, data is shown.

import * as vscode from 'vscode';

/** A document that the server wrote. */
export interface Written {
  readonly name: string;
  readonly language: string;
  readonly text: string;
  readonly note?: string;
}

export function isWritten(value: unknown): value is Written {
  const written = value as Partial<Written> | null;
  return typeof written?.name === 'string' && typeof written.text === 'string' && typeof written.language === 'string';
}

/** Shows a result; nothing for none. */
export async function show(result: unknown): Promise<void> {
  if (result === null || result === undefined) {
    return;
  }
  if (isWritten(result)) {
    await open(result);
  } else if (typeof result === 'string') {
    void vscode.window.showInformationMessage(`agmark: ${result}`);
  } else {
    await open({ name: 'result.json', language: 'json', text: `${JSON.stringify(result, null, 2)}\n` });
  }
}

/** Opens a new document beside the one that is worked on; it is the person's, to keep or to throw away. */
export async function open(written: Written): Promise<vscode.TextEditor> {
  const language = (await vscode.languages.getLanguages()).includes(written.language) ? written.language : undefined;
  const document = await vscode.workspace.openTextDocument({ content: written.text, language });
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
  if (written.note) {
    vscode.window.setStatusBarMessage(`agmark: ${written.note}`, 10_000);
  }
  return editor;
}
