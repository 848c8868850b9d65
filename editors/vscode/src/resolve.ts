// Which elements of a page a runtime finds for a field of an action: chosen from the page, shown in it.

import * as vscode from 'vscode';
import { target, type Asked } from './arguments.js';
import type { Ask } from './server.js';

/** One place on the page where the action can be done; spans are bytes of the page. */
interface Instance {
  readonly step: 'nested' | 'for-action' | 'absent';
  readonly matches: readonly (readonly [number, number])[];
}

/** Asks for an action and a field, and shows what a runtime finds. */
export async function resolve(server: Ask, asked: Asked): Promise<void> {
  const document = await target(asked);
  const text = document.getText();
  const action = asked.action ?? (await choose('Action', values(text, 'action')));
  if (action === undefined) {
    return;
  }
  const status = { label: '$(info) the status', field: undefined };
  const fields = values(text, 'field').map((label) => ({ label, field: label as string | undefined }));
  const chosen =
    asked.field === undefined
      ? await vscode.window.showQuickPick([...fields, status], { title: `Field of ${String(action)}`, placeHolder: 'What is looked for' })
      : { field: asked.field };
  if (!chosen) {
    return;
  }
  const options = { ...asked, action, ...(chosen.field === undefined ? {} : { field: chosen.field }) };
  const instances = (await server.execute('agmark.aaf.resolve', options, 'resolve')) as readonly Instance[];
  const places = instances.flatMap(({ matches }) => matches).map((span) => location(document, text, span));
  const what = chosen.field === undefined ? 'no status' : `no field "${String(chosen.field)}"`;
  const [first] = places;
  if (!first) {
    void vscode.window.showWarningMessage(`agmark: a runtime finds ${what} for ${String(action)} on this page.`);
    return;
  }
  await vscode.commands.executeCommand('editor.action.goToLocations', document.uri, first.range.start, places, 'peek', '');
}

/** What an attribute is set to on a page, each once. */
function values(text: string, attribute: string): string[] {
  const all = text.matchAll(new RegExp(`\\bdata-agent-${attribute}\\s*=\\s*["'{]{0,2}([^"'{}\\s>]+)`, 'g'));
  return [...new Set([...all].map(([, value]) => value ?? ''))];
}

async function choose(title: string, all: readonly string[]): Promise<string | undefined> {
  if (all.length === 0) {
    throw new Error(`The page names no ${title.toLowerCase()}: write data-agent-${title.toLowerCase()} first.`);
  }
  return all.length === 1 ? all[0] : vscode.window.showQuickPick(all, { title, placeHolder: 'Of the actions on this page' });
}

/** A span of bytes as a place of the editor. */
function location(document: vscode.TextDocument, text: string, [start, end]: readonly [number, number]): vscode.Location {
  const bytes = new TextEncoder().encode(text);
  const at = (offset: number) => document.positionAt(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length);
  return new vscode.Location(document.uri, new vscode.Range(at(start), at(end)));
}
