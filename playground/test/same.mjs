// The module in a real Chromium gives the same answers as the program over stdio, for each document of the corpus.
//
// node same.mjs PAGE PROGRAM CHROMIUM

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import { chromium } from "playwright-core";

import { check, finish, Program, read, root, serve } from "./driver.mjs";

const [page, program, browserPath] = process.argv.slice(2);

/** Languages by the end of a name. */
const LANGUAGES = {
  agd: "agd",
  anml: "anml",
  anmla: "anmla",
  garyml: "garyml",
  html: "html",
  json: "json",
  jsx: "javascriptreact",
  md: "markdown",
  svelte: "svelte",
  vue: "vue",
};

const corpus = join(root, "tests/corpus");
const folders = ["aaf", "aaf/src", "aaf/seats", "agd", "anml", "anml_actions", "garyml", "markdownlang"];
const files = [
  ...folders.flatMap((folder) => readdirSync(join(corpus, folder)).map((name) => join(corpus, folder, name))),
  join(root, "server/agmark/demo/queue.md"),
  ...readdirSync(join(root, "playground/examples")).map((name) => join(root, "playground/examples", name)),
].filter((path) => LANGUAGES[path.split(".").pop()]);

/** A folder that does not exist, so that neither server finds more than is open. */
const FOLDER = "file:///nowhere/of/the/tests/";

const documents = files.map((path, index) => ({
  uri: `${FOLDER}${index}/${basename(path)}`,
  languageId: LANGUAGES[path.split(".").pop()],
  version: 1,
  text: read(path),
}));

const CAPABILITIES = {
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } },
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    completion: { completionItem: { snippetSupport: true } },
  },
  workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
};

/** Places in a text: the start, the end and the middle of each eighth of its lines. */
function places(text) {
  const lines = text.split("\n");
  const step = Math.max(1, Math.floor(lines.length / 8));
  const chosen = lines.map((line, index) => [index, line.length]).filter(([index]) => index % step === 0);
  return chosen.flatMap(([line, length]) => [
    { line, character: Math.floor(length / 2) },
    { line, character: length },
  ]);
}

/** The requests about a document. */
function requests({ uri, text }) {
  const textDocument = { uri };
  const whole = { start: { line: 0, character: 0 }, end: { line: text.split("\n").length, character: 0 } };
  return [
    ["textDocument/diagnostics of the document", undefined],
    ["textDocument/formatting", { textDocument, options: { tabSize: 2, insertSpaces: true } }],
    ["textDocument/documentSymbol", { textDocument }],
    ["textDocument/semanticTokens/full", { textDocument }],
    ["textDocument/foldingRange", { textDocument }],
    ["textDocument/inlayHint", { textDocument, range: whole }],
    ["textDocument/codeAction", { textDocument, range: whole, context: { diagnostics: [] } }],
    ...places(text).flatMap((position) => [
      ["textDocument/hover", { textDocument, position }],
      ["textDocument/completion", { textDocument, position }],
      ["textDocument/definition", { textDocument, position }],
      ["textDocument/documentHighlight", { textDocument, position }],
      ["textDocument/rename", { textDocument, position, newName: "other" }],
    ]),
  ];
}

/** Opens a document in a server, asks everything, and closes it. */
async function answers(server, document) {
  await server.notify("textDocument/didOpen", { textDocument: document });
  const all = [];
  for (const [method, params] of requests(document)) {
    if (params) all.push({ method, params, result: await server.ask(method, params) });
  }
  // A request about other files is answered after the diagnostics.
  all.push({ method: "diagnostics", result: await server.published(document.uri) });
  await server.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
  // The numbers of answers with tokens count all answers of a server.
  for (const { result } of all) if (result?.resultId) delete result.resultId;
  return all;
}

/** The module in the worker of the page. */
class Module {
  constructor(tab) {
    this.tab = tab;
  }

  notify(method, params) {
    return this.tab.evaluate((message) => window.module.post(message), { jsonrpc: "2.0", method, params });
  }

  ask(method, params) {
    return this.tab.evaluate(([method, params]) => window.module.ask(method, params), [method, params]);
  }

  published(uri) {
    return this.tab.evaluate((uri) => window.module.published(uri), uri);
  }
}

/** Runs in the page: a worker of its own, so that the editor does not disturb. */
async function connectWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  worker.postMessage({ module: await WebAssembly.compileStreaming(fetch("server.wasm")) });
  const waiting = new Map();
  const diagnostics = new Map();
  let number = 0;
  worker.onmessage = ({ data }) => {
    if (data.failed) console.error(data.failed);
    if (!data.message) return;
    const { id, method, params, result, error } = JSON.parse(data.message);
    if (method === "textDocument/publishDiagnostics") diagnostics.set(params.uri, params.diagnostics);
    else if (method && id !== undefined) post({ jsonrpc: "2.0", id, result: null });
    else if (!method) waiting.get(id)(error ? { error } : result);
  };
  const post = (message) => worker.postMessage({ message: JSON.stringify(message) });
  window.module = {
    post,
    ask(method, params) {
      const id = ++number;
      post({ jsonrpc: "2.0", id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    async published(uri) {
      while (!diagnostics.has(uri)) await new Promise((resolve) => setTimeout(resolve, 5));
      return diagnostics.get(uri);
    },
  };
}

const served = await serve(resolve(page));
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
const tab = await browser.newPage();
tab.on("console", (message) => message.type() === "error" && console.log(`the page: ${message.text()}`));
await tab.goto(served.address);
await tab.evaluate(connectWorker);

const module = new Module(tab);
const native = new Program(resolve(program));
native.published = async (uri) => {
  while (!native.diagnostics.has(uri)) await new Promise((resolve) => setTimeout(resolve, 5));
  return native.diagnostics.get(uri);
};

/** The commands that only the program has. */
let missing = [];

const hello = { processId: null, rootUri: null, capabilities: CAPABILITIES };
await check("both servers have the same capabilities", async () => {
  const [here, there] = await Promise.all([module.ask("initialize", hello), native.ask("initialize", hello)]);
  // The program also runs programs and audits sites.
  const commands = (answer) => answer.capabilities.executeCommandProvider.commands;
  missing = commands(there).filter((one) => !commands(here).includes(one));
  assert.ok(missing.length > 0 && missing.every((one) => /markdownlang|audit/i.test(one)), String(missing));
  here.capabilities.executeCommandProvider = there.capabilities.executeCommandProvider;
  assert.deepEqual(here, there);
  await module.notify("initialized", {});
  native.notify("initialized", {});
});

let compared = 0;
for (const document of documents) {
  await check(`the same answers for ${document.uri.slice(FOLDER.length)}`, async () => {
    const [here, there] = await Promise.all([answers(module, document), answers(native, document)]);
    const offered = (action) => !missing.includes(action.command?.command);
    for (const one of there) if (one.method.endsWith("codeAction")) one.result = one.result?.filter(offered) ?? null;
    for (const [index, one] of here.entries()) assert.deepEqual(one, there[index]);
    compared += here.length;
  });
}
console.log(`${compared} answers compared`);

native.end();
await browser.close();
served.end();
finish();
