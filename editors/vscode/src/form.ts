// A form for a value that fits a JSON Schema, of the editor's own inputs: a step for each property. What is no simple
// value is written as JSON, with completion from its schema.

import * as vscode from 'vscode';

/** A JSON Schema, as far as a form needs to know it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

type Values = Record<string, unknown>;

/** A person left the form. */
const LEFT = Symbol('left');
/** A value that was not given. */
const NONE = Symbol('none');

/**
 * Asks for an object that fits `schema`; `known` are the values to begin with. Undefined if the person leaves.
 */
export async function ask(title: string, schema: Schema, known: Values): Promise<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    if (kind(schema) === 'object' && schema.properties !== undefined) {
      return {};
    }
    const value = await askJson(title, 'input', schema, known);
    return value === LEFT ? undefined : value;
  }
  const values: Values = {};
  const required = new Set(schema.required ?? []);
  // What must be there is asked first; the rest can be left out.
  properties.sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  for (const [at, [name, raw]] of properties.entries()) {
    const part = resolved(schema, raw);
    const step = {
      title: `${title} (${at + 1}/${properties.length})`,
      name,
      schema: part.$defs ? part : { ...part, $defs: schema.$defs },
      required: required.has(name),
      known: name in known ? known[name] : part.default,
    };
    const value = await askOne(step);
    if (value === LEFT) {
      return undefined;
    }
    if (value !== NONE) {
      values[name] = value;
    }
  }
  return values;
}

interface Step {
  readonly title: string;
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly known: unknown;
}

function askOne(step: Step): Promise<unknown> {
  if (step.schema.enum) {
    return pick(step, step.schema.enum);
  }
  switch (kind(step.schema)) {
    case 'boolean':
      return pick(step, [true, false]);
    case 'string':
      return input(step, (text) => text);
    case 'integer':
    case 'number':
      return input(step, Number);
    default:
      return askJson(step.title, step.name, step.schema, step.known);
  }
}

async function pick(step: Step, all: readonly unknown[]): Promise<unknown> {
  interface Choice extends vscode.QuickPickItem {
    readonly value: unknown;
  }
  const choices: Choice[] = all.map((value) => ({
    label: typeof value === 'string' ? value : JSON.stringify(value),
    description: JSON.stringify(value) === JSON.stringify(step.known) ? 'as before' : undefined,
    value,
  }));
  // What is chosen without a move is what was there before.
  choices.sort((a, b) => Number(b.description !== undefined) - Number(a.description !== undefined));
  if (!step.required) {
    choices.push({ label: '$(circle-slash) leave out', value: NONE });
  }
  const chosen = await vscode.window.showQuickPick(choices, {
    title: step.title,
    placeHolder: question(step),
    ignoreFocusOut: true,
  });
  return chosen ? chosen.value : LEFT;
}

async function input(step: Step, read: (text: string) => unknown): Promise<unknown> {
  const text = await vscode.window.showInputBox({
    title: step.title,
    prompt: question(step),
    value: step.known === undefined || step.known === null ? '' : String(step.known),
    ignoreFocusOut: true,
    validateInput: (text) => complaint(step, text),
  });
  if (text === undefined) {
    return LEFT;
  }
  return text === '' && !step.required ? NONE : read(text);
}

function question(step: Step): string {
  const words = step.schema.description ?? step.schema.title ?? '';
  return `${step.name}${step.required ? '' : ' (optional)'}${words ? `: ${words}` : ''}`;
}

/** What is wrong with a text as the value of a step; undefined if nothing is. */
export function complaint(step: Pick<Step, 'schema' | 'required'>, text: string): string | undefined {
  const { schema } = step;
  if (text === '' && !step.required) {
    return undefined;
  }
  const type = kind(schema);
  if (type === 'integer' || type === 'number') {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) {
      return 'not a number';
    }
    if (type === 'integer' && !Number.isInteger(value)) {
      return 'not a whole number';
    }
    if (schema.minimum !== undefined && value < schema.minimum) {
      return `at least ${schema.minimum}`;
    }
    if (schema.maximum !== undefined && value > schema.maximum) {
      return `at most ${schema.maximum}`;
    }
    return undefined;
  }
  const length = [...text].length;
  if (schema.minLength !== undefined && length < schema.minLength) {
    return `at least ${schema.minLength} characters`;
  }
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return `at most ${schema.maxLength} characters`;
  }
  if (schema.pattern !== undefined && !fits(schema.pattern, text)) {
    return `does not match ${schema.pattern}`;
  }
  return undefined;
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // The server says so at the pattern itself; a form cannot mend it.
    return true;
  }
}

const SCHEMAS = 'agmark-schema';
const schemas = new Map<string, string>();

/** Schemas of forms, for the editor's JSON service. */
export const schemaProvider = vscode.workspace.registerTextDocumentContentProvider(SCHEMAS, {
  provideTextDocumentContent: (uri) => schemas.get(uri.path) ?? '{}',
});

/** Opens a document to write a JSON value in, and waits for a yes. */
async function askJson(title: string, name: string, schema: Schema, known: unknown): Promise<unknown> {
  const path = `/${encodeURIComponent(name)}-${schemas.size}.json`;
  const wrapped = { type: 'object', properties: { [name]: schema }, required: [name], $defs: schema.$defs };
  schemas.set(path, JSON.stringify(wrapped));
  const start = { $schema: `${SCHEMAS}:${path}`, [name]: known ?? empty(schema) };
  const document = await vscode.workspace.openTextDocument({
    language: 'json',
    content: `${JSON.stringify(start, null, 2)}\n`,
  });
  await vscode.window.showTextDocument(document);
  for (;;) {
    const go = 'Go on';
    const words = schema.description ? `: ${schema.description}` : '';
    const answer = await vscode.window.showInformationMessage(`${title}: write "${name}" as JSON${words}`, go, 'Cancel');
    if (answer !== go) {
      return LEFT;
    }
    try {
      const value = (JSON.parse(document.getText()) as Values)[name];
      await closed(document);
      return value === undefined ? NONE : value;
    } catch (error) {
      void vscode.window.showErrorMessage(`agmark: that is no JSON: ${(error as Error).message}`);
    }
  }
}

async function closed(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

function empty(schema: Schema): unknown {
  switch (kind(schema)) {
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return null;
  }
}

/** The type of a value; of several the first that is not null. */
function kind(schema: Schema): string | undefined {
  const { type } = schema;
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null');
}

/** A schema without the reference that it is, if it is one to the same document. */
function resolved(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.match(/^#\/\$defs\/(.+)$/)?.[1];
  return (name !== undefined && root.$defs?.[name]) || schema;
}
