// Smaller views of ANML snapshots, and the difference of two.

import * as vscode from 'vscode';
import { output } from './cli.js';
import { open } from './results.js';

interface View extends vscode.QuickPickItem {
  readonly args: readonly string[] | undefined;
}

const VIEWS: readonly View[] = [
  { label: 'Interactive', description: 'only what can be acted on', args: ['--filter', 'interactive'] },
  { label: 'Compact', description: 'without structure that says nothing', args: ['--filter', 'compact'] },
  { label: 'Depth 1', description: 'the top level, the rest counted', args: ['--depth', '1'] },
  { label: 'Depth 2', args: ['--depth', '2'] },
  { label: 'Budget…', description: 'at most so many lines', args: undefined },
];

/** Asks which view, and opens it beside. */
export async function view(context: vscode.ExtensionContext, document: vscode.TextDocument): Promise<void> {
  const chosen = await vscode.window.showQuickPick(VIEWS, { title: 'View snapshot', placeHolder: 'What is to be seen' });
  const args = chosen && (chosen.args ?? (await budget()));
  if (args) {
    const text = await output(context, ['anml', 'view', ...args, '-'], document.getText());
    await open({ name: 'view.anml', language: 'anml', text });
  }
}

async function budget(): Promise<readonly string[] | undefined> {
  const lines = await vscode.window.showInputBox({
    title: 'View snapshot',
    prompt: 'How many lines there may be',
    value: '50',
    validateInput: (text) => (/^[1-9][0-9]*$/.test(text) ? undefined : 'a whole number from 1 on'),
  });
  return lines === undefined ? undefined : ['--budget', lines];
}

/** Asks for an older snapshot, of those that are open or of a file, and opens what changed since then. */
export async function diff(context: vscode.ExtensionContext, document: vscode.TextDocument): Promise<void> {
  const others = vscode.workspace.textDocuments.filter((one) => one.languageId === 'anml' && one !== document);
  const choices = others.map(({ uri }) => ({ label: vscode.workspace.asRelativePath(uri), uri: uri as vscode.Uri | undefined }));
  const chosen =
    choices.length > 0
      ? await vscode.window.showQuickPick([...choices, { label: 'A file…', uri: undefined }], { title: 'The snapshot before' })
      : { uri: undefined };
  const before = chosen && (chosen.uri ?? (await askForFile(document)));
  if (before) {
    await compare(context, before, document);
  }
}

async function askForFile(document: vscode.TextDocument): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: 'The snapshot before',
    openLabel: 'Compare',
    filters: { ANML: ['anml'] },
    defaultUri: vscode.Uri.joinPath(document.uri, '..'),
  });
  return files?.[0];
}

/** Opens what changed from one snapshot to another. */
export async function compare(
  context: vscode.ExtensionContext,
  before: vscode.Uri,
  after: vscode.TextDocument,
): Promise<void> {
  // The program reads the file: what was written since goes there first.
  const written = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === before.toString());
  if (written?.isDirty) {
    await written.save();
  }
  const text = await output(context, ['anml', 'diff', before.fsPath, '-'], after.getText());
  await open({ name: 'diff.anml', language: 'anml', text });
}

/** Opens what a snapshot costs a model, part by part; gives the tokens of the whole. */
export async function countTokens(
  context: vscode.ExtensionContext,
  document: vscode.TextDocument,
): Promise<number | undefined> {
  const text = await output(context, ['anml', 'tokens', '-'], document.getText());
  await open({ name: 'tokens.txt', language: 'plaintext', text });
  const whole = /^\s*(\d+)\s+the document$/m.exec(text)?.[1];
  return whole === undefined ? undefined : Number(whole);
}
