// Installs the program with a package manager of the person. The command is shown, and it is run only after the person agrees.

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { findProgram, onPath } from './program.js';
import type { Server } from './server.js';

/** The package managers that have the program, the most specific one of a system first. */
const WAYS = [
  { manager: 'brew', name: 'Homebrew', command: 'brew install agmark/tap/agmark' },
  { manager: 'scoop', name: 'Scoop', command: 'scoop install agmark' },
  { manager: 'winget', name: 'winget', command: 'winget install --id agmark.agmark --exact' },
  { manager: 'uv', name: 'uv', command: 'uv tool install agmark' },
  { manager: 'pipx', name: 'pipx', command: 'pipx install agmark' },
  { manager: 'npm', name: 'npm', command: 'npm install --global agmark' },
] as const;

/** Milliseconds between two looks for the program, and how long it is looked for. */
const PAUSE = 2000;
const PATIENCE = 600_000;

/** Asks how to install the program, runs that in a terminal, and starts the server once the program is there. */
export async function install(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const found = await Promise.all(WAYS.map(async (way) => ((await onPath(way.manager)) ? [way] : [])));
  const ways = found.flat().map(({ name, command }) => ({ label: command, description: `with ${name}`, command }));
  const other = { label: 'Another way…', description: 'archives, packages and sources', command: undefined };
  const chosen = await vscode.window.showQuickPick([...ways, other], {
    title: 'agmark: install the program',
    placeHolder: 'Choose a command. It is shown again before it is run.',
  });
  if (chosen === undefined) {
    return;
  }
  if (chosen.command === undefined) {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'agmark.agmark#start', false);
    return;
  }
  const run = 'Run in a terminal';
  const detail = `${chosen.command}\n\nThe command is run in your home folder. It downloads the program and installs it for you.`;
  if ((await vscode.window.showInformationMessage('Install agmark with this command?', { modal: true, detail }, run)) !== run) {
    return;
  }
  // Not in the workspace, whose settings a package manager would read.
  const terminal = vscode.window.createTerminal({ name: 'agmark: install', cwd: homedir() });
  terminal.show();
  terminal.sendText(chosen.command);
  if (await installed(context, terminal)) {
    await server.restart();
  }
}

/** Waits for the program until the terminal is closed. */
async function installed(context: vscode.ExtensionContext, terminal: vscode.Terminal): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE && terminal.exitStatus === undefined; waited += PAUSE) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (await findProgram(context).then(() => true, () => false)) {
      return true;
    }
  }
  return false;
}
