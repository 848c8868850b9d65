// Edits of the server: formatting, fixes and renames.

import { LSPPlugin } from "@codemirror/lsp-client";

/** The offset of a position in a document. */
export function offset(doc, { line, character }) {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

/** Applies edits of one file. They are for the text that the server has. */
function applyTo(files, uri, edits) {
  const file = files.getFile(uri);
  if (!file || !edits.length) return;
  const changes = edits.map(({ range, newText }) => ({
    from: offset(file.doc, range.start),
    to: offset(file.doc, range.end),
    insert: newText,
  }));
  files.updateFile(uri, { changes, userEvent: "language-server" });
}

/** Applies a workspace edit. What was typed was sent before. */
export function apply(files, edit) {
  for (const [uri, edits] of Object.entries(edit.changes ?? {})) applyTo(files, uri, edits);
  for (const { textDocument, edits } of edit.documentChanges ?? []) applyTo(files, textDocument.uri, edits);
}

/** Formats the file in the editor. */
export async function format(client, files) {
  client.sync();
  const { uri } = files.current;
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await client.request("textDocument/formatting", { textDocument: { uri }, options });
  applyTo(files, uri, edits ?? []);
  return (edits ?? []).length;
}

/** The code actions for a range with diagnostics, with their edits. */
async function actions(client, files, range, diagnostics, only) {
  client.sync();
  const textDocument = { uri: files.current.uri };
  const context = { diagnostics, only };
  const found = (await client.request("textDocument/codeAction", { textDocument, range, context })) ?? [];
  const resolve = (action) => (action.edit ? action : client.request("codeAction/resolve", action));
  return Promise.all(found.filter((action) => action.edit || action.data).map(resolve));
}

/** The fixes of a diagnostic. */
export function fixesOf(client, files, diagnostic) {
  return actions(client, files, diagnostic.range, [diagnostic], ["quickfix"]);
}

/** Applies all automatic fixes. Returns whether there were any. */
export async function fixAll(client, files) {
  const doc = files.view.state.doc;
  const last = doc.line(doc.lines);
  const end = { line: doc.lines - 1, character: last.length };
  const found = await actions(client, files, { start: { line: 0, character: 0 }, end }, [], ["source.fixAll"]);
  const action = found.find((one) => one.edit);
  if (action) apply(files, action.edit);
  return Boolean(action);
}

/** Moves the cursor of the editor to a range, and shows it. */
export function select(files, range) {
  const { view } = files;
  const plugin = LSPPlugin.get(view);
  const from = plugin.unsyncedChanges.mapPos(offset(plugin.syncedDoc, range.start));
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  view.focus();
}
