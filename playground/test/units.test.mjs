// What needs neither a browser nor the module: links, positions, and the messages of the module.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { Text } from "@codemirror/state";

import { offset } from "../src/edits.js";
import { pack, unpack } from "../src/link.js";
import { Server } from "../src/module.js";

test("a link holds its files, and what is no link is none", async () => {
  const files = [{ name: "plan.agd", text: "@h1 Repair café ☕ 修理\r\n\n" }, { name: "empty.agd", text: "" }];
  const link = await pack(files);
  assert.match(link, /^[\w-]+$/);
  assert.deepEqual(await unpack(link), files);
  const other = await pack([{ name: "../up.agd", text: "" }]);
  for (const wrong of [other, "", "not-a-document", link.slice(0, -9), "%", Buffer.from(deflateRawSync("{}")).toString("base64url")]) {
    assert.equal(await unpack(wrong), undefined, wrong);
  }
});

test("a position outside of a document is its end", () => {
  const doc = Text.of(["one", "☕ two"]);
  assert.equal(offset(doc, { line: 1, character: 2 }), 6);
  assert.equal(offset(doc, { line: 0, character: 99 }), 3);
  assert.equal(offset(doc, { line: 7, character: 0 }), doc.length);
});

/** A server whose module is a stand-in. `written` is what it writes, one part after each call of `send`. */
function started(t, written, host = {}) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const place = 1000;
  const seen = { input: [], said: [], log: [] };
  let length = 0;
  const put = (bytes) => (new Uint8Array(memory.buffer).set(bytes, place), bytes.length);
  const own = {
    memory,
    input: (bytes) => ((length = bytes), place),
    output: () => place,
    send: () => seen.input.push(Buffer.from(memory.buffer, place, length).toString()),
    run: () => -1,
    receive: () => put(written.shift() ?? Buffer.alloc(0)),
    view: () => put(Buffer.from(JSON.stringify({ asked: JSON.parse(Buffer.from(memory.buffer, place, length)) }))),
  };
  t.mock.method(WebAssembly.Module, "imports", () => [{ module: "wasi_snapshot_preview1", name: "clock_time_get" }]);
  t.mock.method(WebAssembly, "Instance", function (_, wanted) {
    seen.wanted = wanted;
    return { exports: own };
  });
  const server = new Server({}, { say: (text) => seen.said.push(text), log: (line) => seen.log.push(line), ...host });
  return { server, seen, memory };
}

test("messages have their headers, and come whole however they are cut", (t) => {
  const body = Buffer.from('{"text":"☕"}');
  const frame = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
  const both = Buffer.concat([frame, frame]);
  const { server, seen } = started(t, [both.subarray(0, 5), both.subarray(5, 34), both.subarray(34)]);
  for (const text of ["é", "b", "c"]) server.send(text);
  assert.deepEqual(seen.input, ["Content-Length: 2\r\n\r\né", "Content-Length: 1\r\n\r\nb", "Content-Length: 1\r\n\r\nc"]);
  assert.deepEqual(seen.said, [body.toString(), body.toString()]);
  assert.deepEqual(server.view({ view: "anml" }), { asked: { view: "anml" } });
});

test("the table of tokens is copied into the module, or said to be missing", (t) => {
  const { seen, memory } = started(t, [], { tokens: () => new Uint8Array([7, 8, 9]) });
  const { load_token_table, copy_token_table } = seen.wanted.agmark;
  assert.equal(load_token_table(), 3);
  copy_token_table(500);
  assert.deepEqual([...new Uint8Array(memory.buffer, 500, 4)], [7, 8, 9, 0]);
  t.mock.restoreAll();
  const offline = started(t, [], {
    tokens() {
      throw new Error("offline");
    },
  });
  assert.equal(offline.seen.wanted.agmark.load_token_table(), 0);
  offline.seen.wanted.agmark.copy_token_table(500);
  assert.match(offline.seen.log[0], /cannot be loaded: offline/);
});
