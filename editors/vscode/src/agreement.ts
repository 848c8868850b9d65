// The agreement that comes before the first run: the program shows a sentence, and a person types it.

import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import { findProgram } from './program.js';
import { environment } from './secrets.js';

/** Where the sentence is in the output of the program. */
const SENTENCE = /^ {4}(\S.*)$/m;

/** Whether the person has agreed, now or before. */
export async function isAgreed(context: vscode.ExtensionContext): Promise<boolean> {
  const program = await findProgram(context);
  const env = await environment(context);
  return new Promise((resolve, reject) => {
    const child = spawn(program.path, ['markdownlang', 'agree'], { env, windowsHide: true });
    let said = '';
    let isAsked = false;
    let hasLeft = false;
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      const sentence = SENTENCE.exec(said)?.[1]?.trim();
      if (sentence === undefined || isAsked || !said.endsWith('> ')) {
        return;
      }
      isAsked = true;
      void ask(sentence).then((typed) => {
        hasLeft = typed === undefined;
        child.stdin.end(typed === undefined ? '' : `${typed}\n`);
      });
    });
    child.on('error', reject);
    child.stdin.on('error', () => undefined);
    child.on('close', (code) => {
      if (code === 0 || hasLeft) {
        resolve(code === 0);
      } else {
        reject(new Error(said.trim().split('\n').at(-1) || 'the agreement was not kept'));
      }
    });
  });
}

async function ask(sentence: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: 'The markdownlang agreement',
    prompt: `Everyone who runs programs with this tool stands by transgender people. Type this sentence to say that you do: ${sentence}`,
    placeHolder: sentence,
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === sentence ? undefined : `Exactly: ${sentence}`),
  });
}
