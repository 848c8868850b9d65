// Documents of a daemon, such as `agdd:///agd:doc:rules`. The program (`agmark agd connect`) reads and saves them; this
// file shows what it says. Nothing is started before such a document is opened.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { findProgram } from './program.js';
import { environment } from './secrets.js';
import { trusted } from './trust.js';

export const SCHEME = 'agdd';
const LANGUAGE = 'agd';

/** Milliseconds in which the program must say something. */
const PATIENCE = 20_000;
/** Milliseconds after the last editor of a document is closed. A change of its language closes and opens it. */
const LINGER = 2000;
/** Milliseconds after a save in which the editor takes no changes. */
const MOMENT = 200;
/** Texts of a document that are remembered. */
const RECENT = 8;

interface Diagnostic {
  readonly line: number;
  readonly end_line: number;
  readonly message: string;
}

/** The answer to a save. */
interface Saved {
  readonly event: 'saved';
  readonly complete: boolean;
  readonly base: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

type Event =
  | { readonly event: 'document'; readonly text: string }
  | { readonly event: 'missing' }
  | { readonly event: 'problem'; readonly message: string }
  | Saved;

/** What the editor knows of a document. It stays if the process ends. */
interface Known {
  /** The text that the edits of the person started from. */
  base: string;
  /** The last texts that the daemon had. */
  recent: readonly string[];
  /** The time and size of the text that the editor read last. */
  mtime: number;
  size: number;
}

/** A document that is followed. */
class Followed {
  /** What the daemon has; undefined before the first answer, and if it does not exist. */
  text: string | undefined;
  mtime = 0;
  failure: Error | undefined;
  private readonly waiting = new Set<() => void>();
  private saved: ((answer: Saved) => void) | undefined;

  constructor(
    readonly uri: vscode.Uri,
    readonly child: ChildProcessWithoutNullStreams,
    private readonly arrived: (text: string | undefined) => void,
    output: vscode.LogOutputChannel,
  ) {
    const said: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => this.take(JSON.parse(line) as Event));
    child.stderr.on('data', (data: Buffer) => {
      said.push(data.toString());
      output.info(data.toString().trimEnd());
    });
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => this.fail(error.message));
    child.on('close', () => this.fail(said.join('').trim() || 'the program has ended'));
  }

  /** Waits for the first answer. */
  async ready(): Promise<void> {
    if (this.mtime === 0 && this.failure === undefined) {
      await this.next();
    }
    if (this.failure) {
      throw vscode.FileSystemError.Unavailable(this.failure.message);
    }
    if (this.text === undefined) {
      throw vscode.FileSystemError.FileNotFound(this.uri);
    }
  }

  /** Sends a text. Rejects if the program does not answer. */
  save(base: string, text: string): Promise<Saved> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
      this.saved = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.child.stdin.write(`${JSON.stringify({ base, text })}\n`);
    });
  }

  /** The daemon has this text now. */
  set(text: string): void {
    this.text = text;
    this.mtime = Math.max(Date.now(), this.mtime + 1);
  }

  stop(): void {
    this.child.kill();
  }

  private take(event: Event): void {
    switch (event.event) {
      case 'document':
        this.failure = undefined;
        this.set(event.text);
        break;
      case 'missing':
        this.text = undefined;
        this.mtime = Math.max(this.mtime, 1);
        break;
      case 'problem':
        if (this.mtime === 0) {
          this.failure = new Error(event.message);
        }
        break;
      case 'saved':
        this.saved?.(event);
        return;
    }
    this.arrived(this.text);
    this.waiting.forEach((go) => go());
    this.waiting.clear();
  }

  private fail(message: string): void {
    this.failure = new Error(message);
    this.waiting.forEach((go) => go());
    this.waiting.clear();
  }

  private next(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.fail('no answer'), PATIENCE);
      this.waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** The documents of daemons as a file system. */
