// The language server in a worker: started when it is first needed, and again after a fault.

import * as vscode from 'vscode';
import type { ServerState } from '../src/server.js';
import { withEditorAddresses } from './addresses.js';
import { Connection } from './client.js';

/** Faults after which the server is not started again. */
const MOST_FAULTS = 3;

export class BrowserServer implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('agmark', { log: true });
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChange = this.changed.event;
  /** Nothing here takes long. */
  readonly doing = undefined;
  private connection: Connection | undefined;
  private starting: Promise<Connection> | undefined;
  private faults = 0;
  private now: ServerState = { is: 'asleep' };

  constructor(private readonly context: vscode.ExtensionContext) {}

  get state(): ServerState {
    return this.now;
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

  /** Starts the server for a document if it does not run; a failure is told to the person. */
  async wake(): Promise<void> {
    if (this.now.is === 'asleep') {
      await this.running().catch(() => undefined);
    }
  }

  async restart(): Promise<void> {
    this.faults = 0;
    await this.stop();
    await this.running().catch(() => undefined);
  }

  /** The result of one of the server's commands, with the editor's addresses. */
  async execute(command: string, argument: unknown): Promise<unknown> {
    return withEditorAddresses(await (await this.running()).execute(command, argument));
  }

  dispose(): void {
    void this.stop();
    vscode.Disposable.from(this.changed, this.output).dispose();
  }

  private async stop(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.close();
    this.become({ is: 'asleep' });
  }

  private async start(): Promise<Connection> {
    this.become({ is: 'starting' });
    try {
      const opened = await Connection.open(this.context, this.output, (why) => void this.ended(why));
      this.connection = opened;
      this.become({ is: 'running' });
      return opened;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.fail(why);
      throw new Error(why, { cause: error });
    }
  }

  private async ended(why: string): Promise<void> {
    this.output.error(why);
    this.faults += 1;
    await this.stop();
    if (this.faults > MOST_FAULTS) {
      this.fail(`The server ended ${this.faults} times: ${why}`);
    } else {
      await this.running().catch(() => undefined);
    }
  }

  private fail(why: string): void {
    this.output.error(why);
    this.become({ is: 'failed', why });
    void vscode.window.showErrorMessage(`agmark: ${why}`);
  }

  private become(state: ServerState): void {
    this.now = state;
    this.changed.fire();
  }
}
