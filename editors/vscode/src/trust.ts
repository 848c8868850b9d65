// What is done in workspaces that a person trusts, and in no others.

import * as vscode from 'vscode';

/** The workspace is not trusted; the message says what would have needed it. */
export class Untrusted extends Error {}

/**
 * Nothing, where the workspace is trusted.
 *
 * Throws `Untrusted` elsewhere: there only the server in this package runs, and it analyses.
 */
export function trusted(): void {
  if (!vscode.workspace.isTrusted) {
    throw new Untrusted('This workspace is not trusted: nothing is run or fetched here.');
  }
}
