// Smaller views of ANML snapshots, the difference of two, a diff applied, a page as a snapshot.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { output } from './cli.js';
import type { Results } from './results.js';
import type { Server } from './server.js';

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
export async function view(context: vscode.ExtensionContext, document: vscode.TextDocument, results: Results): Promise<void> {
  const chosen = await vscode.window.showQuickPick(VIEWS, { title: 'View snapshot', placeHolder: 'What is to be seen' });
  const args = chosen && (chosen.args ?? (await budget()));
  if (args) {
    const text = await output(context, ['anml', 'view', ...args, '-'], document.getText());
    await results.make({ name: 'view.anml', language: 'anml', text });
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
export async function diff(context: vscode.ExtensionContext, document: vscode.TextDocument, results: Results): Promise<void> {
  const before = await another(document, 'The snapshot before', 'Compare');
  if (before) {
    await compare(context, before, document, results);
  }
}

/** Opens what changed from one snapshot to another. */
export async function compare(
  context: vscode.ExtensionContext,
  before: vscode.Uri,
  after: vscode.TextDocument,
  results: Results,
): Promise<void> {
  // The program reads the file: what was written since goes there first.
  const written = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === before.toString());
  if (written?.isDirty) {
    await written.save();
  }
  const text = await output(context, ['anml', 'diff', before.fsPath, '-'], after.getText());
  await results.make({ name: 'diff.anml', language: 'anml', text });
}

/** What a diff leads to. Which snapshot it changes is asked, unless it says so itself. */
export async function applyDiff(server: Server, document: vscode.TextDocument): Promise<unknown> {
  const uri = document.uri.toString();
  const head = /^---\s*\n([\s\S]*?)\n---/.exec(document.getText())?.[1] ?? '';
  const chosen = /^base:\s*\S/m.test(head) ? undefined : await another(document, 'The snapshot that changes', 'Apply to it');
  const base = chosen && path.relative(path.dirname(document.uri.fsPath), chosen.fsPath);
  return server.execute('agmark.anml.applyDiff', base === undefined ? { uri } : { uri, base }, 'apply the diff');
}

/** A page of HTML as a snapshot: the one in the editor, else one that is chosen. */
export async function convertHtml(
  context: vscode.ExtensionContext,
  document: vscode.TextDocument,
  results: Results,
): Promise<void> {
  let text = document.getText();
  if (document.languageId !== 'html') {
    const page = await askForFile(document, 'The page', 'Convert', { HTML: ['html', 'htm'] });
    if (!page) {
      return;
    }
    text = (await vscode.workspace.openTextDocument(page)).getText();
  }
  await results.make({ name: 'page.anml', language: 'anml', text: await output(context, ['anml', 'from-html', '-'], text) });
}

/** Another snapshot: one that is open, else a file. */
async function another(document: vscode.TextDocument, title: string, label: string): Promise<vscode.Uri | undefined> {
  const isOther = (one: vscode.TextDocument) => one.languageId === 'anml' && one.uri.scheme === 'file' && one !== document;
  const choices = vscode.workspace.textDocuments
    .filter(isOther)
    .map(({ uri }) => ({ label: vscode.workspace.asRelativePath(uri), uri: uri as vscode.Uri | undefined }));
  const chosen =
    choices.length > 0
      ? await vscode.window.showQuickPick([...choices, { label: '$(folder) A file…', uri: undefined }], { title })
      : { uri: undefined };
  return chosen && (chosen.uri ?? (await askForFile(document, title, label, { ANML: ['anml'] })));
}

async function askForFile(
  document: vscode.TextDocument,
  title: string,
  openLabel: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const defaultUri = document.uri.scheme === 'file' ? vscode.Uri.joinPath(document.uri, '..') : undefined;
  return (await vscode.window.showOpenDialog({ title, openLabel, filters, defaultUri }))?.[0];
}
