// Addresses of virtual workspaces for the server, which connects documents by paths: it gets them as `file:` addresses.

import * as vscode from 'vscode';

/** The folder of these addresses. No disk has it. */
const FOLDER = '/virtual-workspaces/';

/** Schemes that the server knows. */
const KNOWN = ['file', 'untitled'];

/** The address that the server gets for a document. */
export function forServer(uri: vscode.Uri): string {
  if (KNOWN.includes(uri.scheme)) {
    return uri.toString();
  }
  const place = encodeURIComponent(JSON.stringify([uri.scheme, uri.authority, uri.query]));
  return vscode.Uri.from({ scheme: 'file', path: `${FOLDER}${place}${uri.path}` }).toString();
}

/** The document that the server means. */
export function fromServer(address: string): vscode.Uri {
  const uri = vscode.Uri.parse(address);
  if (uri.scheme !== 'file' || !uri.path.startsWith(FOLDER)) {
    return uri;
  }
  const rest = uri.path.slice(FOLDER.length);
  const end = rest.indexOf('/');
  const [scheme, authority, query] = JSON.parse(decodeURIComponent(rest.slice(0, end))) as [string, string, string];
  return vscode.Uri.from({ scheme, authority, query, path: rest.slice(end) });
}

/** The same value with the editor's addresses in place of the server's. */
export function withEditorAddresses(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.startsWith(`file://${FOLDER}`) ? fromServer(value).toString() : value;
  }
  if (Array.isArray(value)) {
    return value.map(withEditorAddresses);
  }
  if (value instanceof vscode.Uri || typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withEditorAddresses(one)]));
}
