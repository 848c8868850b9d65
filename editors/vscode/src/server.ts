// The language server: started when it is first needed, and again, later and later, when it ends by itself.

import * as vscode from 'vscode';
import type { Connection } from './client.js';
import { findProgram, NoProgram } from './program.js';
import { environment } from './secrets.js';

/** Milliseconds before the first new start; each further one waits twice as long. */
const FIRST_DELAY = 500;
/** New starts in a row before a person is asked. A server that lived for a minute begins anew. */
const MOST_STARTS = 5;
const LONG_LIFE = 60_000;

export type ServerState =
  | { readonly is: 'asleep' | 'starting' | 'running' }
  | { readonly is: 'waiting'; readonly milliseconds: number }
  | { readonly is: 'failed'; readonly why: string };

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('agmark', { log: true });
  private readonly changed = new vscode.EventEmitter<ServerState>();
  readonly onChange = this.changed.event;
  private connection: Connection | undefined;
  private starting: Promise<Connection> | undefined;
  private timer: NodeJS.Timeout | undefined;
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
    const process = this.connection?.process;
    return process === undefined ? [] : [process];
  }

  /** The commands that the running server has. */
  get commands(): readonly string[] {
    return this.connection?.commands ?? [];
  }

  /** The running server; starts it if need be. */
  async running(): Promise<Connection> {
    if (this.connection) {
      return this.connection;
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

  /** The result of one of the server's commands. How far it is can be seen; what takes long can be ended. */
  async execute(command: string, argument: unknown, title: string, how: 'quick' | 'long' = 'quick'): Promise<unknown> {
    const connection = await this.running();
    const long = how === 'long';
    const location = long ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
    const options = { location, title: `agmark: ${title}`, cancellable: long };
    return vscode.window.withProgress(options, (progress, cancelled) =>
      connection.execute(command, argument, cancelled, (message) => progress.report({ message })),
    );
  }

  dispose(): void {
    this.disposed = true;
    void this.stop();
    this.changed.dispose();
    this.output.dispose();
  }

  private async stop(): Promise<void> {
    clearTimeout(this.timer);
    const connection = this.connection;
    this.connection = undefined;
    await connection?.close();
    this.become({ is: 'asleep' });
  }

  private async start(): Promise<Connection> {
    clearTimeout(this.timer);
    this.become({ is: 'starting' });
    try {
      const program = await findProgram(this.context);
      this.output.info(`starting ${program.path}, from ${program.from}`);
      const env = await environment(this.context);
      const { Connection } = await import('./client.js');
      this.connection = await Connection.open(program, env, this.output, () => this.ended());
      this.startedAt = Date.now();
      this.become({ is: 'running' });
      return this.connection;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.output.error(why);
      this.become({ is: 'failed', why });
      void this.complain(why, error instanceof NoProgram);
      throw error;
    }
  }

  /** The server ended without being asked to. */
  private ended(): void {
    if (this.disposed || this.connection === undefined) {
      return;
    }
    this.connection = undefined;
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
