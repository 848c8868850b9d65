// The editor: CodeMirror with the language server.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { html } from "@codemirror/lang-html";
import { json } from "@codemirror/lang-json";
import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPPlugin,
  renameKeymap,
  serverCompletion,
  signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { semanticTokens } from "./semantic_tokens.js";

/** Colours of languages that the server colours in parts. Classes are those of the server's tokens. */
const markup = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], class: "token-keyword" },
  { tag: [tags.attributeName, tags.propertyName], class: "token-property" },
  { tag: [tags.string, tags.attributeValue], class: "token-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "token-number" },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], class: "token-comment" },
  { tag: tags.heading, class: "token-heading" },
  { tag: tags.strong, class: "token-strong" },
  { tag: tags.emphasis, class: "token-emphasis" },
  { tag: tags.monospace, class: "token-string" },
]);

const languages = {
  html: () => html({ autoCloseTags: false }),
  json: () => json(),
  markdownlang: () => yamlFrontmatter({ content: markdown({ addKeymap: false }) }),
};

/** The longest time without a change before the server gets what was typed, in milliseconds. */
const PAUSE = 80;

/** Sends what was typed, and calls `changed` then. */
function synchronize(client, changed) {
  let timer;
  return EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      client.sync();
      changed();
    }, PAUSE);
  });
}

/** The state of the editor for a file. */
export function editorState(file, client, changed) {
  return EditorState.create({
    doc: file.doc,
    extensions: [
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      lintGutter(),
      search({ top: true }),
      highlightSelectionMatches(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `Text of ${file.name}`, spellcheck: "false", tabindex: "0" }),
      syntaxHighlighting(markup),
      languages[file.languageId]?.() ?? [],
      LSPPlugin.create(client, file.uri, file.languageId),
      serverCompletion(),
      hoverTooltips(),
      signatureHelp(),
      semanticTokens,
      synchronize(client, changed),
      keymap.of([
        ...closeBracketsKeymap,
        ...formatKeymap,
        ...renameKeymap,
        ...jumpToDefinitionKeymap,
        ...findReferencesKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...lintKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
    ],
  });
}
