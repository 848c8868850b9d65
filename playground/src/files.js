// The open files. The server has all of them open; one is in the editor.

import { Workspace } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import { LSPPlugin } from "@codemirror/lsp-client";

/** The root, because the page has no folders that the server could read. */
const FOLDER = "file:///";

/** The address of a file for the server. */
export const uriOf = (name) => FOLDER + name.split("/").map(encodeURIComponent).join("/");

/** A file of the page, as the editor's client wants it. */
class PageFile {
  version = 0;
  /** What the server found; undefined until it has answered. */
  diagnostics = undefined;

  constructor(files, { name, text }, language) {
    this.files = files;
    this.name = name;
    this.uri = uriOf(name);
    this.languageId = language;
    this.doc = EditorState.create({ doc: text }).doc;
    this.state = undefined;
  }

  getView() {
    return this.files.current === this ? this.files.view : null;
  }

  /** Its text, with changes that the server does not have yet. */
  get text() {
    return (this.getView()?.state.doc ?? this.doc).toString();
  }
}

export class Files extends Workspace {
  files = [];
  current = undefined;
  view = undefined;

  syncFiles() {
    const file = this.current;
    const plugin = file && this.view && LSPPlugin.get(this.view);
    if (!plugin || plugin.uri !== file.uri || plugin.unsyncedChanges.empty) return [];
    const [changes, prevDoc] = [plugin.unsyncedChanges, file.doc];
    file.doc = this.view.state.doc;
    file.version++;
    plugin.clear();
    return [{ changes, file, prevDoc }];
  }

  openFile() {}

  closeFile() {}

  /** Replaces the open files. `files` have a name and a text. */
  replace(files, languageOf) {
    for (const file of this.files) this.client.didClose(file.uri);
    this.files = files.map((file) => new PageFile(this, file, languageOf(file.name)));
    this.current = undefined;
    for (const file of this.files) this.client.didOpen(file);
  }

  updateFile(uri, update) {
    const file = this.getFile(uri);
    const view = file?.getView();
    if (view) return view.dispatch(update);
    if (!file) return;
    // A file that is not in the editor: the server gets the whole text.
    const state = EditorState.create({ doc: file.doc });
    file.doc = state.update(update).state.doc;
    file.state = undefined;
    file.version++;
    this.client.notification("textDocument/didChange", {
      textDocument: { uri, version: file.version },
      contentChanges: [{ text: file.doc.toString() }],
    });
  }

  async displayFile(uri) {
    const file = this.getFile(uri);
    if (file && file !== this.current) this.show(file);
    return file ? this.view : null;
  }
}
