// An ANML snapshot as a picture of the screen that it is of.

import type * as vscode from 'vscode';
import type { Ask } from './server.js';
import { escape } from './webview.js';

interface Element {
  readonly kind: 'element';
  readonly role: string;
  readonly ref?: string;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly states?: readonly string[];
  readonly change?: string;
  readonly children?: readonly Node[];
}

interface Text {
  readonly kind: 'content' | 'summary';
  readonly text: string;
}

interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly (string | Element)[])[];
}

type Node = Element | Text | Table;

/** Elements that are drawn as what they are; all others are boxes with their role. */
const FIELDS = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider'];
const BUTTONS = ['button', 'menuitem', 'tab', 'switch', 'toggle', 'option'];
const CHECKS = ['checkbox', 'radio'];

/** The body of the page that shows a snapshot. What can be read of it is shown, even if there are errors. */
export async function preview(server: Ask, document: vscode.TextDocument): Promise<string> {
  const uri = document.uri.toString();
  const answer = await server.execute('agmark.anml.parseDocument', { uri }, 'preview', 'quiet');
  const tree = answer as { readonly frontmatter?: Record<string, unknown>; readonly body: readonly Node[] };
  const facts = Object.entries(tree.frontmatter ?? {}).map(
    ([key, value]) => `<dt>${escape(key)}</dt><dd>${escape(value)}</dd>`,
  );
  const head = facts.length > 0 ? `<dl>${facts.join('')}</dl>` : '';
  return `${head}<main>${withoutLabels(tree.body).map(node).join('')}</main>`;
}

/** The nodes without labels whose words are the name of the field that they are for: the field is drawn with its name. */
function withoutLabels(body: readonly Node[]): readonly Node[] {
  const named = new Map<string, string>();
  const collect = (one: Node): void => {
    if (one.kind === 'element') {
      if (one.ref !== undefined && one.name !== undefined && role(one) !== 'label') {
        named.set(one.ref, one.name);
      }
      one.children?.forEach(collect);
    }
  };
  body.forEach(collect);
  const isSaid = (one: Node) => {
    const target = one.kind === 'element' && role(one) === 'label' ? String(one.attributes?.for ?? '').replace(/^#/, '') : '';
    return target !== '' && one.kind === 'element' && one.name === named.get(target) && !one.children?.length;
  };
  const cleaned = (all: readonly Node[]): readonly Node[] =>
    all
      .filter((one) => !isSaid(one))
      .map((one) => (one.kind === 'element' && one.children ? { ...one, children: cleaned(one.children) } : one));
  return cleaned(body);
}

/** An element's role without the prefix of its vocabulary. */
function role({ role }: Element): string {
  return role.replace(/^.*:/, '');
}

/** Whether a child says nothing but the name of the element that it is in, which is drawn already. */
function repeats(child: Node, name: string | undefined): boolean {
  if (name === undefined || child.kind === 'table') {
    return false;
  }
  return child.kind === 'element'
    ? ['p', 'text'].includes(role(child)) && child.name === name && child.ref === undefined && !child.children?.length
    : child.kind === 'content' && child.text.trim() === name.trim();
}

function node(one: Node): string {
  switch (one.kind) {
    case 'content':
      return `<p class="content">${escape(one.text)}</p>`;
    case 'summary':
      return `<p class="summary">${escape(one.text)}</p>`;
    case 'table': {
      const row = (cells: readonly (string | Element)[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${typeof cell === 'string' ? escape(cell) : node(cell)}</${tag}>`).join('')}</tr>`;
      const [head, ...rest] = one.rows;
      return `<table>${head ? row(head, 'th') : ''}${rest.map((cells) => row(cells, 'td')).join('')}</table>`;
    }
    default:
      return element(one);
  }
}

function element(one: Element): string {
  const kind = role(one);
  const ref = one.ref ? `<code class="ref">#${escape(one.ref)}</code>` : '';
  const states = (one.states ?? []).map((state) => `<span class="state">${escape(state)}</span>`).join('');
  const inner = (one.children ?? []).filter((child) => !repeats(child, one.name)).map(node).join('');
  const change = one.change ? ` change-${{ '+': 'added', '-': 'removed', '*': 'changed' }[one.change] ?? 'none'}` : '';
  const name = escape(one.name ?? '');
  const value = one.attributes?.value === undefined ? '' : escape(one.attributes.value);
  const heading = /^h([1-6])$/.exec(kind)?.[1];
  let shown: string;
  if (heading) {
    shown = `<h${heading}>${name}</h${heading}>${ref}${states}`;
  } else if (kind === 'p') {
    shown = `<p>${name}${ref}${states}</p>`;
  } else if (kind === 'link') {
    shown = `<span class="link">${name}</span>${ref}${states}`;
  } else if (FIELDS.includes(kind)) {
    shown = `<label>${name}<span class="field">${value}</span></label>${ref}${states}`;
  } else if (CHECKS.includes(kind)) {
    const mark = one.states?.includes('checked') ? '☑' : '☐';
    shown = `<span>${mark} ${name}</span>${ref}${states}`;
  } else if (BUTTONS.includes(kind)) {
    shown = `<span class="button">${name}</span>${ref}${states}`;
  } else {
    shown = `<span class="role">${escape(one.role)}</span> ${name}${ref}${states}`;
    return `<section class="box${change}"><header>${shown}</header>${inner}</section>`;
  }
  return `<div class="element${change}">${shown}${inner}</div>`;
}