export class DaemonDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly followed = new Map<string, Promise<Followed>>();
  private readonly known = new Map<string, Known>();
  private readonly conflicts = vscode.languages.createDiagnosticCollection('agmark daemon');
  private readonly parts: readonly vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
  ) {
    this.parts = [
      vscode.workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true }),
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.rebase(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === SCHEME && setTimeout(() => this.closed(uri), LINGER)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => closed.length > 0 && setTimeout(() => this.stopHidden(), LINGER)),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('agmark.daemon') && this.restart()),
      this.changed,
      this.conflicts,
    ];
  }

  watch(): vscode.Disposable {
    // A document is followed while it is open.
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const followed = await this.follow(uri);
    await followed.ready();
    const now = { mtime: followed.mtime, size: Buffer.byteLength(followed.text ?? '') };
    // While a person edits, the text on "disk" is the one that the edits started from: saving merges.
    const { mtime, size } = (isDirty(uri) ? this.known.get(uri.toString()) : undefined) ?? now;
    const permissions = mayWrite() ? undefined : vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const followed = await this.follow(uri);
    await followed.ready();
    const bytes = Buffer.from(followed.text ?? '');
    if (!isDirty(uri)) {
      const known = this.knownOf(uri);
      Object.assign(known, { mtime: followed.mtime, size: bytes.length });
      if (!find(uri)) {
        known.base = followed.text ?? '';
      }
    }
    return bytes;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (!mayWrite()) {
      throw vscode.FileSystemError.NoPermissions('Documents of a daemon are read-only. The setting agmark.daemon.write allows edits.');
    }
    const followed = await this.follow(uri);
    const text = Buffer.from(content).toString();
    const known = this.knownOf(uri);
    const answer = await followed.save(known.base, text).catch((error: unknown) => {
      throw vscode.FileSystemError.Unavailable(error instanceof Error ? error.message : String(error));
    });
    known.base = answer.base;
    this.conflicts.set(uri, answer.diagnostics.map(diagnostic));
    known.recent = [...known.recent, answer.base].slice(-RECENT);
    if (answer.complete) {
      followed.set(answer.text);
      return;
    }
    await replace(uri, text, answer.text);
    const [first] = answer.diagnostics;
    const more = answer.diagnostics.length > 1 ? ` (and ${answer.diagnostics.length - 1} more)` : '';
    throw vscode.FileSystemError.Unavailable(`${first?.message.split('\n')[0] ?? 'not saved'}${more}`);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    vscode.Disposable.from(...this.parts).dispose();
    this.followed.forEach((one) => void one.then((followed) => followed.stop(), () => undefined));
  }

  /** The processes that follow documents. */
  async processes(): Promise<readonly (number | undefined)[]> {
    return (await Promise.all(this.followed.values())).map(({ child }) => child.pid);
  }

  private follow(uri: vscode.Uri): Promise<Followed> {
    const key = uri.toString();
    const known = this.followed.get(key);
    if (known) {
      return known;
    }
    const starting = this.start(uri);
    this.followed.set(key, starting);
    starting
      .then((followed) => followed.child.on('close', () => this.followed.get(key) === starting && this.followed.delete(key)))
      .catch(() => this.followed.delete(key));
    return starting;
  }

  private async start(uri: vscode.Uri): Promise<Followed> {
    try {
      trusted();
    } catch (error) {
      throw vscode.FileSystemError.Unavailable((error as Error).message);
    }
    const program = await findProgram(this.context);
    const env = await environment(this.context);
    const url = settings().get<string>('redisUrl', '').trim();
    if (url !== '') {
      env.AGD_REDIS_URL = url;
    }
    // The path keeps the case of letters, the authority does not.
    const args = ['agd', 'connect', `${uri.authority}${uri.path}`.replace(/^\//, ''), ...(mayWrite() ? ['--write'] : [])];
    const child = spawn(program.path, args, { env, windowsHide: true });
    return new Followed(uri, child, (text) => this.arrived(uri, text), this.output);
  }

  private opened(document: vscode.TextDocument): void {
    if (document.uri.scheme !== SCHEME) {
      return;
    }
    if (document.languageId !== LANGUAGE) {
      void vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    }
    this.rebase(document);
  }

  /**
   * A text that the daemon had is what the next edits start from. Whether the document has edits is not asked: the editor
   * says it a moment too late.
   */
  private rebase(document: vscode.TextDocument): void {
    const { uri } = document;
    if (uri.scheme !== SCHEME) {
      return;
    }
    const text = document.getText();
    const known = this.knownOf(uri);
    if (known.recent.includes(text)) {
      known.base = text;
    }
    const refresh = (followed: Followed) => {
      // The editor ignores changes while it saves.
      if (!document.isDirty && followed.text !== undefined && followed.text !== document.getText()) {
        setTimeout(() => this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]), MOMENT);
      }
    };
    void this.followed.get(uri.toString())?.then(refresh, () => undefined);
  }

  private knownOf(uri: vscode.Uri): Known {
    const key = uri.toString();
    const known = this.known.get(key) ?? { base: '', recent: [], mtime: 0, size: 0 };
    this.known.set(key, known);
    return known;
  }

  /** The daemon has a new text. */
  private arrived(uri: vscode.Uri, text: string | undefined): void {
    const known = this.knownOf(uri);
    known.recent = [...known.recent, text ?? ''].slice(-RECENT);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  private closed(uri: vscode.Uri): void {
    if (!find(uri)) {
      this.known.delete(uri.toString());
      this.conflicts.delete(uri);
      this.stop(uri.toString());
    }
  }

  /** Ends what follows documents without an editor. VS Code keeps such documents for minutes. */
  private stopHidden(): void {
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => input as { readonly uri?: vscode.Uri; readonly original?: vscode.Uri; readonly modified?: vscode.Uri } | undefined);
    const shown = new Set(inputs.flatMap((input) => [input?.uri, input?.original, input?.modified]).map(String));
    [...this.followed.keys()].filter((key) => !shown.has(key)).forEach((key) => this.stop(key));
  }

  /** The settings have changed: documents are read again. */
  private restart(): void {
    [...this.followed.keys()].forEach((key) => this.stop(key));
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === SCHEME);
    this.changed.fire(documents.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  private stop(key: string): void {
    void this.followed.get(key)?.then((followed) => followed.stop(), () => undefined);
    this.followed.delete(key);
  }
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('agmark.daemon');
}

function mayWrite(): boolean {
  return settings().get<boolean>('write', false);
}

function find(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}

function isDirty(uri: vscode.Uri): boolean {
  return find(uri)?.isDirty ?? false;
}

function diagnostic({ line, end_line, message }: Diagnostic): vscode.Diagnostic {
  const made = new vscode.Diagnostic(new vscode.Range(line, 0, end_line + 1, 0), message, vscode.DiagnosticSeverity.Error);
  made.source = 'agmark daemon';
  return made;
}

/** Shows a text in place of the one that was saved, unless that has changed since. */
async function replace(uri: vscode.Uri, before: string, after: string): Promise<void> {
  const document = find(uri);
  if (!document || document.getText() !== before || before === after) {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(before.length)), after);
  await vscode.workspace.applyEdit(edit);
}
