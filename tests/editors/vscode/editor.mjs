// A person at VS Code: what they press and see.

import path from 'node:path';
import { PATIENCE } from './place.mjs';

export class Editor {
  constructor(page, screenshots) {
    this.page = page;
    this.screenshots = screenshots;
    this.input = page.locator('.quick-input-widget:not(.hidden) .quick-input-box input').first();
  }

  /** Waits for the window. */
  async ready() {
    await this.page.waitForSelector('.monaco-workbench', { timeout: PATIENCE });
    await this.page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: PATIENCE });
  }

  async press(keys) {
    await this.page.keyboard.press(keys);
  }

  /**
   * Chooses in the quick input: a file, a command with `>`, a line with `:`. What is not there yet is looked for again,
   * as a person would: a command comes with what VS Code knows of a document, and keys get lost while a window is made.
   */
  async quick(text) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      try {
        await this.press('Control+p');
        await this.input.waitFor({ state: 'visible', timeout: PATIENCE / 10 });
        await this.input.fill(text, { timeout: PATIENCE / 10 });
        if (text.startsWith(':')) {
          const [line] = text.slice(1).split(',');
          await this.sees('.quick-input-list .monaco-list-row', new RegExp(`\\bline ${line}\\b`), PATIENCE / 10);
          await this.press('Enter');
        } else {
          await this.choose(text.replace(/^>/, ''), PATIENCE / 10);
        }
        return;
      } catch (error) {
        if (Date.now() > end) {
          throw error;
        }
        await this.press('Escape');
      }
    }
  }

  /** Chooses one of a list that is shown, by its whole name. */
  async choose(label, patience = PATIENCE) {
    const whole = new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`);
    const name = this.page.locator('.quick-input-list .monaco-list-row .label-name').filter({ hasText: whole });
    await name.first().click({ timeout: patience });
    // Whatever lies under the mouse would explain itself.
    await this.page.mouse.move(1279, 400);
  }

  /** Answers the question that an input box asks. */
  async answer(question, text) {
    await this.sees('.quick-input-widget:not(.hidden)', question);
    await this.input.fill(text);
    // It is checked before Enter takes it.
    await this.page.waitForFunction(() => !document.querySelector('.quick-input-widget .monaco-inputbox.error'), undefined, { timeout: PATIENCE });
    await this.press('Enter');
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

  /** Waits for a message, and presses its button if one is named. */
  async message(text, button) {
    const one = this.page.locator('.notification-toast, .notifications-center .notification-list-item').filter({ hasText: text }).first();
    await one.waitFor({ state: 'visible', timeout: PATIENCE });
    if (button) {
      await one.locator('.monaco-button', { hasText: button }).first().click();
    }
  }

  /** Waits for a question in the middle of the window, and presses a button. */
  async dialog(text, button) {
    await this.sees('.monaco-dialog-box', text);
    await this.page.locator('.monaco-dialog-box .monaco-button').getByText(button, { exact: true }).click();
  }

  /** What is in the web view in front. */
  view() {
    return this.page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
  }

  /** Closes all editors; new documents are thrown away. */
  async closeAll() {
    await this.command('View: Close All Editors');
    const tabs = this.page.locator('.tabs-container .tab');
    const button = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: /Don.t Save/ });
    const end = Date.now() + PATIENCE;
    while ((await tabs.count()) > 0 && Date.now() < end) {
      if (await button.isVisible()) {
        await button.click();
      }
      await this.page.waitForTimeout(100);
    }
  }

  async screenshot(name) {
    await this.page.screenshot({ path: path.join(this.screenshots, `${name}.png`) });
  }
}
