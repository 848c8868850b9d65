// The language server: started when it is first needed, and again, later and later, when it ends by itself.

import * as vscode from 'vscode';
import type { Connection } from './client.js';
import { findProgram, NoProgram, type Help } from './program.js';
import { environment } from './secrets.js';

/** Milliseconds before the first new start; each further one waits twice as long. */
const FIRST_DELAY = 500;
/** Restarts in a row before the user is asked. The count starts again after a server ran for a minute. */
const MOST_STARTS = 5;
const LONG_LIFE = 60_000;

export type ServerState =
  | { readonly is: 'asleep' | 'starting' | 'running' }
  | { readonly is: 'waiting'; readonly milliseconds: number }
  | { readonly is: 'failed'; readonly why: string };

/** How a command is shown while it is done: not at all, in the status bar, or with a button that ends it. */
export type How = 'quiet' | 'quick' | 'long';

/** The server cannot be started, which the person was told already. */
class Told extends Error {
  readonly told = true;
}

/** What features need of a server: to be asked. */
export type Ask = Pick<Server, 'execute'>;

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('agmark', { log: true });
  private readonly changed = new vscode.EventEmitter<void>();
  /** The state changed, or what is being done. */
  readonly onChange = this.changed.event;
  private readonly told = new vscode.EventEmitter<unknown>();
  /** What the server tells of its tasks (`agmark/status`). */
  readonly onStatus = this.told.event;
  /** Shows a file that the server wrote; set by what can do it. */
  shows: (file: vscode.Uri) => Promise<void> = () => Promise.resolve();
  private connection: Connection | undefined;
  private starting: Promise<Connection> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private starts = 0;
  private startedAt = 0;
  private now: ServerState = { is: 'asleep' };
  private tasks: readonly { text: string }[] = [];
  private disposed = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  get state(): ServerState {
    return this.now;
  }

  /** What is being done that takes long; undefined for nothing. */
  get doing(): string | undefined {
    return this.tasks.at(-1)?.text;
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
  async running(why = 'a command'): Promise<Connection> {
    if (this.connection) {
      return this.connection;
    }
    this.starting ??= this.start(why).finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Starts the server for a document if it does not run; a failure is told to the person. */
  async wake(document: vscode.Uri): Promise<void> {
    if (this.now.is === 'asleep') {
      await this.running(document.toString(true)).catch(() => undefined);
    }
  }

  /** Restarts the server. */
  async restart(): Promise<void> {
    this.starts = 0;
    await this.stop();
    await this.running('a restart').catch(() => undefined);
  }

  /** The result of one of the server's commands. */
  async execute(command: string, argument: unknown, title: string, how: How = 'quick'): Promise<unknown> {
    const connection = await this.running();
    return this.attended(title, how, (tell, cancelled) => connection.execute(command, argument, cancelled, tell));
  }

  /** Does what takes its time. How far it is can be seen; what takes long can be ended. */
  async attended<T>(
    title: string,
    how: How,
    act: (tell: (text: string | undefined) => void, cancelled: vscode.CancellationToken) => Promise<T>,
  ): Promise<T> {
    if (how === 'quiet') {
      const source = new vscode.CancellationTokenSource();
      return act(() => undefined, source.token).finally(() => source.dispose());
    }
    const isLong = how === 'long';
    const location = isLong ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
    const task = { text: title };
    const show = (tasks: typeof this.tasks) => {
      this.tasks = tasks;
      this.changed.fire();
    };
    if (isLong) {
      show([...this.tasks, task]);
    }
    try {
      return await vscode.window.withProgress(
        { location, title: `agmark: ${title}`, cancellable: isLong },
        (progress, cancelled) =>
          act((message) => {
            progress.report({ message });
            task.text = message ? `${title}: ${message}` : title;
            this.changed.fire();
          }, cancelled).catch((error: unknown) => {
            // What a person ended has not failed.
            throw cancelled.isCancellationRequested ? new vscode.CancellationError() : error;
          }),
      );
    } finally {
      show(this.tasks.filter((one) => one !== task));
    }
  }

  dispose(): void {
    this.disposed = true;
    void this.stop();
    vscode.Disposable.from(this.changed, this.told, this.output).dispose();
  }

  private async stop(): Promise<void> {
    clearTimeout(this.timer);
    const connection = this.connection;
    this.connection = undefined;
    await connection?.close();
    this.become({ is: 'asleep' });
  }

  private async start(reason: string): Promise<Connection> {
    clearTimeout(this.timer);
    this.become({ is: 'starting' });
    try {
      const program = await findProgram(this.context);
      this.output.info(`starting ${program.path}, from ${program.from}, for ${reason}`);
      const env = await environment(this.context);
      const { Connection } = await import('./client.js');
      this.connection = await Connection.open(program, env, this.output, {
        ended: () => this.ended(),
        told: (status) => this.told.fire(status),
        shows: (file) => this.shows(file),
      });
      this.startedAt = Date.now();
      this.become({ is: 'running' });
      return this.connection;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.output.error(why);
      this.become({ is: 'failed', why });
      void this.complain(why, error instanceof NoProgram ? error.help : undefined);
      throw new Told(why, { cause: error });
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
      this.output.error(why);
      this.become({ is: 'failed', why });
      void this.complain(why, undefined);
      return;
    }
    const milliseconds = FIRST_DELAY * 2 ** (this.starts - 1);
    this.output.warn(`the server ended; starting it again in ${milliseconds} ms`);
    this.become({ is: 'waiting', milliseconds });
    this.timer = setTimeout(() => void this.running('a new start').catch(() => undefined), milliseconds);
  }

  private async complain(why: string, help: Help | undefined): Promise<void> {
    const [open, trust, again, log] = ['Open settings', 'Manage trust', 'Try again', 'Show log'];
    const [install, page] = ['Install…', 'How to install'];
    const buttons = {
      settings: [open, again],
      trust: [trust, again],
      install: [install, page, open, again],
      none: [again, log],
    }[help ?? 'none'];
    switch (await vscode.window.showErrorMessage(`agmark: ${why}`, ...buttons)) {
      case install:
        await vscode.commands.executeCommand('agmark.install');
        break;
      case page:
        await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'agmark.agmark#start', false);
        break;
      case open:
        await openSettings();
        break;
      case trust:
        await vscode.commands.executeCommand('workbench.trust.manage');
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
      this.changed.fire();
    }
  }
}

/** Opens the setting that names the program, where it can be set: it is the machine's that this code runs on. */
async function openSettings(): Promise<void> {
  const command = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: 'agmark.server.path' });
}
