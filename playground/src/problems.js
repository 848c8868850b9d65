// The list of problems, with their fixes.

import { setDiagnostics } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";

import { apply, fixesOf, offset, select } from "./edits.js";
import { element } from "./elements.js";

const SEVERITIES = [undefined, "error", "warning", "info", "hint"];
/** The title of an action that does not fix a problem. */
const SILENCES = /^allow /;

const severity = (diagnostic) => SEVERITIES[diagnostic.severity ?? 1];

/** Shows the diagnostics of the file in the editor as marks. */
export function mark(file) {
  const view = file.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!plugin || plugin.uri !== file.uri) return;
  const place = (position) => plugin.unsyncedChanges.mapPos(offset(plugin.syncedDoc, position));
  const shown = (file.diagnostics ?? []).map((diagnostic) => ({
    from: place(diagnostic.range.start),
    to: place(diagnostic.range.end),
    severity: severity(diagnostic),
    message: diagnostic.message,
    source: diagnostic.code,
  }));
  view.dispatch(setDiagnostics(view.state, shown));
}

/** The panel of the problems of a file. */
export function problems(file, client, files, say) {
  if (!file.diagnostics) return element("p", { className: "empty" }, "The language server is starting…");
  if (!file.diagnostics.length) return element("p", { className: "empty" }, "No problems.");
  const rows = file.diagnostics.map((diagnostic) => {
    const { line, character } = diagnostic.range.start;
    const kind = severity(diagnostic);
    const go = element(
      "button",
      { type: "button", className: "go", onclick: () => select(files, diagnostic.range) },
      element("span", { className: `severity ${kind}` }, kind),
      element("span", { className: "message" }, diagnostic.message),
      element("span", { className: "place" }, `${line + 1}:${character + 1} ${diagnostic.code ?? ""}`),
    );
    const fix = element("span", { className: "fixes" });
    fixesOf(client, files, diagnostic).then(
      (actions) => {
        const buttons = actions.map((action) => {
          const className = SILENCES.test(action.title) ? "silence" : "";
          const onclick = () => (apply(files, action.edit), say(action.title));
          return element("button", { type: "button", className, onclick }, action.title);
        });
        // Fixes come first. What only silences a rule is offered where there is no fix.
        const fixes = buttons.filter(({ className }) => !className);
        fix.replaceChildren(...(fixes.length ? fixes : buttons).slice(0, 3));
      },
      () => undefined,
    );
    return element("li", {}, go, fix);
  });
  return element("ul", { className: "problems" }, rows);
}
