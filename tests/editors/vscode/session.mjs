// VS Code with the extension installed from its package, a folder open in it, and a browser that shows it.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { onFailure } from './checks.mjs';
import { Editor } from './editor.mjs';
import { browser, freePort, home, PATIENCE, scratch, serve, told, workspace } from './place.mjs';

const SETTINGS = {
  'workbench.colorTheme': 'Default Light Modern',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'editor.hover.delay': 100,
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'git.enabled': false,
};

/**
 * Starts a session in a place of its own, called `name`. `files` are those of the folder; `vsix` is the package;
 * `machine` are settings of the machine; `env` is put into the environment of VS Code; `isTrusted` is whether the
 * folder is, `hasProgram` whether the program is on the PATH; `profile` is what the person's shell reads, `theme` the colors.
 */
export async function session({ name, files, vsix, machine = {}, env = {}, isTrusted = true, hasProgram = true, profile, theme }) {
  const screenshots = told('AGMARK_SCREENSHOTS');
  await mkdir(screenshots, { recursive: true });
  const folder = await workspace(`${name}/workspace`, files);
  const [user, extensions] = ['user', 'extensions'].map((part) => path.join(scratch, name, part));
  await workspace(`${name}/user`, {
    'User/settings.json': JSON.stringify({ ...SETTINGS, ...(theme ? { 'workbench.colorTheme': theme } : {}) }),
    'Machine/settings.json': JSON.stringify(machine),
  });
  const own = { ...(await home(`${name}/home`, hasProgram, profile)), ...env };
  const folders = ['--user-data-dir', user, '--extensions-dir', extensions];
  const server = told('AGMARK_CODE_SERVER');
  const install = (...args) =>
    execFileSync(server, [...folders, ...args], { env: { ...process.env, ...own }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  install('--install-extension', vsix);

  const port = await freePort();
  const args = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
  args.push('--disable-getting-started-override', ...(isTrusted ? ['--disable-workspace-trust'] : []));
  const running = await serve(server, [...folders, ...args], own, `http://127.0.0.1:${port}/healthz`);
  const chromium = await browser();
  const page = await chromium.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
  const editor = new Editor(page, screenshots);
  onFailure((count) => editor.screenshot(`failure-${name}-${count}`));
  await editor.ready();
  return {
    editor,
    folder,
    installed: () => install('--list-extensions'),
    /** What the extension wrote into its log so far. */
    log: () => logs(path.join(user, 'logs')).map((file) => readFileSync(file, 'utf8')).join(''),
    /** Puts other settings of the machine in place of those before. */
    set: (settings) => writeFileSync(path.join(user, 'Machine/settings.json'), JSON.stringify(settings)),
    async stop() {
      await chromium.close();
      running.stop();
    },
  };
}

function logs(folder) {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.filter(({ name }) => name === 'agmark.log').map((file) => path.join(file.parentPath, file.name));
}
