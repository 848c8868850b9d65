// Where the program `agmark` is: in a setting, in this package, or on the PATH.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

export interface Program {
  readonly path: string;
  readonly from: 'the setting agmark.server.path' | 'this extension' | 'the PATH';
}

const NAME = process.platform === 'win32' ? 'agmark.exe' : 'agmark';

/** Where a person can help: in the settings, or by trusting the workspace. */
export type Help = 'settings' | 'trust';

/** Nothing to start; the message says what would help. */
export class NoProgram extends Error {
  constructor(
    message: string,
    readonly help: Help,
  ) {
    super(message);
  }
}

/**
 * The program. In a workspace that is not trusted only the one in this package counts: a workspace may have a say in
 * the PATH of a remote machine.
 */
export async function findProgram(context: vscode.ExtensionContext): Promise<Program> {
  const bundled = context.asAbsolutePath(path.join('server', NAME));
  if (!vscode.workspace.isTrusted) {
    if (await isProgram(bundled)) {
      return { path: bundled, from: 'this extension' };
    }
    throw new NoProgram(
      'This extension brings no server of its own, and in a workspace that is not trusted no other is started.',
      'trust',
    );
  }
  const setting = vscode.workspace.getConfiguration('agmark').get<string>('server.path', '').trim();
  if (setting !== '') {
    if (path.isAbsolute(setting) && (await isProgram(setting))) {
      return { path: setting, from: 'the setting agmark.server.path' };
    }
    throw new NoProgram(`The setting agmark.server.path names "${setting}", which is no program. It takes an absolute path.`, 'settings');
  }
  if (await isProgram(bundled)) {
    return { path: bundled, from: 'this extension' };
  }
  // A relative folder on the PATH would be looked for in whatever folder is open.
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    const candidate = path.join(folder, NAME);
    if (await isProgram(candidate)) {
      return { path: candidate, from: 'the PATH' };
    }
  }
  throw new NoProgram(
    'There is no program "agmark": this extension brings none along, and there is none on the PATH. Install it, or name it in the setting agmark.server.path.',
    'settings',
  );
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
