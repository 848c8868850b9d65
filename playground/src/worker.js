// The worker: passes messages between its owner and the server.
//
// From the owner: first { module }, then { message } for the server and { view, number } for a view. The owner gets
// { message }, { answer, number }, { log }, { failed }. An owner whose worker cannot load files gives { module, table }.

import { Server } from "./module.js";

let server;

/** The table of tokens. The module waits for it, so the request is synchronous, which a worker may do. */
function loadTable() {
  const request = new XMLHttpRequest();
  request.open("GET", "tokens.bin", false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`status ${request.status}`);
  return new Uint8Array(request.response);
}

function start({ module, table }) {
  return new Server(module, {
    say: (message) => postMessage({ message }),
    log: (log) => postMessage({ log }),
    tokens: table ? () => table : loadTable,
  });
}

self.onmessage = ({ data }) => {
  try {
    if (data.module) server = start(data);
    if (data.fail) throw new Error("a simulated fault");
    if (data.message) server?.send(data.message);
    if (data.view && server) postMessage({ answer: server.view(data.view), number: data.number });
  } catch (error) {
    // After a fault, the memory of the module is not reliable: the owner starts another worker.
    server = undefined;
    postMessage({ failed: String(error) });
  }
};
