// The extension in VS Code, as a person sees it: installed from the package, in a browser, a document of each format.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { CASES, OTHERS } from './cases.mjs';
import { check, onFailure, summary } from './checks.mjs';
import { Editor } from './editor.mjs';
import { browser, freePort, home, PATIENCE, scratch, serve, told, workspace } from './place.mjs';
import { record } from './recording.mjs';

const screenshots = told('AGMARK_SCREENSHOTS');
await mkdir(screenshots, { recursive: true });

const SETTINGS = {
  'workbench.colorTheme': 'Default Light Modern',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'editor.hover.delay': 100,
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'git.enabled': false,
};

const files = Object.fromEntries(CASES.map((one) => [one.file, one.text]));
const folder = await workspace('workspace', { ...files, ...OTHERS });
const [user, extensions] = [path.join(scratch, 'user'), path.join(scratch, 'extensions')];
await record('workspace');
await workspace('user/User', { 'settings.json': JSON.stringify(SETTINGS) });

const server = told('AGMARK_CODE_SERVER');
const env = await home();
const folders = ['--user-data-dir', user, '--extensions-dir', extensions];
execFileSync(server, [...folders, '--install-extension', told('AGMARK_VSIX')], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
await check('the package installs', () => {
  return execFileSync(server, [...folders, '--list-extensions'], { env: { ...process.env, ...env }, encoding: 'utf8' }).includes('agmark.agmark');
});

const port = await freePort();
const running = await serve(
  server,
  [...folders, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override'],
  env,
  `http://127.0.0.1:${port}/healthz`,
);
const chromium = await browser();
try {
  const page = await chromium.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
  const editor = new Editor(page, screenshots);
  onFailure((count) => editor.screenshot(`failure-${count}`));
  await editor.ready();
  await others(editor);
  await starts(editor);
  for (const one of CASES) {
    await format(editor, one);
  }
  await snapshots(editor);
  await tokens(editor);
  await audit(editor);
  await program(editor);
  await activation(editor);
} catch (error) {
  await check('the session goes on to its end', () => {
    throw error;
  });
} finally {
  await chromium.close();
  running.stop();
}
process.exit(summary());

/** Files of other people start nothing. */
async function others(editor) {
  for (const file of Object.keys(OTHERS)) {
    await editor.open(file);
    await editor.page.waitForTimeout(700);
    await check(`${file} starts no server`, async () => {
      return !serverRuns();
    });
  }
}

/** The first file of ours starts the server; without it there is nothing to see. */
async function starts(editor) {
  await editor.open(CASES[0].file);
  await editor.sees('.statusbar-item', /agmark/);
  const end = Date.now() + PATIENCE;
  while (!serverRuns()) {
    if (Date.now() > end) {
      throw new Error('a file of ours starts no server');
    }
    await editor.page.waitForTimeout(100);
  }
}

/** Whether a language server runs below this test. */
function serverRuns() {
  try {
    return execFileSync('pgrep', ['-f', `${told('AGMARK')} lsp`], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return false;
  }
}

async function format(editor, one) {
  const { page } = editor;
  const what = (thing) => `${one.format}: ${thing}`;
  await editor.open(one.file);

  await check(what('what is wrong is underlined'), async () => {
    await page.waitForSelector('.squiggly-error, .squiggly-warning, .squiggly-info, .squiggly-hint');
    // The finding after the cursor is shown with its words, below its line.
    await editor.goTo({ line: Math.max(1, one.problem.line - 1), column: 1 });
    await editor.press('Alt+F8');
    await editor.sees('.marker-widget', one.problem.says);
    await editor.screenshot(one.format.toLowerCase());
    await editor.press('Escape');
  });

  await check(what('hover'), async () => {
    await editor.goTo(one.hover);
    await editor.command('Show or Focus Hover');
    await editor.sees('.monaco-hover:not(.hidden)', one.hover.says);
    await editor.screenshot(`${one.format.toLowerCase()}-hover`);
    await editor.press('Escape');
  });

  await check(what('jump to the definition'), async () => {
    await editor.goTo(one.jump.from);
    await editor.press('F12');
    await editor.lineIs(one.jump.to);
  });

  await check(what('rename'), async () => {
    await editor.goTo(one.rename.at);
    await editor.press('F2');
    const input = page.locator('.rename-box input');
    await input.waitFor({ state: 'visible' });
    await input.fill(one.rename.name);
    await editor.press('Enter');
    await editor.textHas(...one.rename.gives);
  });

  if (one.layout) {
    await check(what('format'), async () => {
      await editor.textHas(one.layout.from);
      await editor.command('Format Document');
      await editor.textHas(one.layout.to);
    });
  }

  await check(what('outline'), async () => {
    await editor.command('Explorer: Focus on Outline View');
    await editor.sees('.outline-pane .monaco-list-row', one.outline);
    await editor.command('View: Focus Active Editor Group');
  });

  if (one.lens) {
    await check(what('lenses'), async () => {
      await editor.sees('.codelens-decoration', one.lens);
    });
  }

  await check(what('completion'), async () => {
    await editor.press('Control+End');
    await page.keyboard.type(one.complete.after);
    await editor.press('Escape');
    await editor.press('Control+Space');
    await editor.sees('.suggest-widget.visible .monaco-list-row', one.complete.offers);
    await editor.screenshot(`${one.format.toLowerCase()}-completion`);
    await editor.press('Escape');
  });
  await editor.command('File: Revert File');
}

/** A snapshot as a picture, smaller, and against another. */
async function snapshots(editor) {
  await editor.open('page.anml');
  await check('a snapshot is drawn', async () => {
    await editor.command('agmark: Preview snapshot');
    const frame = editor.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.getByText('Card').first().waitFor();
    await editor.screenshot('preview');
    await closeAll(editor);
  });
  await editor.open('page.anml');
  await check('a smaller view opens', async () => {
    await editor.command('agmark: View snapshot, smaller');
    await editor.sees('.quick-input-list .monaco-list-row', 'Interactive');
    await editor.press('Enter');
    await editor.sees('.view-lines', 'filter: interactive');
    await closeAll(editor);
  });
}

/** What a snapshot costs. */
async function tokens(editor) {
  await editor.open('page.anml');
  await check('tokens are counted, and stand in the status bar', async () => {
    await editor.command('agmark: Count tokens of snapshot');
    await editor.sees('.view-lines', 'the same content as HTML');
    await editor.sees('.statusbar-item', /\d+ tokens/);
    await closeAll(editor);
  });
}

/** A page's score. */
async function audit(editor) {
  await editor.open('page.html');
  await check('an audit shows the score', async () => {
    await editor.command('agmark: Show score of page');
    const frame = editor.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.locator('.score', { hasText: /^\d+\/100$/ }).waitFor();
    await editor.sees('.statusbar-item', /\d+\/100/);
    await editor.screenshot('audit');
  });
  await closeAll(editor);
}

/** A program, played from a recording: the input by a form, the result and the summary beside. */
async function program(editor) {
  const { page } = editor;
  const input = page.locator('.quick-input-widget input');
  await editor.open('hello.md');
  await check('lenses run a program', () => editor.sees('.codelens-decoration', 'Run with the last input'));
  await check('a program runs from a recording', async () => {
    await editor.command('agmark: Run program from a recording');
    await editor.sees('.quick-input-widget', 'Whom to greet');
    await input.fill('Ada');
    await editor.screenshot('form');
    await editor.press('Enter');
    await editor.sees('.quick-input-list .monaco-list-row', 'hello.tape.jsonl');
    await editor.press('Enter');
    await editor.sees('.view-lines', '"greeting": "Hello, Ada"');
    await editor.sees('.statusbar-item', /17 tokens/);
    await editor.screenshot('run');
  });
  await closeAll(editor);
}

/** Closes all editors; new documents are thrown away. */
async function closeAll(editor) {
  await editor.command('View: Close All Editors');
  const tabs = editor.page.locator('.tabs-container .tab');
  const button = editor.page.locator('.monaco-dialog-box .monaco-button', { hasText: /Don.t Save/ });
  const end = Date.now() + PATIENCE;
  while ((await tabs.count()) > 0 && Date.now() < end) {
    if (await button.isVisible()) {
      await button.click();
    }
    await editor.page.waitForTimeout(100);
  }
}

/** What VS Code says the extension took to be activated. */
async function activation(editor) {
  await check('VS Code tells how long activation took', async () => {
    await editor.command('Developer: Show Running Extensions');
    const row = editor.page.locator('.runtime-extensions-editor .extension', { hasText: 'agmark' }).first();
    await row.waitFor();
    const time = (await row.locator('.activation-time').textContent()) ?? '';
    console.log(`the extension, as VS Code reports it: ${time.trim()}`);
    return /\d+\s*ms/.test(time);
  });
}
