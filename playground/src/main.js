// The page.

import { LSPClient } from "@codemirror/lsp-client";
import { EditorView } from "@codemirror/view";

import { Connection } from "./connection.js";
import { editorState } from "./editor.js";
import { apply, fixAll, format } from "./edits.js";
import { element, problem, waiting } from "./elements.js";
import { exampleOf, formats, languageOf } from "./examples.js";
import { Files } from "./files.js";
import { pack, unpack } from "./link.js";
import { outline } from "./outline.js";
import { mark, problems } from "./problems.js";
import { sanitize } from "./sanitize.js";
import { Tabs } from "./tabs.js";
import { setUpTheme } from "./theme.js";
import { viewsOf } from "./views.js";

const byId = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const embedded = parameters.has("embed");

const client = new LSPClient({
  timeout: 20000,
  sanitizeHTML: sanitize,
  workspace: (client) => new Files(client),
  notificationHandlers: { "textDocument/publishDiagnostics": (_, params) => hear(params) },
});
const files = client.workspace;

let connection;
/** The example that is shown; none for a document from a link. */
let example;
/** What was set beside the text, for each view. */
let controls = {};
const panels = {};

const view = new EditorView({ parent: byId("editor") });
files.view = view;
files.show = show;

const resultTabs = new Tabs(byId("tabs"), byId("panels"), refresh);
const fileTabs = new Tabs(byId("files"), undefined, (id) => {
  const file = files.files[Number(id.slice("file-".length))];
  if (file && file !== files.current) show(file);
});

function say(text) {
  byId("status").textContent = text;
}

// The server.

let failures = 0;

function connect() {
  connection = new Connection({
    applyEdit: (edit) => apply(files, edit),
    failed(reason, loading) {
      connection.end();
      if (loading || ++failures > 3) return say(`The language server cannot be used: ${reason}`);
      console.error(reason);
      const texts = files.files.map(({ name, text }) => ({ name, text }));
      client.disconnect();
      connect();
      open(texts);
    },
  });
  client.connect(connection);
}

function hear({ uri, version, diagnostics }) {
  const file = files.getFile(uri);
  if (!file || (version ?? file.version) !== file.version) return true;
  file.diagnostics = diagnostics;
  mark(file);
  if (file === files.current) tell(file);
  return true;
}

/** Shows the number of problems. */
function tell(file) {
  if (!file.diagnostics) return;
  const count = file.diagnostics.length;
  resultTabs.title("problems", `Problems (${count})`);
  say(count ? `${count} problem${count > 1 ? "s" : ""} in ${file.name}` : `No problems in ${file.name}`);
  document.documentElement.dataset.answered = "";
  if (resultTabs.selected === "problems") refresh("problems");
}

// Files.

function open(texts) {
  files.replace(texts, languageOf);
  const tabs = files.files.map(({ name }, index) => ({ id: `file-${index}`, title: name }));
  byId("files").hidden = tabs.length < 2;
  fileTabs.replace(tabs);
}

function show(file) {
  client.sync();
  if (files.current) files.current.state = view.state;
  files.current = file;
  view.setState(file.state ?? editorState(file, client, changed));
  fileTabs.selected === `file-${files.files.indexOf(file)}` || fileTabs.select(`file-${files.files.indexOf(file)}`);
  mark(file);
  showTabs(file);
  tell(file);
}

function showTabs(file) {
  const views = viewsOf(file.languageId, example);
  for (const id of Object.keys(panels)) delete panels[id];
  const add = (id, title, make) => {
    panels[id] = { panel: element("div"), make };
    return { id, title, panel: panels[id].panel };
  };
  const tabs = [
    add("problems", "Problems", async () => problems(file, client, files, say)),
    add("outline", "Outline", () => outline(file, client, files)),
    ...views.map(([id, title, make]) => add(id, title, make)),
  ];
  resultTabs.replace(tabs, resultTabs.selected);
}

function changed() {
  refresh(resultTabs.selected);
}

let last = 0;

/** Shows the panel of a tab again. */
async function refresh(id) {
  const file = files.current;
  const shown = panels[id];
  if (!file || !shown) return;
  if (shown.live) return shown.live();
  const number = ++last;
  const context = {
    controls,
    example,
    files: files.files,
    text: file.text,
    view: (request) => connection.view({ text: file.text, ...request }),
  };
  if (!shown.panel.childElementCount) shown.panel.append(waiting());
  const made = await Promise.resolve(shown.make(context)).catch((error) => problem(error.message ?? String(error)));
  if (panels[id] !== shown || number !== last) return;
  if (!made.nodes) return shown.panel.replaceChildren(made);
  // What can be set stays while the text changes.
  shown.live = made.show;
  shown.panel.replaceChildren(...made.nodes);
  made.show();
}

// The page.

async function openFromAddress() {
  const linked = location.hash.length > 1 ? await unpack(location.hash.slice(1)) : undefined;
  example = linked ? undefined : exampleOf(parameters.get("format"));
  controls = {};
  choice.value = example?.id ?? "";
  open(linked ?? example.files);
}

async function share() {
  const texts = files.files.map(({ name, text }) => ({ name, text }));
  history.replaceState(undefined, "", `#${await pack(texts)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It holds the document.");
  } catch {
    say("The address of this page now holds the document: copy it.");
  }
}

const choice = byId("example");
choice.replaceChildren(
  element("option", { value: "", hidden: true }, "from a link"),
  ...formats.map(({ title, examples }) => {
    const group = element("optgroup", { label: title });
    group.append(...examples.map((one) => element("option", { value: one.id }, `${title}: ${one.title}`)));
    return group;
  }),
);
choice.addEventListener("change", () => {
  example = exampleOf(choice.value);
  controls = {};
  if (location.hash) history.replaceState(undefined, "", location.pathname + location.search);
  open(example.files);
});

byId("format").addEventListener("click", async () => {
  const count = await format(client, files).catch(() => 0);
  say(count ? "Formatted." : "Nothing to format.");
});
byId("fix").addEventListener("click", async () => {
  const fixed = await fixAll(client, files).catch(() => false);
  say(fixed ? "Fixed." : "Nothing can be fixed automatically.");
});
byId("share").addEventListener("click", share);
window.addEventListener("hashchange", openFromAddress);
setUpTheme(byId("theme"), parameters.get("theme"));

if (embedded) {
  document.documentElement.dataset.embedded = "";
  const whole = byId("whole");
  whole.hidden = false;
  whole.addEventListener("click", async () => {
    const texts = files.files.map(({ name, text }) => ({ name, text }));
    window.open(`${location.pathname}#${await pack(texts)}`, "_blank", "noopener");
  });
}

connect();
openFromAddress();
// For tests.
window.playground = { client, files, fail: () => connection.fail() };
