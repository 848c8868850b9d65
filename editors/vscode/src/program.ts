// Where the program `agmark` is: in a setting, in this package, where `agmark setup` was run, or on the PATH.

import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

export interface Program {
  readonly path: string;
  readonly from: 'the setting agmark.server.path' | 'this extension' | 'agmark setup' | 'the PATH';
}

const NAME = process.platform === 'win32' ? 'agmark.exe' : 'agmark';

/** What a person can do: change the settings, trust the workspace, or install the program. */
export type Help = 'settings' | 'trust' | 'install';

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
 * The program. In a workspace that is not trusted only the one that came with this package counts: a workspace may have
 * a say in the PATH of a remote machine.
 */
export async function findProgram(context: vscode.ExtensionContext): Promise<Program> {
  const own = await ownProgram(context);
  if (!vscode.workspace.isTrusted) {
    if (own) {
      return own;
    }
    throw new NoProgram(
      'This extension does not contain a server, and in a workspace that is not trusted no other server is started.',
      'trust',
    );
  }
  const setting = vscode.workspace.getConfiguration('agmark').get<string>('server.path', '').trim();
  if (setting !== '') {
    if (path.isAbsolute(setting) && (await isProgram(setting))) {
      return { path: setting, from: 'the setting agmark.server.path' };
    }
    throw new NoProgram(`The setting agmark.server.path names "${setting}", which is not a program. It takes an absolute path.`, 'settings');
  }
  if (own) {
    return own;
  }
  const found = await onPath('agmark');
  if (found !== undefined) {
    return { path: found, from: 'the PATH' };
  }
  throw new NoProgram(
    'The program "agmark" was not found: it is not in this extension and not on the PATH. Install it, or name it in the setting agmark.server.path.',
    'install',
  );
}

/** The path of a program on the PATH. A relative folder on the PATH would be looked for in whatever folder is open. */
export async function onPath(name: string): Promise<string | undefined> {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    for (const ending of endings) {
      const candidate = path.join(folder, name + ending);
      if (await isProgram(candidate)) {
        return candidate;
      }
    }
  }
  return undefined;
}

/** The program in this package, else the one that made it: `agmark setup` writes down where it is. */
async function ownProgram(context: vscode.ExtensionContext): Promise<Program | undefined> {
  const bundled = context.asAbsolutePath(path.join('server', NAME));
  if (await isProgram(bundled)) {
    return { path: bundled, from: 'this extension' };
  }
  const named = (await readFile(context.asAbsolutePath('server/program.txt'), 'utf8').catch(() => '')).trim();
  return path.isAbsolute(named) && (await isProgram(named)) ? { path: named, from: 'agmark setup' } : undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
