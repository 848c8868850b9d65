// The input of a program, as its front matter declares it.

import { parse } from 'yaml';
import type { Schema } from './schema.js';

interface Front {
  readonly name?: unknown;
  readonly input?: Schema;
}

/** The front matter of a text; empty if it has none or it cannot be read. */
export function front(text: string): Front {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  try {
    const value: unknown = parse(found?.[1] ?? '', { maxAliasCount: 100 });
    return typeof value === 'object' && value !== null ? (value as Front) : {};
  } catch {
    return {};
  }
}
