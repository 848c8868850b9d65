// Colours from the server.

import { LSPPlugin } from "@codemirror/lsp-client";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";
import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";

const setTokens = StateEffect.define();

const decorations = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTokens)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const marks = new Map();

function mark(type) {
  if (!marks.has(type)) marks.set(type, Decoration.mark({ class: `token-${type}` }));
  return marks.get(type);
}

/** The tokens of an answer as decorations: five numbers for each, relative to the token before. */
function decorate(doc, data, types) {
  const builder = new RangeSetBuilder();
  let line = 0;
  let character = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    line += data[at];
    character = data[at] ? data[at + 1] : character + data[at + 1];
    if (line >= doc.lines) break;
    const { from: start, to: end } = doc.line(line + 1);
    const from = Math.min(start + character, end);
    const to = Math.min(from + data[at + 2], end);
    if (to > from) builder.add(from, to, mark(types[data[at + 3]]));
  }
  return builder.finish();
}

/** Asks for tokens after changes. */
const asking = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.view = view;
      this.ask();
    }

    update(update) {
      if (update.docChanged) this.ask();
    }

    destroy() {
      clearTimeout(this.timer);
      this.view = undefined;
    }

    ask() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.request(), 60);
    }

    async request() {
      const plugin = LSPPlugin.get(this.view);
      await plugin.client.initializing;
      if (!this.view) return;
      plugin.client.sync();
      const doc = this.view.state.doc;
      const params = { textDocument: { uri: plugin.uri } };
      const answer = await plugin.client.request("textDocument/semanticTokens/full", params).catch(() => null);
      if (!answer || this.view?.state.doc !== doc) return;
      const types = plugin.client.serverCapabilities.semanticTokensProvider.legend.tokenTypes;
      this.view.dispatch({ effects: setTokens.of(decorate(doc, answer.data, types)) });
    }
  },
);

export const semanticTokens = [decorations, asking];
