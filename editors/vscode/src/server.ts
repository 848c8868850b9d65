// The language server: started when it is first needed, and again, later and later, when it ends by itself.

import { spawn, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  State,
  WorkDoneProgress,
  type DynamicFeature,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { SELECTOR } from './languages.js';
import { findProgram, NoProgram, type Program } from './program.js';
import { environment } from './secrets.js';

/** Milliseconds before the first new start; each further one waits twice as long. */
const FIRST_DELAY = 500;
/** New starts in a row before a person is asked. A server that lived for a minute begins anew. */
const MOST_STARTS = 5;
const LONG_LIFE = 60_000;

/** Settings of the editor's side, which the server is not told. */
const OUR_KEYS = ['server', 'trace'];

export type ServerState =
  | { readonly is: 'asleep' | 'starting' | 'running' }
  | { readonly is: 'waiting'; readonly milliseconds: number }
  | { readonly is: 'failed'; readonly why: string };

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

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('agmark', { log: true });
  private readonly changed = new vscode.EventEmitter<ServerState>();
  readonly onChange = this.changed.event;
  private client: Client | undefined;
  private child: ChildProcess | undefined;
  private starting: Promise<Client> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private tokens = 0;
  private starts = 0;
  private startedAt = 0;
  private now: ServerState = { is: 'asleep' };
  private disposed = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  get state(): ServerState {
    return this.now;
  }

  /** The ids of the processes that run. */
  get processes(): readonly number[] {
    const pid = this.child?.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
    return pid === undefined ? [] : [pid];
  }

  /** The commands that the running server has. */
  get commands(): readonly string[] {
    return this.client?.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  }

  /** The running server; starts it if need be. */
  async running(): Promise<Client> {
    if (this.client?.state === State.Running) {
      return this.client;
    }
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Starts the server if it does not run; a failure is told to the person. */
  async wake(): Promise<void> {
    if (this.now.is === 'waiting' || this.now.is === 'failed') {
      return;
    }
    await this.running().catch(() => undefined);
  }

  /** Ends the server and starts it anew. */
  async restart(): Promise<void> {
    this.starts = 0;
    await this.stop();
    await this.running().catch(() => undefined);
  }

  /** The result of one of the server's commands, which takes one object. How far it is can be seen, and it can be ended. */
  async execute(command: string, argument: unknown, title: string, how: 'quick' | 'long' = 'quick'): Promise<unknown> {
    const client = await this.running();
    const location = how === 'long' ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
    const options = { location, title: `agmark: ${title}`, cancellable: how === 'long' };
    return vscode.window.withProgress(options, async (progress, cancelled) => {
      this.tokens += 1;
      const workDoneToken = `agmark-${this.tokens}`;
      const follows = client.onProgress(WorkDoneProgress.type, workDoneToken, (said) => {
        if (said.kind !== 'end') {
          progress.report({ message: said.message });
        }
      });
      try {
        const params = { command, arguments: [argument], workDoneToken };
        return await client.sendRequest(ExecuteCommandRequest.type, params, cancelled);
      } finally {
        follows.dispose();
      }
    });
  }

  dispose(): void {
    this.disposed = true;
    void this.stop();
    this.changed.dispose();
    this.output.dispose();
  }

  private async stop(): Promise<void> {
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    if (client?.state === State.Running) {
      await client.dispose(2000).catch(() => undefined);
    }
    this.become({ is: 'asleep' });
  }

  private async start(): Promise<Client> {
    clearTimeout(this.timer);
    this.become({ is: 'starting' });
    try {
      const program = await findProgram(this.context);
      this.output.info(`starting ${program.path}, from ${program.from}`);
      const client = await this.connect(program);
      this.client = client;
      this.startedAt = Date.now();
      this.become({ is: 'running' });
      return client;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.output.error(why);
      this.become({ is: 'failed', why });
      void this.complain(why, error instanceof NoProgram);
      throw error;
    }
  }

  private async connect(program: Program): Promise<Client> {
    const env = await environment(this.context);
    const options: LanguageClientOptions = {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      traceOutputChannel: this.output,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => {
          this.ended();
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
    const client = new Client('agmark', 'agmark', () => Promise.resolve(this.spawn(program, env)), options);
    client.registerFeature(announcement);
    await client.start();
    return client;
  }

  private spawn(program: Program, env: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(program.path, ['lsp'], { env, windowsHide: true });
    child.stderr.on('data', (data: Buffer) => this.output.info(data.toString().trimEnd()));
    child.on('error', (error) => this.output.error(error));
    this.child = child;
    return child;
  }

  /** The server ended without being asked to. */
  private ended(): void {
    if (this.disposed || this.client === undefined) {
      return;
    }
    this.client = undefined;
    if (Date.now() - this.startedAt > LONG_LIFE) {
      this.starts = 0;
    }
    this.starts += 1;
    if (this.starts > MOST_STARTS) {
      const why = `The server ended ${this.starts} times in a row.`;
      this.become({ is: 'failed', why });
      void this.complain(why, false);
      return;
    }
    const milliseconds = FIRST_DELAY * 2 ** (this.starts - 1);
    this.output.warn(`the server ended; starting it again in ${milliseconds} ms`);
    this.become({ is: 'waiting', milliseconds });
    this.timer = setTimeout(() => void this.running().catch(() => undefined), milliseconds);
  }

  private async complain(why: string, settings: boolean): Promise<void> {
    const [open, again, log] = ['Open settings', 'Try again', 'Show log'];
    const buttons = settings ? [open, again] : [again, log];
    switch (await vscode.window.showErrorMessage(`agmark: ${why}`, ...buttons)) {
      case open:
        await vscode.commands.executeCommand('workbench.action.openSettings', 'agmark.server.path');
        break;
      case again:
        await this.restart();
        break;
      case log:
        this.output.show();
        break;
    }
  }

  private become(state: ServerState): void {
    this.now = state;
    if (!this.disposed) {
      this.changed.fire(state);
    }
  }
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
