// A server that answers as a model's API does: always the same, or not at all.

import { createServer } from 'node:http';

const ANSWER = {
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"greeting":"Hello, Ada"}' } }],
  usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
};

/** Starts it. `requests` are those that came; while `isSilent` is set, they wait for an answer. */
export async function model() {
  const requests = [];
  const open = new Set();
  const state = { requests, isSilent: false };
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      requests.push({ key: request.headers.authorization, body: Buffer.concat(parts).toString() });
      open.add(response);
      response.on('close', () => open.delete(response));
      if (!state.isSilent) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(ANSWER));
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    /** How many wait for an answer. */
    waiting: () => open.size,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}
