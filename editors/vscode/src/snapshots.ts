// Smaller views of ANML snapshots, the difference of two, a diff applied, a page as a snapshot. The server does the work.

import * as vscode from 'vscode';
import type { Ask } from './server.js';
import type { Results } from './results.js';

interface View extends vscode.QuickPickItem {
  /** The options of the server's command. */
  readonly options: Readonly<Record<string, unknown>> | undefined;
}

const VIEWS: readonly View[] = [
  { label: 'Interactive', description: 'only what can be acted on', options: { filter: 'interactive' } },
  { label: 'Compact', description: 'without structure that says nothing', options: { filter: 'compact' } },
  { label: 'Depth 1', description: 'the top level, the rest counted', options: { depth: 1 } },
  { label: 'Depth 2', options: { depth: 2 } },
  { label: 'Budget…', description: 'at most so many lines', options: undefined },
];

/** Asks which view, and opens it beside. */
export async function view(server: Ask, document: vscode.TextDocument, results: Results): Promise<void> {
  const chosen = await vscode.window.showQuickPick(VIEWS, { title: 'View snapshot', placeHolder: 'What is to be seen' });
  const options = chosen && (chosen.options ?? (await budget()));
  if (options) {
    await show(server, 'agmark.anml.viewDocument', document, options, results);
  }
}

async function budget(): Promise<{ readonly budget: number } | undefined> {
  const lines = await vscode.window.showInputBox({
    title: 'View snapshot',
    prompt: 'How many lines there may be',
    value: '50',
    validateInput: (text) => (/^[1-9][0-9]*$/.test(text) ? undefined : 'a whole number from 1 on'),
  });
  return lines === undefined ? undefined : { budget: Number(lines) };
}

/** Asks for an older snapshot, of those that are open or of a file, and opens what changed since then. */
export async function diff(server: Ask, document: vscode.TextDocument, results: Results): Promise<void> {
  const before = await another(document, 'The snapshot before', 'Compare');
  if (before) {
    await compare(server, before, document, results);
  }
}

/** Opens what changed from one snapshot to another. */
async function compare(
  server: Ask,
  before: vscode.Uri,
  after: vscode.TextDocument,
  results: Results,
): Promise<void> {
  const options = { with: relative(after.uri, before), text: await textOf(before) };
  await show(server, 'agmark.anml.diffDocuments', after, options, results);
}

/** Compares the two snapshots that are selected in the explorer. */
export async function compareSelected(server: Ask, all: unknown, results: Results): Promise<void> {
  const [before, after] = Array.isArray(all) ? (all as vscode.Uri[]) : [];
  if (before && after) {
    await compare(server, before, await vscode.workspace.openTextDocument(after), results);
  }
}

/** What a diff leads to. Which snapshot it changes is asked, unless it says so itself. */
export async function applyDiff(server: Ask, document: vscode.TextDocument, results: Results): Promise<void> {
  const head = /^---\s*\n([\s\S]*?)\n---/.exec(document.getText())?.[1] ?? '';
  if (/^base:\s*\S/m.test(head)) {
    return show(server, 'agmark.anml.applyDiff', document, {}, results);
  }
  const base = await another(document, 'The snapshot that changes', 'Apply to it');
  if (base) {
    const options = { base: relative(document.uri, base), text: await textOf(base) };
    await show(server, 'agmark.anml.applyDiff', document, options, results);
  }
}

/** A page of HTML as a snapshot: the one in the editor, else one that is chosen. */
export async function convertHtml(server: Ask, document: vscode.TextDocument, results: Results): Promise<void> {
  const isPage = document.languageId === 'html';
  const page = isPage ? document.uri : await askForFile(document, 'The page', 'Convert', { HTML: ['html', 'htm'] });
  if (page) {
    await show(server, 'agmark.anml.convertHtml', document, { text: await textOf(page) }, results);
  }
}

async function show(
  server: Ask,
  command: string,
  document: vscode.TextDocument,
  options: Readonly<Record<string, unknown>>,
  results: Results,
): Promise<void> {
  const uri = document.uri.toString();
  await results.show(await server.execute(command, { ...options, uri }, 'snapshot'), uri);
}

/** The text of a file, with what is not saved of it. */
async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/** The address of a file as a document beside it would name it. */
function relative(from: vscode.Uri, to: vscode.Uri): string {
  if (from.scheme !== to.scheme || from.authority !== to.authority) {
    return to.path;
  }
  const folders = from.path.split('/').slice(0, -1);
  const parts = to.path.split('/');
  const different = folders.findIndex((folder, at) => folder !== parts[at]);
  const shared = different < 0 ? folders.length : different;
  return [...folders.slice(shared).map(() => '..'), ...parts.slice(shared)].join('/');
}

/** Another snapshot: one that is open, else a file. */
async function another(document: vscode.TextDocument, title: string, label: string): Promise<vscode.Uri | undefined> {
  const { scheme } = document.uri;
  const isOther = (one: vscode.TextDocument) => one.languageId === 'anml' && one.uri.scheme === scheme && one !== document;
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
  const defaultUri = document.uri.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(document.uri, '..');
  return (await vscode.window.showOpenDialog({ title, openLabel, filters, defaultUri }))?.[0];
}
