// The connection to the language server. It is loaded when a server is started, and not before.

import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  ShowMessageRequest,
  type DynamicFeature,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { isWanted } from './client-features.js';
import { ask } from './consent.js';
import { selector } from './languages.js';
import { programLenses } from './lenses.js';
import { Progress } from './progress.js';
import type { Program } from './program.js';
import { withoutOurSettings } from './settings.js';

/** Commands that are tasks of the server: it tells how far they are. */
const TASKS = /^agmark\.(aaf\.audit|markdownlang\.(run|dryRun|convertSkill)$)/;

/** Milliseconds that a server has to end when it is asked to. */
const FAREWELL = 2000;

/** What the server says, and who listens. */
export interface Listener {
  /** It ended without being asked to. */
  ended(): void;
  /** It tells of a task: `agmark/status`. */
  told(status: unknown): void;
  /** It wrote a file for the person, who is to see it. */
  shows(file: vscode.Uri): Promise<void>;
}

class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (isWanted(feature)) {
      super.registerFeature(feature);
    }
  }
}

/** A server that runs. */
export class Connection {
  private constructor(
    private readonly client: Client,
    private readonly child: ChildProcess,
    private readonly progress: Progress,
  ) {}

  /** Starts a server and shakes hands. */
  static async open(
    program: Program,
    env: NodeJS.ProcessEnv,
    output: vscode.LogOutputChannel,
    listener: Listener,
  ): Promise<Connection> {
    const child = spawn(program.path, ['lsp'], { env, windowsHide: true });
    child.stderr.on('data', (data: Buffer) => output.info(data.toString().trimEnd()));
    child.on('error', (error) => output.error(error));
    const progress = new Progress();
    const client = new Client('agmark', 'agmark', () => Promise.resolve(child), options(output, listener, progress));
    client.registerFeature(announcement);
    client.onNotification('agmark/status', (status: unknown) => listener.told(status));
    // In place of the client's own, which shows questions in one line and cuts long ones off.
    client.onRequest(ShowMessageRequest.type, ({ message, actions }) => ask(message, actions ?? []));
    await client.start();
    return new Connection(client, child, progress);
  }

  /** The id of the process; undefined once it has ended. */
  get process(): number | undefined {
    return this.child.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
  }

  /** The commands that the server has. */
  get commands(): readonly string[] {
    return this.client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  }

  /** The result of a command, which takes one object; `report` is told how far it is. */
  async execute(
    command: string,
    argument: unknown,
    cancelled: vscode.CancellationToken,
    report: (message: string | undefined) => void,
  ): Promise<unknown> {
    const task = TASKS.test(command) ? this.progress.expect(report) : undefined;
    try {
      const params = { command, arguments: [argument] };
      return await this.client.sendRequest(ExecuteCommandRequest.type, params, cancelled);
    } finally {
      task?.dispose();
    }
  }

  async close(): Promise<void> {
    await this.client.dispose(FAREWELL).catch(() => undefined);
  }
}

function options(output: vscode.LogOutputChannel, listener: Listener, progress: Progress): LanguageClientOptions {
  return {
    documentSelector: selector(),
    outputChannel: output,
    traceOutputChannel: output,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        listener.ended();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    markdown: { supportHtml: false, isTrusted: { enabledCommands: [] } },
    middleware: {
      handleWorkDoneProgress: (token, said, next) => progress.isTold(token, said) || next(token, said),
      provideCodeLenses: async (document, token, next) => [...programLenses(document), ...((await next(document, token)) ?? [])],
      window: {
        showDocument: async (params, next) => {
          const uri = vscode.Uri.parse(params.uri);
          if (!params.external && isWritten(uri)) {
            await listener.shows(uri);
            return { success: true };
          }
          const shown = await next(params, new vscode.CancellationTokenSource().token);
          return 'success' in shown ? shown : { success: false };
        },
      },
      workspace: { configuration: withoutOurSettings },
    },
  };
}

/** Whether the server wrote a file to be shown. Such files are in the folder for temporary files. */
function isWritten({ scheme, fsPath }: vscode.Uri): boolean {
  return scheme === 'file' && fsPath.startsWith(`${tmpdir()}${path.sep}`);
}

/**
 * What this client can do beyond the protocol: new documents come to it as the results of commands, it shows places, and
 * it hears of tasks.
 */
const announcement: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...capabilities.experimental, agmark: { documents: true, references: true, status: true } };
    capabilities.workspace = { ...capabilities.workspace, executeCommand: { dynamicRegistration: false } };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};
