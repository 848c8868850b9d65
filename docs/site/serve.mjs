// Serves a built site on this machine: `node serve.mjs FOLDER [PORT]`. It answers as simple hosts do: a folder is its
// `index.html`, and nothing else is guessed.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** A server for a folder, which listens on a free port unless one is given. */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    let path = join(folder, normalize(decodeURIComponent(pathname)))
    let entry = statSync(path, { throwIfNoEntry: false })
    if (entry?.isDirectory() && !pathname.endsWith('/')) {
      response.writeHead(301, { location: `${pathname}/` }).end()
      return
    }
    if (entry?.isDirectory()) {
      path = join(path, 'index.html')
      entry = statSync(path, { throwIfNoEntry: false })
    }
    const found = entry?.isFile()
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[found ? extname(path) : '.html'] ?? 'application/octet-stream' })
    createReadStream(found ? path : join(folder, '404.html')).pipe(response)
  })
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await serve(resolve(process.argv[2]), Number(process.argv[3] ?? 0))
  console.log(`http://127.0.0.1:${server.address().port}/`)
}
