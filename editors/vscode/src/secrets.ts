// The key of a model API: from the environment, or from the editor's secret storage. No setting holds it.

import * as vscode from 'vscode';

const KEY = 'agmark.apiKey';
const VARIABLE = 'OPENAI_API_KEY';
const BASE = 'OPENAI_BASE_URL';

/**
 * The environment for the program. A workspace that is not trusted gets no key; where VS Code itself was started with
 * one, that counts.
 */
export async function environment(context: vscode.ExtensionContext): Promise<NodeJS.ProcessEnv> {
  const env = { ...process.env };
  if (!vscode.workspace.isTrusted) {
    delete env[VARIABLE];
    return env;
  }
  const key = env[VARIABLE] ? undefined : await context.secrets.get(KEY);
  if (key) {
    env[VARIABLE] = key;
  }
  const base = vscode.workspace.getConfiguration('agmark').get<string>('run.baseUrl', '').trim();
  if (base !== '') {
    env[BASE] = base;
  }
  return env;
}

/** Asks for the key and keeps it; an empty one is forgotten. Whether anything changed. */
export async function askForKey(context: vscode.ExtensionContext): Promise<boolean> {
  const key = await vscode.window.showInputBox({
    title: 'API key for models',
    prompt: `Kept in the secret storage of this machine and given to the server as ${VARIABLE}. Leave it empty to forget it.`,
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) {
    return false;
  }
  if (key.trim() === '') {
    await context.secrets.delete(KEY);
  } else {
    await context.secrets.store(KEY, key.trim());
  }
  return true;
}
