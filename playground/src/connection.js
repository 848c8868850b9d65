// The connection to the server in the worker: the transport of the editor's client, and requests for views.

/** What the page can do and its editor's client does not declare. */
const CAPABILITIES = {
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source.fixAll"] } },
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
    publishDiagnostics: { versionSupport: true },
  },
  workspace: {
    applyEdit: true,
    // A page has no files that could change, so the server must not watch any.
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

/** The module, which is loaded and compiled once. */
let module;
const loaded = () => (module ??= WebAssembly.compileStreaming(fetch("server.wasm")));

export class Connection {
  #worker;
  #handlers = new Set();
  #views = new Map();
  #started = false;
  /** What is for the worker before the module is loaded. */
  #waiting = [];
  #number = 0;

  /** `applyEdit` gets edits that the server requests. `failed` is called when the server has ended. */
  constructor({ applyEdit, failed }) {
    this.applyEdit = applyEdit;
    this.#worker = new Worker("worker.js", { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      if (data.message) this.#hear(data.message);
      else if (data.number) this.#answer(data);
      else if (data.log) console.debug(data.log);
      else if (data.failed) failed(data.failed, false);
    };
    loaded().then((module) => this.#start(module), (error) => failed(error, true));
  }

  #start(module) {
    this.#started = true;
    this.#worker.postMessage({ module });
    for (const data of this.#waiting.splice(0)) this.#worker.postMessage(data);
  }

  #tell(data) {
    if (this.#started) this.#worker.postMessage(data);
    else this.#waiting.push(data);
  }

  end() {
    this.#worker.terminate();
  }

  /** Ends the server as a fault in it would. For tests. */
  fail() {
    this.#worker.postMessage({ fail: true });
  }

  // The transport.

  send(text) {
    const message = JSON.parse(text);
    if (message.method === "initialize") return this.#initialize(message);
    this.#post(message);
  }

  subscribe(handler) {
    this.#handlers.add(handler);
  }

  unsubscribe(handler) {
    this.#handlers.delete(handler);
  }

  #initialize(message) {
    const { capabilities } = message.params;
    // The server sends diagnostics by itself.
    delete capabilities.textDocument.diagnostic;
    for (const [group, declared] of Object.entries(CAPABILITIES)) {
      capabilities[group] = { ...capabilities[group], ...declared };
    }
    this.#post(message);
  }

  #post(message) {
    this.#tell({ message: JSON.stringify(message) });
  }

  #hear(text) {
    const message = JSON.parse(text);
    if (message.method && message.id !== undefined) {
      let result = null;
      if (message.method === "workspace/applyEdit") {
        this.applyEdit(message.params.edit);
        result = { applied: true };
      }
      return this.#post({ jsonrpc: "2.0", id: message.id, result });
    }
    for (const handler of this.#handlers) handler(text);
  }

  // Views.

  /** The answer to a request for a view. */
  view(request) {
    const number = ++this.#number;
    this.#tell({ view: request, number });
    return new Promise((resolve) => this.#views.set(number, resolve));
  }

  #answer({ number, answer }) {
    this.#views.get(number)?.(answer);
    this.#views.delete(number);
  }
}
