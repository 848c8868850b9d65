// A small site to audit.

import { createServer } from 'node:http';

const PAGES = {
  '/': '<!DOCTYPE html><title>Shop</title><h1>Shop</h1><a href="/cart">Cart</a><form data-agent-kind="action" data-agent-action="shop.search"><input name="what"></form>',
  '/cart': '<!DOCTYPE html><title>Cart</title><h1>Cart</h1><button data-agent-kind="action" data-agent-action="cart.pay">Pay</button>',
};

export async function site() {
  const server = createServer((request, response) => {
    const page = PAGES[request.url];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' });
    response.end(page ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
