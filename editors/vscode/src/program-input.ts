// Asks a person for the input of a program.

import type * as vscode from 'vscode';
import { ask } from './form.js';
import { front } from './program-file.js';
import type { Values } from './values.js';

/** The input of a program: as last time, or from the form, which begins with the last one. None if the person left. */
export async function askForInput(
  context: vscode.ExtensionContext,
  values: Values,
  document: vscode.TextDocument,
  isLast: boolean,
): Promise<unknown> {
  const { input: schema, name } = front(document.getText());
  const key = `input:${document.uri.toString()}`;
  const last = context.globalState.get<Readonly<Record<string, unknown>>>(key);
  if (isLast && last !== undefined) {
    return last;
  }
  const given = await ask(values, `Input of ${String(name ?? 'the program')}`, schema ?? {}, last ?? {});
  if (typeof given === 'object' && given !== null) {
    await context.globalState.update(key, given);
    return given;
  }
  return undefined;
}
