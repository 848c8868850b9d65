// Questions of the server with their full text. Before a program is run, it lists every command and address.

import * as vscode from 'vscode';

/** Lines of a question that fit into a dialog; a longer one is shown as a document. */
const FITS = 24;

/** Characters of a line of a dialog. */
const WIDTH = 80;

const WHOLE = 'agmark-question';

/** Asks, and waits for one of the answers; none if the person turned away. */
export async function ask<T extends { readonly title: string }>(message: string, answers: readonly T[]): Promise<T | undefined> {
  const [first = '', ...rest] = message.split('\n');
  const isLong = rest.reduce((lines, line) => lines + wrapped(line), wrapped(first)) > FITS;
  const whole = isLong ? await show(message) : undefined;
  // The first answer is what Enter chooses, the last one what Escape means: a dialog has a button for that.
  const no = answers.at(-1);
  const buttons = answers.map((one) => ({ title: one.title, isCloseAffordance: answers.length > 1 && one === no }));
  const detail = isLong ? ['All of it is in the document that has just been opened. Read it before you answer.'] : rest;
  try {
    const chosen = await vscode.window.showInformationMessage(first.slice(0, WIDTH * FITS), { modal: true, detail: detail.join('\n') }, ...buttons);
    return answers.find(({ title }) => title === chosen?.title);
  } finally {
    whole?.dispose();
  }
}

/** How many lines of a dialog a line takes. */
function wrapped(line: string): number {
  return Math.max(1, Math.ceil(line.length / WIDTH));
}

/** The whole question as a document. */
async function show(message: string): Promise<vscode.Disposable> {
  const provider = vscode.workspace.registerTextDocumentContentProvider(WHOLE, { provideTextDocumentContent: () => message });
  const uri = vscode.Uri.from({ scheme: WHOLE, path: '/what-is-started.txt', query: String(Date.now()) });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  return provider;
}
