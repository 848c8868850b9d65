// What commands do: those of the server, by its own names, and those that need a form, a choice or a view.

import * as vscode from 'vscode';
import { openDaemonDocument } from './daemon-document-name.js';
import { completed, target } from './arguments.js';
import { Audits } from './audit.js';
import contributions from './contributions.json';
import { install } from './install.js';
import { Live } from './live.js';
import { menu } from './menu.js';
import { preview } from './preview.js';
import { chooseFormat } from './prompt.js';
import { showReferences } from './references.js';
import { resolve } from './resolve.js';
import { Results } from './results.js';
import { askForInput, Runs } from './run.js';
import { openSample } from './sample.js';
import { askForKey } from './secrets.js';
import type { Server } from './server.js';
import { applyDiff, compare, convertHtml, diff, view } from './snapshots.js';
import type { Status } from './status.js';
import { count, showTokens } from './tokens.js';
import { trusted, Untrusted } from './trust.js';
import { Values } from './values.js';
import { Pages } from './webview.js';

type Handler = (argument: unknown, ...more: unknown[]) => unknown;

export class Features implements vscode.Disposable {
  private readonly results = new Results();
  private readonly values = new Values();
  private readonly live: Live;
  private readonly handlers: Readonly<Record<string, Handler>>;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
    status: Status,
  ) {
    const { results, values } = this;
    this.live = new Live(server);
    const audits = new Audits(context, server, status);
    const runs = new Runs(context, server, status, results, values);
    const previews = new Pages(context, 'agmark.preview', 'Preview', (document) => preview(context, document));
    const onDocument = (act: (document: vscode.TextDocument) => Promise<unknown>) => async (argument: unknown) => {
      await act(await target(argument));
    };
    this.handlers = {
      'agmark.menu': () => menu(server),
      'agmark.install': () => install(context, server),
      'agmark.openSample': (language) => openSample(language),
      'agmark.countTokens': onDocument((document) => showTokens(context, document, status, results)),
      'agmark.setApiKey': async () => {
        if ((await askForKey(context)) && server.state.is !== 'asleep') {
          await server.restart();
        }
      },
      'agmark.openDaemonDocument': () => openDaemonDocument(),
      'agmark.showReferences': (uri, position, places) => showReferences(uri, position, places),
      'agmark.form.goOn': () => values.goOn(),
      'agmark.form.cancel': () => values.cancel(),
      'agmark.anml.showPreview': onDocument((document) => previews.show(document)),
      'agmark.anml.showView': onDocument((document) => view(context, document, results)),
      'agmark.anml.showDiff': onDocument((document) => diff(context, document, results)),
      'agmark.anml.compareSelected': (_, all) => compareSelected(context, all, results),
      'agmark.anml.applyDiff': onDocument(async (document) => this.show(await applyDiff(server, document), document)),
      'agmark.anml.convertHtml': onDocument((document) => convertHtml(context, document, results)),
      'agmark.aaf.auditPage': (argument) => audits.page(argument),
      'agmark.aaf.auditSite': (argument) => audits.site(argument),
      'agmark.aaf.auditWorkspace': () => audits.workspace(),
      'agmark.aaf.resolve': async (argument) => resolve(server, await completed(argument)),
      'agmark.garyml.renderPrompt': async (argument) => {
        const asked = await chooseFormat(await completed(argument));
        return asked && this.live.show('agmark.garyml.renderPrompt', asked, 'prompt');
      },
      // The prompt goes on with the program while that is written.
      'agmark.markdownlang.preview': async (argument) => {
        const asked = await completed(argument);
        const document = await target(asked);
        const input = 'input' in asked ? asked.input : await askForInput(context, values, document, false);
        return input === undefined ? undefined : this.live.show('agmark.markdownlang.preview', { ...asked, input }, 'preview');
      },
      'agmark.markdownlang.run': (argument) => runs.run(argument, 'run'),
      'agmark.markdownlang.runAgain': (argument) => runs.run(argument, 'again'),
      'agmark.markdownlang.replayProgram': (argument) => runs.run(argument, 'replay'),
      'agmark.markdownlang.dryRun': (argument) => runs.run(argument, 'dry'),
    };
  }

  /** Does a command. A failure is told to the person who asked. */
  async carryOut(id: string, args: readonly unknown[]): Promise<unknown> {
    try {
      if (contributions.trusted.includes(id)) {
        trusted();
      }
      const [argument, ...more] = args;
      const own = this.handlers[id];
      return own ? await own(argument, ...more) : await this.plain(id, argument);
    } catch (error) {
      await tell(error);
      return undefined;
    }
  }

  /** Shows a file that the server wrote for the person. */
  showFile(file: vscode.Uri): Promise<void> {
    return this.results.showFile(file);
  }

  /** The tokens of a document. */
  count(document: vscode.TextDocument): Promise<number | undefined> {
    return count(this.context, document);
  }

  dispose(): void {
    vscode.Disposable.from(this.results, this.values, this.live).dispose();
  }

  /** A command of the server that needs nothing from this side. */
  private async plain(id: string, argument: unknown): Promise<void> {
    const title = contributions.commands.find((one) => one.id === id)?.title ?? id;
    const asked = await completed(argument);
    await this.show(await this.server.execute(id, asked, title), await target(asked));
  }

  private show(result: unknown, document: vscode.TextDocument): Promise<void> {
    return this.results.show(result, document.uri.toString());
  }
}

async function compareSelected(context: vscode.ExtensionContext, all: unknown, results: Results): Promise<void> {
  const [before, after] = Array.isArray(all) ? (all as vscode.Uri[]) : [];
  if (before && after) {
    await compare(context, before, await vscode.workspace.openTextDocument(after), results);
  }
}

/** Tells a failure. What the server's start failed of was told already; what a person ended is none. */
async function tell(error: unknown): Promise<void> {
  if (error instanceof vscode.CancellationError || (error instanceof Error && 'told' in error)) {
    return;
  }
  const why = error instanceof Error ? error.message : String(error);
  const manage = 'Manage trust';
  const buttons = error instanceof Untrusted ? [manage] : [];
  if ((await vscode.window.showErrorMessage(`agmark: ${why}`, ...buttons)) === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}
