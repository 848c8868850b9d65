// What stands in the front matter of a program: its input, and what it and its imports would start or call.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parse } from 'yaml';
import type { Schema } from './form.js';

/** No program has as much; a circle of imports ends at those that are known. */
const MOST_PROGRAMS = 100;

interface Front {
  readonly name?: unknown;
  readonly input?: Schema;
  readonly imports?: unknown;
  readonly mcp_servers?: unknown;
}

/** Something that a run would start or call, as it is shown to a person. */
export interface Wanted {
  readonly program: string;
  readonly server: string;
  readonly what: string;
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

/** All that a program and its imports would start or call. Throws where an import cannot be read: then nobody knows. */
export async function wanted(file: string, text: string): Promise<Wanted[]> {
  const all: Wanted[] = [];
  const known = new Set<string>([path.resolve(file)]);
  const waiting: [string, string][] = [[path.resolve(file), text]];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [program, source] = next;
    const { imports, mcp_servers } = front(source);
    for (const server of list(mcp_servers)) {
      const what = describe(server);
      if (what !== undefined) {
        all.push({ program, server: String(server.name ?? ''), what });
      }
    }
    for (const name of Array.isArray(imports) ? imports.filter((one) => typeof one === 'string') : []) {
      if (name.startsWith('stdlib:')) {
        continue;
      }
      const target = path.resolve(path.dirname(program), name);
      if (!known.has(target)) {
        if (known.size >= MOST_PROGRAMS) {
          throw new Error(`more than ${MOST_PROGRAMS} programs import each other`);
        }
        known.add(target);
        waiting.push([target, await readFile(target, 'utf8')]);
      }
    }
  }
  return all;
}

/** What tells one set from every other: a yes to a set is a yes to no other. */
export function fingerprint(all: readonly Wanted[]): string {
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

type Server = Record<string, unknown>;

function list(value: unknown): Server[] {
  const is = (one: unknown): one is Server => typeof one === 'object' && one !== null;
  return Array.isArray(value) ? value.filter(is).filter((server) => server.disabled !== true) : [];
}

function describe(server: Server): string | undefined {
  if (typeof server.url === 'string') {
    return `calls ${server.url}`;
  }
  if (typeof server.command !== 'string') {
    return undefined;
  }
  const args = Array.isArray(server.args) ? server.args.map((one) => JSON.stringify(String(one))) : [];
  const env = typeof server.env === 'object' && server.env !== null ? Object.keys(server.env) : [];
  const given = env.length > 0 ? ` with ${env.join(', ')}` : '';
  return `starts ${[server.command, ...args].join(' ')}${given}`;
}
