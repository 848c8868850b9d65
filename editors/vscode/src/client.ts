// The connection to the language server. It is loaded when a server is started, and not before.

import { spawn, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  WorkDoneProgress,
  type DynamicFeature,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { SELECTOR } from './languages.js';
import type { Program } from './program.js';

/** Settings of the editor's side, which the server is not told. */
const OUR_KEYS = ['server', 'trace'];

/** Milliseconds that a server has to end when it is asked to. */
const FAREWELL = 2000;

/** Commands of the server are registered by this extension, which knows what to do with what they give. */
class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const dynamic = feature as Partial<DynamicFeature<unknown>>;
    if (dynamic.registrationType?.method === ExecuteCommandRequest.method) {
      return;
    }
    super.registerFeature(feature);
  }
}

/** A server that runs. */
export class Connection {
  private tokens = 0;

  private constructor(
    private readonly client: Client,
    private readonly child: ChildProcess,
  ) {}

  /** Starts a server and shakes hands; `ended` is called when it ends without being asked to. */
  static async open(
    program: Program,
    env: NodeJS.ProcessEnv,
    output: vscode.LogOutputChannel,
    ended: () => void,
  ): Promise<Connection> {
    const child = spawn(program.path, ['lsp'], { env, windowsHide: true });
    child.stderr.on('data', (data: Buffer) => output.info(data.toString().trimEnd()));
    child.on('error', (error) => output.error(error));
    const client = new Client('agmark', 'agmark', () => Promise.resolve(child), options(output, ended));
    client.registerFeature(announcement);
    await client.start();
    return new Connection(client, child);
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
    this.tokens += 1;
    const workDoneToken = `agmark-${this.tokens}`;
    const follows = this.client.onProgress(WorkDoneProgress.type, workDoneToken, (said) => {
      if (said.kind !== 'end') {
        report(said.message);
      }
    });
    try {
      const params = { command, arguments: [argument], workDoneToken };
      return await this.client.sendRequest(ExecuteCommandRequest.type, params, cancelled);
    } finally {
      follows.dispose();
    }
  }

  async close(): Promise<void> {
    await this.client.dispose(FAREWELL).catch(() => undefined);
  }
}

function options(output: vscode.LogOutputChannel, ended: () => void): LanguageClientOptions {
  return {
    documentSelector: SELECTOR,
    outputChannel: output,
    traceOutputChannel: output,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        ended();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    markdown: { supportHtml: false, isTrusted: { enabledCommands: [] } },
    middleware: {
      workspace: {
        configuration: async (parameters, token, next) => {
          const all = await next(parameters, token);
          return Array.isArray(all) ? all.map(withoutOurs) : all;
        },
      },
    },
  };
}

/** What this client can do beyond the protocol: new documents come to it as the results of commands. */
const announcement: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...capabilities.experimental, agmark: { documents: true } };
    capabilities.workspace = { ...capabilities.workspace, executeCommand: { dynamicRegistration: false } };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

function withoutOurs(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) {
    return settings;
  }
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !OUR_KEYS.includes(key)));
}
