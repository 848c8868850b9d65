// Which documents are ours. A Markdown, HTML or JSON file is looked into first: most are none.

import * as vscode from 'vscode';
import formats from './formats.json';

/** What a document is called in a sentence, by its language: those that are ours without a look. */
export const OWN_NAMES: Readonly<Record<keyof typeof formats, string>> = formats;

/** Languages that are ours without a look. */
export const OWN: readonly string[] = Object.keys(formats);

/** Where documents come from: files, new documents, daemons. In a browser, the file systems of workspaces come too. */
const SCHEMES = new Set(['file', 'untitled', 'agdd']);

/** Serves the documents of one more file system. */
export function serveScheme(scheme: string): void {
  SCHEMES.add(scheme);
}

/** Languages of pages and components, of which some are annotated for agents. */
const PAGES = ['html', 'javascriptreact', 'typescriptreact', 'vue', 'svelte'];

/** How much of a document's beginning is looked at for front matter, in characters. */
const HEAD = 16_384;

const MANIFEST = /(^|\/)agent-manifest\.json$/;

/** The schemes of files, without daemons, which have documents of one language. */
const places = () => [...SCHEMES].filter((scheme) => scheme !== 'agdd');

const inLanguage = (language: string) => places().map((scheme) => ({ scheme, language }));

/** What the server lays out: what has no formatter in the editor. */
export const formatted = () => [...OWN, 'markdown'].flatMap(inLanguage);

/** What the server is told about, once it runs; it looks for itself too. */
export const selector = () => [
  ...[...OWN, 'markdown', ...PAGES].flatMap(inLanguage),
  { scheme: 'agdd', language: 'agd' },
  ...places()
    .filter((scheme) => scheme !== 'untitled')
    .flatMap((scheme) => ['**/agent-manifest.json', '**/agmark.toml'].map((pattern) => ({ scheme, pattern }))),
];

/** What a document is to us: menus show what fits it. */
export type Kind = keyof typeof formats | 'program' | 'page' | 'manifest';

/** The kind of a document; undefined if it belongs to another extension. */
export function kind(document: vscode.TextDocument): Kind | undefined {
  if (!SCHEMES.has(document.uri.scheme)) {
    return undefined;
  }
  if (OWN.includes(document.languageId)) {
    return document.languageId as Kind;
  }
  if (MANIFEST.test(document.uri.path)) {
    return 'manifest';
  }
  if (document.languageId === 'markdown') {
    return isProgram(document) ? 'program' : undefined;
  }
  return PAGES.includes(document.languageId) && isAnnotated(document) ? 'page' : undefined;
}

/** Whether the server has something to say about a document. */
export function isOurs(document: vscode.TextDocument): boolean {
  return kind(document) !== undefined;
}

/** Whether a Markdown document is a program: its front matter says what goes in or comes out. */
export function isProgram(document: vscode.TextDocument): boolean {
  const end = document.positionAt(HEAD);
  return isProgramText(document.getText(new vscode.Range(new vscode.Position(0, 0), end)));
}

/** The same for the text of a document, or its beginning. */
export function isProgramText(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---') {
    return false;
  }
  const close = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  const front = close < 0 ? lines.slice(1) : lines.slice(1, close);
  const has = (key: string) => front.some((line) => line.startsWith(`${key}:`));
  const others = ['name', 'description', 'input', 'output'].filter(has).length;
  return (has('input') || has('output')) && others >= 2;
}

/** Whether a page or a component tells agents anything. */
export function isAnnotated(document: vscode.TextDocument): boolean {
  const text = document.getText();
  return text.includes('data-agent-') || text.includes('application/agent+json') || /<Agent[A-Z]/.test(text);
}
