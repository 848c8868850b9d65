// The language server as a module: JSON in, JSON out.

import { imports } from "./wasi.js";

const HEADER_END = "\r\n\r\n";

/**
 * A server. `say` gets its messages as JSON text, `log` the lines of its log. `tokens` returns the bytes of the table of
 * tokens; it is called when tokens are first counted.
 */
export class Server {
  #exports;
  #say;
  #timer;
  #received = new Uint8Array();

  constructor(module, { say, log, tokens }) {
    const { wanted, connect } = imports(module, log);
    wanted.agmark = this.#table(tokens, log);
    const instance = new WebAssembly.Instance(module, wanted);
    connect(instance);
    this.#exports = instance.exports;
    this.#exports._initialize?.();
    this.#say = say;
  }

  /** The functions that give the module its table of tokens. */
  #table(tokens, log) {
    let table;
    return {
      load_token_table: () => {
        try {
          table = tokens();
        } catch (error) {
          log(`the table of tokens cannot be loaded: ${error.message}`);
          table = new Uint8Array();
        }
        return table.length;
      },
      copy_token_table: (to) => {
        new Uint8Array(this.#exports.memory.buffer, to, table.length).set(table);
        table = undefined;
      },
    };
  }

  /** Passes messages, each a JSON text, to the server. */
  send(...messages) {
    const frames = messages.map((message) => {
      const body = encoder.encode(message);
      return [encoder.encode(`Content-Length: ${body.length}${HEADER_END}`), body];
    });
    this.#write(joined(frames.flat()));
    this.#exports.send();
    this.#run();
  }

  /** The answer to a request for a view. */
  view(request) {
    this.#write(encoder.encode(JSON.stringify(request)));
    return JSON.parse(decoder.decode(this.#read(this.#exports.view())));
  }

  #write(bytes) {
    const start = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
  }

  /** A copy, because the memory of the module changes with the next call. */
  #read(length) {
    const start = this.#exports.output();
    return new Uint8Array(this.#exports.memory.buffer, start, length).slice();
  }

  #run() {
    clearTimeout(this.#timer);
    const wait = this.#exports.run();
    if (wait >= 0) this.#timer = setTimeout(() => this.#run(), Math.ceil(wait));
    const length = this.#exports.receive();
    if (length) this.#frames(this.#read(length));
  }

  #frames(bytes) {
    let rest = joined([this.#received, bytes]);
    for (;;) {
      const header = headerOf(rest);
      if (!header || rest.length < header.end + header.length) break;
      const end = header.end + header.length;
      this.#say(decoder.decode(rest.subarray(header.end, end)));
      rest = rest.subarray(end);
    }
    this.#received = rest;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function headerOf(bytes) {
  const start = decoder.decode(bytes.subarray(0, 200));
  const end = start.indexOf(HEADER_END);
  if (end < 0) return;
  const length = /content-length: *(\d+)/i.exec(start.slice(0, end));
  return length && { end: end + HEADER_END.length, length: Number(length[1]) };
}
