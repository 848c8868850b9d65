// What the tests share: a web server for the built page, the program as a server over stdio, and the list of checks.

import { spawn } from "node:child_process";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

/** Serves a folder on loopback, like any web server. */
export function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    if (!path.startsWith(folder) || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() }),
    ),
  );
}

/** The program as a language server over standard input and output. */
export class Program {
  #waiting = new Map();
  #bytes = Buffer.alloc(0);
  #number = 0;
  diagnostics = new Map();

  constructor(program) {
    this.process = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (bytes) => this.#read(bytes));
  }

  notify(method, params) {
    this.#write({ jsonrpc: "2.0", method, params });
  }

  ask(method, params) {
    const id = ++this.#number;
    this.#write({ jsonrpc: "2.0", id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  end() {
    this.process.kill();
  }

  #write(message) {
    const body = Buffer.from(JSON.stringify(message));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  #read(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(this.#bytes.subarray(0, Math.max(end, 0)))?.[1] ?? NaN);
      if (end < 0 || this.#bytes.length < end + 4 + length) return;
      const message = JSON.parse(this.#bytes.subarray(end + 4, end + 4 + length));
      this.#bytes = this.#bytes.subarray(end + 4 + length);
      this.#take(message);
    }
  }

  #take({ id, method, params, result, error }) {
    if (method === "textDocument/publishDiagnostics") this.diagnostics.set(params.uri, params.diagnostics);
    else if (method && id !== undefined) this.#write({ jsonrpc: "2.0", id, result: null });
    else if (!method) this.#waiting.get(id)?.(error ? { error } : result);
  }
}

let passed = 0;
let failed = 0;

/** Runs a check and says how it went. */
export async function check(name, test) {
  try {
    await test();
    passed++;
    console.log(`ok: playground: ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok: playground: ${name}: ${error.stack ?? error}`);
  }
}

/** Ends the process; the code is 1 if a check failed. */
export function finish() {
  console.log(`${passed} checks held, ${failed} did not`);
  process.exit(failed ? 1 : 0);
}

/** The project. A test may run in a copy of this folder. */
export const root = process.env.AGMARK_ROOT ?? fileURLToPath(new URL("../..", import.meta.url));

export const read = (path) => readFileSync(path, "utf8");
