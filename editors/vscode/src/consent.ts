// Questions of the server, with all that they say: before a program is run, every command and address stands there.

import * as vscode from 'vscode';

/** Lines of a question that fit into a dialog; a longer one is shown as a document, too. */
const FITS = 24;

const WHOLE = 'agmark-question';

/** Asks, and waits for one of the answers; none if the person turned away. */
export async function ask<T extends { readonly title: string }>(message: string, answers: readonly T[]): Promise<T | undefined> {
  const [first = '', ...rest] = message.split('\n');
  const isLong = rest.length > FITS || message.length > 4 * FITS * 80;
  const whole = isLong ? await show(message) : undefined;
  // The first answer is what Enter chooses, the last one what Escape means: a dialog has a button for that.
  const no = answers.at(-1);
  const buttons = answers.map((one) => ({ title: one.title, isCloseAffordance: answers.length > 1 && one === no }));
  const detail = isLong ? [...rest.slice(0, FITS), 'The rest stands in the document that has just been opened.'] : rest;
  try {
    const chosen = await vscode.window.showInformationMessage(first, { modal: true, detail: detail.join('\n') }, ...buttons);
    return answers.find(({ title }) => title === chosen?.title);
  } finally {
    whole?.dispose();
  }
}

/** The whole question as a document. */
async function show(message: string): Promise<vscode.Disposable> {
  const provider = vscode.workspace.registerTextDocumentContentProvider(WHOLE, { provideTextDocumentContent: () => message });
  const uri = vscode.Uri.from({ scheme: WHOLE, path: '/what-is-started.txt', query: String(Date.now()) });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  return provider;
}
