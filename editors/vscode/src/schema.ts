// A JSON Schema, as far as a form needs to know it.

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
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** The type of a value; of several the first that is not null. */
export function typeOf(schema: Schema): string | undefined {
  const { type } = schema;
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null');
}

/** A part of a schema without the reference that it is, if it is one to the same document, and with its definitions. */
export function resolved(root: Schema, schema: Schema): Schema {
  const [, where, name] = /^#\/(\$defs|definitions)\/(.+)$/.exec(schema.$ref ?? '') ?? [];
  const found = where && name ? root[where as '$defs' | 'definitions']?.[name] : undefined;
  return { ...(found ?? schema), $defs: root.$defs, definitions: root.definitions };
}

/** What is wrong with a text as a value; undefined if nothing is. */
export function complaint(schema: Schema, isRequired: boolean, text: string): string | undefined {
  if (text === '' && !isRequired) {
    return undefined;
  }
  const type = typeOf(schema);
  return type === 'integer' || type === 'number' ? wrongNumber(schema, type, text) : wrongText(schema, text);
}

function wrongNumber(schema: Schema, type: string, text: string): string | undefined {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    return 'not a number';
  }
  if (type === 'integer' && !Number.isInteger(value)) {
    return 'not a whole number';
  }
  const limits: [number | undefined, (limit: number) => boolean, string][] = [
    [schema.minimum, (limit) => value >= limit, 'at least'],
    [schema.maximum, (limit) => value <= limit, 'at most'],
    [schema.exclusiveMinimum, (limit) => value > limit, 'more than'],
    [schema.exclusiveMaximum, (limit) => value < limit, 'less than'],
  ];
  const broken = limits.find(([limit, holds]) => limit !== undefined && !holds(limit));
  return broken && `${broken[2]} ${broken[0]}`;
}

function wrongText(schema: Schema, text: string): string | undefined {
  const length = [...text].length;
  if (schema.minLength !== undefined && length < schema.minLength) {
    return `at least ${schema.minLength} ${schema.minLength === 1 ? 'character' : 'characters'}`;
  }
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return `at most ${schema.maxLength} ${schema.maxLength === 1 ? 'character' : 'characters'}`;
  }
  return schema.pattern !== undefined && !fits(schema.pattern, text) ? `does not match ${schema.pattern}` : undefined;
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // The server reports it at the pattern; a form cannot fix it.
    return true;
  }
}
