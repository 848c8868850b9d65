// Running a markdownlang program: its input by a form, its result and summary beside.

import * as vscode from 'vscode';
import type { Server } from './server.js';

export type How = 'run' | 'again' | 'replay' | 'dry';

export async function run(
  _context: vscode.ExtensionContext,
  _server: Server,
  _document: vscode.TextDocument,
  _how: How,
): Promise<void> {}
