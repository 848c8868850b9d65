// All commands: those of the server, by its own names, and those that need a form, a choice or a view.

import * as vscode from 'vscode';
import contributions from './contributions.json';
import { isAnnotated, isProgram } from './languages.js';
import { audit, report } from './report.js';
import { Live } from './live.js';
import { preview } from './preview.js';
import { show } from './results.js';
import { run, type How } from './run.js';
import { askForKey } from './secrets.js';
import type { Server } from './server.js';
import { compare, countTokens, diff, view } from './snapshots.js';
import type { Status } from './status.js';
import { Pages } from './webview.js';

type Handler = (...args: never[]) => unknown;

export function registerCommands(
  context: vscode.ExtensionContext,
  server: Server,
  status: Status,
): vscode.Disposable[] {
  const previews = new Pages(
    context,
    'agmark.preview',
    (document) => `Preview ${name(document.uri)}`,
    (document) => preview(context, document),
  );
  const reports = new Pages(
    context,
    'agmark.report',
    (document) => `Audit ${name(document.uri)}`,
    async (document) => {
      const result = await audit(context, document.uri.fsPath);
      status.score(document.uri, result.score);
      return report(result);
    },
  );
  const live = new Live(server);
  const onDocument = (act: (document: vscode.TextDocument) => Promise<void>) => async (uri?: vscode.Uri) => {
    const document = await target(uri);
    if (document) {
      await act(document);
    }
  };
  const running = (how: How) => onDocument((document) => run(context, server, document, how));
  const own: Record<string, Handler> = {
    'agmark.restartServer': () => server.restart(),
    'agmark.showLog': () => server.output.show(),
    'agmark.setApiKey': async () => {
      if ((await askForKey(context)) && server.state.is !== 'asleep') {
        await server.restart();
      }
    },
    'agmark.menu': () => menu(server),
    'agmark.anml.showPreview': onDocument((document) => previews.show(document)),
    'agmark.anml.showView': onDocument((document) => view(context, document)),
    'agmark.anml.showDiff': onDocument((document) => diff(context, document)),
    'agmark.anml.showTokens': onDocument(async (document) => {
      const tokens = await countTokens(context, document);
      if (tokens !== undefined) {
        status.count(document.uri, tokens);
      }
    }),
    'agmark.anml.compareSelected': async (uri?: vscode.Uri, all?: vscode.Uri[]) => {
      const [before, after] = all ?? [];
      if (before && after) {
        await compare(context, before, await vscode.workspace.openTextDocument(after));
      }
    },
    'agmark.aaf.showAudit': onDocument(async (document) => {
      await document.save();
      await reports.show(document);
    }),
    // The server's own command; here a person names the site first, unless that is settled.
    'agmark.aaf.auditSite': async (argument?: unknown) => {
      const url = named(argument) ?? (await askForSite(context));
      return url === undefined ? undefined : show(await server.execute('agmark.aaf.auditSite', { url }, 'audit', 'long'));
    },
    // The server's own command; here a form asks for the input first, unless that is settled.
    'agmark.markdownlang.run': async (argument?: unknown) => {
      const settled = typeof argument === 'object' && argument !== null && !(argument instanceof vscode.Uri);
      if (settled && Object.keys(argument).some((key) => key !== 'uri' && key !== 'range')) {
        return show(await server.execute('agmark.markdownlang.run', argument, 'run', 'long'));
      }
      return running('run')(argument as vscode.Uri | undefined);
    },
    // The prompt goes on with the program while that is written.
    'agmark.markdownlang.preview': async (argument?: unknown) =>
      live.show('agmark.markdownlang.preview', await completed(argument), 'preview'),
    'agmark.markdownlang.runAgain': running('again'),
    'agmark.markdownlang.replayProgram': running('replay'),
    'agmark.markdownlang.dryRun': running('dry'),
  };
  const all: vscode.Disposable[] = [live];
  all.push(...Object.entries(own).map(([id, handler]) => vscode.commands.registerCommand(id, told(handler))));
  // The server's commands, under the server's names: lenses and actions ask for them by these.
  for (const { id, title } of contributions.commands) {
    if (!(id in own)) {
      const handler = async (argument?: unknown) => show(await server.execute(id, await completed(argument), title));
      all.push(vscode.commands.registerCommand(id, told(handler)));
    }
  }
  return all;
}

