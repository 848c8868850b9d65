// A person at VS Code: what they press and see.

import path from 'node:path';
import { PATIENCE } from './place.mjs';

export class Editor {
  constructor(page, screenshots) {
    this.page = page;
    this.screenshots = screenshots;
  }

  /** Waits for the window. */
  async ready() {
    await this.page.waitForSelector('.monaco-workbench', { timeout: PATIENCE });
    await this.page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: PATIENCE });
  }

  async press(keys) {
    await this.page.keyboard.press(keys);
  }

  /** Chooses in the quick input: a file, a command with `>`, a line with `:`. */
  async quick(text) {
    await this.press('Control+p');
    const input = this.page.locator('.quick-input-widget input');
    await input.waitFor({ state: 'visible', timeout: PATIENCE });
    await input.fill(text);
    const wanted = text.startsWith(':') ? '' : text.replace(/^>/, '');
    await this.sees('.quick-input-list .monaco-list-row.focused', wanted);
    // The list is filtered a moment after it is shown.
    await this.page.waitForTimeout(150);
    await this.sees('.quick-input-list .monaco-list-row.focused', wanted);
    await this.press('Enter');
    await input.waitFor({ state: 'hidden', timeout: PATIENCE }).catch(() => undefined);
  }

  async open(file) {
    await this.quick(file);
    await this.page.waitForSelector(`.tab.active[data-resource-name="${file}"]`, { timeout: PATIENCE });
    await this.page.waitForSelector('.editor-instance .view-line', { timeout: PATIENCE });
  }

  async command(title) {
    await this.quick(`>${title}`);
  }

  async goTo({ line, column }) {
    await this.quick(`:${line},${column}`);
    await this.lineIs(line);
  }

  /** Waits until the cursor is on a line. */
  async lineIs(line) {
    await this.page.waitForFunction(
      (wanted) => document.querySelector('#status\\.editor\\.selection')?.textContent?.includes(`Ln ${wanted},`),
      line,
      { timeout: PATIENCE },
    );
  }

  /** The text of the editor that has the focus, as far as it is on the screen. */
  async text() {
    return this.page.evaluate(() => {
      const lines = [...document.querySelectorAll('.editor-group-container.active .view-lines .view-line')];
      lines.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
      return lines.map((line) => line.textContent.replaceAll('\u00a0', ' ')).join('\n');
    });
  }

  /** Waits until the editor's text holds all of these. */
  async textHas(...parts) {
    const end = Date.now() + PATIENCE;
    let text = '';
    while (Date.now() < end) {
      text = await this.text();
      if (parts.every((part) => text.includes(part))) {
        return;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`no ${JSON.stringify(parts)} in:\n${text}`);
  }

  /** Waits until something on the page holds the text. */
  async sees(selector, text, patience = PATIENCE) {
    await this.page.locator(selector).filter({ hasText: text }).first().waitFor({ state: 'visible', timeout: patience });
  }

  async screenshot(name) {
    await this.page.screenshot({ path: path.join(this.screenshots, `${name}.png`) });
  }
}
