// All commands are registered here; what they do is read when the first of them is chosen.

import * as vscode from 'vscode';
import contributions from './contributions.json';
import type { Features } from './features.js';
import type { Server } from './server.js';
import type { Status } from './status.js';

export function registerCommands(
  context: vscode.ExtensionContext,
  server: Server,
  status: Status,
): vscode.Disposable[] {
  let loaded: Promise<Features> | undefined;
  const features = () =>
    (loaded ??= import('./features.js').then(({ Features }) => {
      const made = new Features(context, server, status);
      context.subscriptions.push(made);
      return made;
    }));
  status.counter = async (document) => (await features()).count(document);
  server.shows = async (file) => (await features()).showFile(file);

  const here: Record<string, () => unknown> = {
    'agmark.restartServer': () => server.restart(),
    'agmark.showLog': () => server.output.show(),
  };
  const ids = [...contributions.commands.map(({ id }) => id), ...contributions.unseen];
  return ids.map((id) =>
    vscode.commands.registerCommand(
      id,
      here[id] ?? (async (...args: unknown[]) => (await features()).carryOut(id, args)),
    ),
  );
}
