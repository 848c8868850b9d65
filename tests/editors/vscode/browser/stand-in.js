// Stands in for the worker of the language server where the WebAssembly module is not built: it answers the first request
// and reports one finding for each document. It takes and gives what playground/src/worker.js does.

self.onmessage = ({ data }) => {
  if (data.message === undefined) {
    return;
  }
  const { id, method, params } = JSON.parse(data.message);
  const say = (message) => postMessage({ message: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  if (method === 'initialize') {
    say({ id, result: { capabilities: { textDocumentSync: 1 } } });
  } else if (method === 'textDocument/didOpen') {
    const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 5 } };
    const { uri, languageId, version } = params.textDocument;
    const diagnostics = [{ range, severity: 1, message: `stand-in: ${languageId} at ${uri}` }];
    say({ method: 'textDocument/publishDiagnostics', params: { uri, version, diagnostics } });
  } else if (id !== undefined) {
    say({ id, result: null });
  }
};