/** The site that whoever asks for an audit has in mind already. */
function named(argument: unknown): string | undefined {
  const url = typeof argument === 'object' && argument !== null && 'url' in argument ? argument.url : undefined;
  return typeof url === 'string' ? url : undefined;
}

/** Where the site was that was last asked for: it is the person's, and no matter of a workspace. */
const LAST_SITE = 'agmark.lastSite';

/** Asks for the address of a site; none if the person turned away. */
async function askForSite(context: vscode.ExtensionContext): Promise<string | undefined> {
  const url = await vscode.window.showInputBox({
    title: 'agmark: Audit a site for agents',
    prompt: 'The address of the site, such as https://example.org',
    value: context.globalState.get<string>(LAST_SITE, 'https://'),
    ignoreFocusOut: true,
    validateInput: (text) => (/^https?:\/\/[^/\s]+/.test(text.trim()) ? undefined : 'An address begins with https:// or http://'),
  });
  if (url !== undefined) {
    await context.globalState.update(LAST_SITE, url.trim());
  }
  return url?.trim();
}

/** What a command of the server takes: as a lens or an action gives it, else what is selected in the editor. */
async function completed(argument: unknown): Promise<{ readonly uri: string; readonly range?: unknown }> {
  const isArgument = typeof argument === 'object' && argument !== null && 'uri' in argument;
  if (isArgument && !(argument instanceof vscode.Uri) && typeof argument.uri === 'string') {
    return { ...argument, uri: argument.uri };
  }
  const document = await target(argument instanceof vscode.Uri ? argument : undefined);
  if (!document) {
    throw new Error('Open the document first.');
  }
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const { start, end } = editor?.selection ?? new vscode.Range(0, 0, 0, 0);
  return {
    uri: document.uri.toString(),
    range: {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    },
  };
}

/** The document that a command is for: what a menu named, else the one that is worked on. */
async function target(uri?: unknown): Promise<vscode.TextDocument | undefined> {
  if (uri instanceof vscode.Uri) {
    return vscode.workspace.openTextDocument(uri);
  }
  const named = typeof uri === 'object' && uri !== null && 'uri' in uri ? String(uri.uri) : undefined;
  if (named !== undefined) {
    return vscode.workspace.openTextDocument(vscode.Uri.parse(named));
  }
  return vscode.window.activeTextEditor?.document;
}

/** The commands that fit the document, to choose from. */
async function menu(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const general = ['agmark.restartServer', 'agmark.showLog', 'agmark.setApiKey'];
  const format = document && formatOf(document);
  const fitting = contributions.commands.filter(({ id }) => {
    const owner = id.split('.')[1];
    return !contributions.hidden.includes(id) && owner === format && (known(id) || server.commands.includes(id));
  });
  const choices = [...fitting, ...contributions.commands.filter(({ id }) => general.includes(id))];
  const chosen = await vscode.window.showQuickPick(
    choices.map(({ id, title }) => ({ label: title, id })),
    { title: 'agmark', placeHolder: server.state.is === 'failed' ? server.state.why : 'Choose a command' },
  );
  if (chosen) {
    await vscode.commands.executeCommand(chosen.id);
  }
}

/** Whether this extension does a command itself. */
function known(id: string): boolean {
  return contributions.own.includes(id);
}

function formatOf(document: vscode.TextDocument): string | undefined {
  switch (document.languageId) {
    case 'agd':
    case 'anml':
    case 'garyml':
      return document.languageId;
    case 'anmla':
      return 'anml';
    case 'markdown':
      return isProgram(document) ? 'markdownlang' : undefined;
    default:
      return isAnnotated(document) ? 'aaf' : undefined;
  }
}

/** A failure is told to the person who asked. */
function told(handler: Handler): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    try {
      return await handler(...(args as never[]));
    } catch (error) {
      void vscode.window.showErrorMessage(`agmark: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
}

function name(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
