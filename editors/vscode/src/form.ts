// A form for a value that fits a JSON Schema, built from the editor's own inputs: a step for each property. Lists and
// objects are written as JSON, with completion from the schema.

import * as vscode from 'vscode';
import { complaint, resolved, typeOf, type Schema } from './schema.js';
import type { Values } from './values.js';

type Known = Readonly<Record<string, unknown>>;

/** A person left the form. */
const LEFT = Symbol('left');
/** A value that was not given. */
const NONE = Symbol('none');

interface Step {
  readonly title: string;
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly known: unknown;
}

/**
 * Asks for an object that fits `schema`; `known` are the values to begin with. Undefined if the person leaves.
 */
export async function ask(values: Values, title: string, schema: Schema, known: Known): Promise<unknown> {
  const root = resolved(schema, schema);
  const properties = Object.entries(root.properties ?? {});
  if (properties.length === 0) {
    if (root.properties !== undefined && typeOf(root) === 'object') {
      return {};
    }
    const value = await askJson(values, { title, name: 'input', schema: root, required: true, known });
    return value === LEFT ? undefined : value;
  }
  const given: Record<string, unknown> = {};
  const required = new Set(root.required ?? []);
  // What must be there is asked first; the rest can be left out.
  properties.sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  for (const [at, [name, raw]] of properties.entries()) {
    const part = resolved(root, raw);
    const step = {
      title: properties.length === 1 ? title : `${title} (${at + 1}/${properties.length})`,
      name,
      schema: part,
      required: required.has(name),
      known: name in known ? known[name] : part.default,
    };
    const value = await askOne(values, step);
    if (value === LEFT) {
      return undefined;
    }
    if (value !== NONE) {
      given[name] = value;
    }
  }
  return given;
}

function askOne(values: Values, step: Step): Promise<unknown> {
  if (step.schema.const !== undefined) {
    return Promise.resolve(step.schema.const);
  }
  if (step.schema.enum) {
    return pick(step, step.schema.enum);
  }
  switch (typeOf(step.schema)) {
    case 'boolean':
      return pick(step, [true, false]);
    case 'string':
      return input(step, (text) => text);
    case 'integer':
    case 'number':
      return input(step, Number);
    default:
      return askJson(values, step);
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
    validateInput: (text) => complaint(step.schema, step.required, text),
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

async function askJson(values: Values, { title, name, schema, required, known }: Step): Promise<unknown> {
  const answer = await values.ask({ title, name, schema, required, start: known ?? empty(schema) });
  if (answer === undefined) {
    return LEFT;
  }
  return answer.value === undefined ? NONE : answer.value;
}

function empty(schema: Schema): unknown {
  switch (typeOf(schema)) {
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return null;
  }
}
