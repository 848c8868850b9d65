// What commands do: those of the server, by its own names, and those that need a form, a choice or a view.

import * as vscode from 'vscode';
import { openDaemonDocument } from './daemon-document-name.js';
import { completed, target } from './arguments.js';
import { Audits } from './audit.js';
import contributions from './contributions.json';
import { DocumentCommands, type Handler } from './document-commands.js';
import { install } from './install.js';
import { menu } from './menu.js';
import { Results } from './results.js';
import { Runs } from './run.js';
import { askForKey } from './secrets.js';
import type { Server } from './server.js';
import type { Status } from './status.js';
import { count } from './tokens.js';
import { trusted, Untrusted } from './trust.js';
import { Values } from './values.js';

export class Features implements vscode.Disposable {
  private readonly results = new Results();
  private readonly values = new Values();
  private readonly documents: DocumentCommands;
  private readonly handlers: Readonly<Record<string, Handler>>;

  constructor(
    context: vscode.ExtensionContext,
    private readonly server: Server,
    status: Status,
  ) {
    const { results, values } = this;
    this.documents = new DocumentCommands(context, server, status, results, values);
    const audits = new Audits(context, server, status);
    const runs = new Runs(context, server, status, results, values);
    this.handlers = {
      ...this.documents.handlers,
      'agmark.menu': () => menu(server),
      'agmark.install': () => install(context, server),
      'agmark.setApiKey': async () => {
        if ((await askForKey(context)) && server.state.is !== 'asleep') {
          await server.restart();
        }
      },
      'agmark.openDaemonDocument': () => openDaemonDocument(),
      'agmark.aaf.auditPage': (argument) => audits.page(argument),
      'agmark.aaf.auditSite': (argument) => audits.site(argument),
      'agmark.aaf.auditWorkspace': () => audits.workspace(),
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
  count(document: vscode.TextDocument): Promise<number> {
    return count(this.server, document);
  }

  dispose(): void {
    vscode.Disposable.from(this.results, this.values, this.documents).dispose();
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
