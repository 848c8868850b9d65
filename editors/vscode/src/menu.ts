// The commands that fit the document, to choose from.

import * as vscode from 'vscode';
import contributions from './contributions.json';
import { kind, OWN_NAMES, type Kind } from './languages.js';
import type { Server } from './server.js';
import { nameOf } from './webview.js';

const GENERAL = ['agmark.restartServer', 'agmark.showLog', 'agmark.setApiKey'];

/** The part of a command's name that tells whose it is, by the kind of a document. */
const FORMATS: Readonly<Record<string, string>> = { anmla: 'anml', program: 'markdownlang', page: 'aaf', manifest: 'aaf' };

/** What a document is called in a sentence. */
const NAMES: Readonly<Record<Kind, string>> = {
  ...OWN_NAMES,
  program: 'markdownlang program',
  page: 'AAF page',
  manifest: 'AAF manifest',
};

function placeholder(document: vscode.TextDocument | undefined, what: Kind | undefined): string {
  return document && what ? `Choose a command for ${nameOf(document.uri)}` : 'Choose a command for the agmark server';
}

/** Shows the menu. `without` are commands that cannot be done here. */
export async function menu(server: Pick<Server, 'state' | 'commands'>, without: readonly string[] = []): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const what = document && kind(document);
  const format = what && (FORMATS[what] ?? what);
  const usable = (id: string) =>
    (contributions.own.includes(id) || server.commands.includes(id)) && !without.includes(id);
  const fitting = contributions.commands.filter(
    ({ id }) => id.split('.')[1] === format && !contributions.hidden.includes(id) && usable(id),
  );
  const general = format === undefined ? GENERAL : ['agmark.countTokens', ...GENERAL];
  const item = ({ id, title }: { id: string; title: string }) => ({ label: title, id });
  const choices = [
    ...fitting.map(item),
    { label: 'agmark', kind: vscode.QuickPickItemKind.Separator, id: '' },
    ...contributions.commands.filter(({ id }) => general.includes(id) && !without.includes(id)).map(item),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: document && what ? `agmark: ${nameOf(document.uri)} (${NAMES[what]})` : 'agmark',
    placeHolder: server.state.is === 'failed' ? server.state.why : placeholder(document, what),
  });
  if (chosen) {
    await vscode.commands.executeCommand(chosen.id);
  }
}
