// The program as a command line: for pictures that are made of a document, without the server.

import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import { findProgram } from './program.js';
import { environment } from './secrets.js';

/** The program answers in well under a second; fetching a page has its own time limit. */
const PATIENCE = 120_000;

/** What the program printed, for these arguments and this text on its standard input. */
export async function output(
  context: vscode.ExtensionContext,
  args: readonly string[],
  input: string,
  accepted: readonly number[] = [0],
): Promise<string> {
  const program = await findProgram(context);
  const env = await environment(context);
  return new Promise((resolve, reject) => {
    const child = spawn(program.path, args, { env, timeout: PATIENCE, windowsHide: true });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => out.push(data));
    child.stderr.on('data', (data: Buffer) => err.push(data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== null && accepted.includes(code)) {
        resolve(Buffer.concat(out).toString());
      } else {
        reject(new Error(Buffer.concat(err).toString().trim() || `agmark ${args[0]} ended with ${code}`));
      }
    });
    // A program that ends before it has read everything is told by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
