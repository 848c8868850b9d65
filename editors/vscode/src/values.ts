// A value that is written as JSON: a document with completion from its schema, and buttons above it to go on.

import * as vscode from 'vscode';
import type { Schema } from './schema.js';
import { valueIn } from './written.js';

const SCHEMAS = 'agmark-schema';

/** What a person is asked for. */
export interface Wanted {
  readonly title: string;
  readonly name: string;
  readonly schema: Schema;
  readonly start: unknown;
  readonly required: boolean;
}

/** The answer to it; undefined if the person left. */
export type Answer = { readonly value: unknown } | undefined;

interface Asking {
  readonly wanted: Wanted;
  readonly document: vscode.TextDocument;
  readonly answer: (answer: Answer) => void;
}

export class Values implements vscode.Disposable {
  private readonly schemas = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly parts: readonly vscode.Disposable[];
  private asking: Asking | undefined;

  constructor() {
    this.parts = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEMAS, {
        provideTextDocumentContent: (uri) => this.schemas.get(uri.path) ?? '{}',
      }),
      vscode.languages.registerCodeLensProvider(
        { language: 'json', scheme: 'untitled' },
        { onDidChangeCodeLenses: this.changed.event, provideCodeLenses: (document) => this.lenses(document) },
      ),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.asking?.document && document.isClosed) {
          this.settle();
        }
      }),
    ];
  }

  /** Opens a document to write the value in, and waits for the person to go on or to leave. */
  async ask(wanted: Wanted): Promise<Answer> {
    await this.cancel();
    const { name, schema, start } = wanted;
    const path = `/${encodeURIComponent(name)}-${this.schemas.size}.json`;
    const whole = { type: 'object', properties: { [name]: schema }, required: [name], $defs: schema.$defs, definitions: schema.definitions };
    this.schemas.set(path, JSON.stringify(whole));
    const text = JSON.stringify({ $schema: `${SCHEMAS}:${path}`, [name]: start }, null, 2);
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: `${text}\n` });
    const answer = new Promise<Answer>((answer) => (this.asking = { wanted, document, answer }));
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    // In the value, where one writes.
    const at = document.positionAt(text.length - '\n}'.length - (typeof start === 'object' && start !== null ? 1 : 0));
    editor.selection = new vscode.Selection(at, at);
    this.tell(true);
    return answer;
  }

  /** Accepts the current value. */
  async goOn(): Promise<void> {
    const { asking } = this;
    if (!asking) {
      return;
    }
    let all: unknown;
    try {
      all = JSON.parse(asking.document.getText());
    } catch (error) {
      throw new Error(`This is not JSON yet: ${(error as Error).message}`, { cause: error });
    }
    const { name, required } = asking.wanted;
    const value = valueIn(all, name);
    if (value === undefined && required) {
      throw new Error(`"${name}" is missing: write its value after "${name}":, or cancel.`);
    }
    await this.leave(asking, { value });
  }

  /** Leaves, without a value. */
  async cancel(): Promise<void> {
    if (this.asking) {
      await this.leave(this.asking, undefined);
    }
  }

  dispose(): void {
    this.settle();
    vscode.Disposable.from(...this.parts).dispose();
  }

  /** The document was closed: tell the caller. */
  private settle(): void {
    const { asking } = this;
    this.asking = undefined;
    this.tell(false);
    asking?.answer(undefined);
  }

  /** Closes the document, and then tells the caller, because the next question needs the focus. */
  private async leave({ document, answer }: Asking, given: Answer): Promise<void> {
    this.asking = undefined;
    this.tell(false);
    if (!document.isClosed) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    answer(given);
  }

  private tell(isAsking: boolean): void {
    void vscode.commands.executeCommand('setContext', 'agmark.isAsking', isAsking);
    this.changed.fire();
  }

  private lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { asking } = this;
    if (asking?.document !== document) {
      return [];
    }
    const top = new vscode.Range(0, 0, 0, 0);
    const lens = (title: string, command: string) => new vscode.CodeLens(top, { title, command });
    const words = asking.wanted.schema.description;
    return [
      lens(`${asking.wanted.title}: "${asking.wanted.name}"${words ? `, ${words}` : ''}`, ''),
      lens('$(check) Go on (Ctrl+Enter)', 'agmark.form.goOn'),
      lens('$(close) Cancel', 'agmark.form.cancel'),
    ];
  }
}
