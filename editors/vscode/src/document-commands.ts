// The commands about a document that the server answers, and that need a form, a choice or a view. They are the same on a
// desktop and in a browser.

import * as vscode from 'vscode';
import { completed, target } from './arguments.js';
import { Live } from './live.js';
import { preview } from './preview.js';
import { askForInput } from './program-input.js';
import { chooseFormat } from './prompt.js';
import { showReferences } from './references.js';
import { resolve } from './resolve.js';
import type { Results } from './results.js';
import { openSample } from './sample.js';
import type { Ask } from './server.js';
import { applyDiff, compareSelected, convertHtml, diff, view } from './snapshots.js';
import type { Status } from './status.js';
import { showTokens } from './tokens.js';
import type { Values } from './values.js';
import { Pages } from './webview.js';

/** Carries out a command with its arguments. */
export type Handler = (argument: unknown, ...more: unknown[]) => unknown;

const RENDER = 'agmark.garyml.renderPrompt';
const PROGRAM_PROMPT = 'agmark.markdownlang.preview';

export class DocumentCommands implements vscode.Disposable {
  private readonly live: Live;
  readonly handlers: Readonly<Record<string, Handler>>;

  constructor(context: vscode.ExtensionContext, server: Ask, status: Status, results: Results, values: Values) {
    const live = (this.live = new Live(server));
    const previews = new Pages(context, 'agmark.preview', 'Preview', (document) => preview(server, document));
    const onDocument = (act: (document: vscode.TextDocument) => Promise<unknown>) => async (argument: unknown) => {
      await act(await target(argument));
    };
    this.handlers = {
      'agmark.openSample': (language) => openSample(language),
      'agmark.countTokens': onDocument((document) => showTokens(server, document, status, results)),
      'agmark.showReferences': (uri, position, places) => showReferences(uri, position, places),
      'agmark.form.goOn': () => values.goOn(),
      'agmark.form.cancel': () => values.cancel(),
      'agmark.anml.showPreview': onDocument((document) => previews.show(document)),
      'agmark.anml.showView': onDocument((document) => view(server, document, results)),
      'agmark.anml.showDiff': onDocument((document) => diff(server, document, results)),
      'agmark.anml.compareSelected': (_, all) => compareSelected(server, all, results),
      'agmark.anml.applyDiff': onDocument((document) => applyDiff(server, document, results)),
      'agmark.anml.convertHtml': onDocument((document) => convertHtml(server, document, results)),
      'agmark.aaf.resolve': async (argument) => resolve(server, await completed(argument)),
      [RENDER]: async (argument) => {
        const asked = await chooseFormat(await completed(argument));
        return asked && live.show(RENDER, asked, 'prompt');
      },
      // The prompt follows the program.
      [PROGRAM_PROMPT]: async (argument) => {
        const asked = await completed(argument);
        const document = await target(asked);
        const input = 'input' in asked ? asked.input : await askForInput(context, values, document, false);
        return input === undefined ? undefined : live.show(PROGRAM_PROMPT, { ...asked, input }, 'preview');
      },
    };
  }

  dispose(): void {
    this.live.dispose();
  }
}
