// Programs run from VS Code against a model of ours: the form, the agreement, the question before, the result, failures,
// an end before the end, the key.

import { check, summary } from './checks.mjs';
import { model } from './model.mjs';
import { told, until } from './place.mjs';
import { PROGRAM } from './recording.mjs';
import { session } from './session.mjs';

/** An input of all kinds. */
const ORDER = `---
name: order
description: Orders bread
input:
  type: object
  properties:
    who: { type: string, description: Who it is for, minLength: 2 }
    loaves: { type: integer, minimum: 1, description: How many }
    kind: { type: string, enum: [rye, spelt, white], description: Which one }
    address:
      type: object
      description: Where to bring it
      properties:
        street: { type: string }
        city: { type: string, enum: [Ghent, Porto] }
      required: [street]
  required: [who, kind, address]
output:
  type: object
  properties:
    greeting: { type: string }
  required: [greeting]
---

Order {{ .kind }} for {{ .who }} to {{ .address.street }}{{ if .loaves }}, {{ .loaves }} of them{{ end }}.
`;

/** A program that starts something and calls somebody. */
const SERVERS = PROGRAM.replace('name: hello', 'name: guarded').replace(
  'input:\n',
  'mcp_servers:\n  - { name: gate, command: node, args: [gate.mjs, --shut], env: { GATE: "1" } }\n  - { name: far, url: "http://127.0.0.1:9/mcp" }\ninput:\n',
);

const scripted = await model();
const files = { 'hello.md': PROGRAM, 'order.md': ORDER, 'guarded.md': SERVERS };
const machine = { 'agmark.run.baseUrl': scripted.url };
const place = await session({ name: 'run', files, vsix: told('AGMARK_VSIX'), machine, env: { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' } });
const { editor } = place;
const { page } = editor;
try {
  await preview();
  await form();
  await key();
  await cancelled();
  await refused();
} catch (error) {
  await check('the session goes on to its end', () => {
    throw error;
  });
} finally {
  await place.stop();
  scripted.stop();
}
process.exit(summary());

/** The prompt of an input, which follows the program. */
async function preview() {
  await editor.open('hello.md');
  await check('the prompt of an input follows the program', async () => {
    await editor.command('agmark: Show rendered prompt');
    await editor.answer('Whom to greet', 'Ada');
    await editor.sees('.view-lines', 'Say hello to Ada.');
    await editor.command('View: Focus First Editor Group');
    await editor.press('Control+End');
    await page.keyboard.type('Be kind to {{ .who }}.');
    await editor.sees('.view-lines', 'Be kind to Ada.');
    await editor.screenshot('live');
    await editor.command('File: Revert File');
    await editor.closeAll();
  });
}

/** All kinds of inputs, the agreement, the question, the result. */
async function form() {
  await editor.open('order.md');
  await editor.sees('.codelens-decoration', 'Run with last input');
  await check('a form asks for the input by its schema', async () => {
    await page.locator('.codelens-decoration a', { hasText: /Run$/ }).first().click();
    await editor.sees('.quick-input-widget', 'Who it is for');
    await editor.input.fill('A');
    await editor.sees('.quick-input-widget', 'at least 2 characters');
    await editor.answer('', 'Ada');
    await editor.choose('spelt');
  });
  await check('an object is written as JSON, with completion from its schema', async () => {
    await editor.sees('.codelens-decoration', 'Where to bring it');
    await page.keyboard.type('"');
    await editor.press('Control+Space');
    await editor.sees('.suggest-widget.visible .monaco-list-row', 'city');
    await editor.screenshot('form-json');
    await editor.press('Escape');
    await page.keyboard.type('street": "Rua 1');
    await editor.textHas('"address": {"street": "Rua 1"}');
    await editor.press('Control+Enter');
    await editor.answer('How many', '2');
  });
  await check('the agreement is typed once', async () => {
    await editor.sees('.quick-input-widget', 'transgender people');
    const sentence = await editor.input.getAttribute('placeholder');
    await editor.input.fill(sentence.toLowerCase());
    await editor.sees('.quick-input-widget', `Exactly: ${sentence}`);
    await editor.screenshot('agreement');
    await editor.answer('', sentence);
  });
  await check('a model is asked after a yes, and the result is there with its summary', async () => {
    await editor.sees('.monaco-dialog-box', scripted.url);
    if (scripted.requests.length > 0) {
      throw new Error('it was asked before');
    }
    await editor.dialog('Run order?', 'Run');
    await editor.sees('.tab.active', 'result.json');
    await editor.sees('.tab', 'summary.json');
    await editor.sees('.view-lines', '"greeting": "Hello, Ada"');
    await editor.sees('.statusbar-item', /agmark · 17 tokens/);
    await editor.screenshot('run-live');
    return scripted.requests[0].body.includes('Order spelt for Ada to Rua 1, 2 of them.');
  });
  await check('a second run asks nothing', async () => {
    await editor.command('View: Focus First Editor Group');
    await editor.command('agmark: Run program with the last input');
    await until('the second request', () => scripted.requests.length === 2);
  });
  await check('without a key none is sent', () => scripted.requests.every(({ key }) => key === undefined));
  await editor.closeAll();
}

/** The key of the secret storage goes to the model. */
async function key() {
  await editor.open('order.md');
  await check('the key of the secret storage is sent', async () => {
    await editor.command('agmark: Set the API key for models');
    await editor.answer('Kept in the secret storage', 'sk-of-the-tests');
    await until('a new server', () => place.log().match(/, for a restart$/gm)?.length === 1);
    await editor.command('agmark: Run program with the last input');
    await until('the request', () => scripted.requests.length === 3);
    return scripted.requests[2].key === 'Bearer sk-of-the-tests';
  });
  await check('the key is not in the settings or the log', () => !place.log().includes('sk-of-the-tests'));
  await editor.closeAll();
}

/** A run that is ended. */
async function cancelled() {
  await editor.open('order.md');
  await check('a run says what it does, and can be ended', async () => {
    scripted.isSilent = true;
    await editor.command('agmark: Run program with the last input');
    await until('the request', () => scripted.waiting() === 1);
    await editor.sees('.statusbar-item', /order.md: order: round 1/);
    await editor.screenshot('running');
    await editor.message('order.md', 'Cancel');
    await until('nobody waits', () => scripted.waiting() === 0);
    await page.locator('.statusbar-item', { hasText: 'round 1' }).waitFor({ state: 'hidden' });
    scripted.isSilent = false;
  });
  await editor.closeAll();
}

/** What would be started and called is shown, all of it; what fails stands where it belongs. */
async function refused() {
  await editor.open('guarded.md');
  await check('the question shows every command and address', async () => {
    await editor.command('agmark: Run program');
    await editor.answer('Whom to greet', 'Ada');
    await editor.sees('.monaco-dialog-box', 'node gate.mjs --shut');
    await editor.sees('.monaco-dialog-box', 'GATE');
    await editor.sees('.monaco-dialog-box', 'http://127.0.0.1:9/mcp');
    await editor.screenshot('consent');
  });
  await check('a no is a no', async () => {
    const before = scripted.requests.length;
    await editor.dialog('Run guarded?', 'Do not run');
    await editor.message('The program was not run');
    return scripted.requests.length === before;
  });
  await check('what fails is told, and stands at its place', async () => {
    await editor.command('agmark: Run program with the last input');
    await editor.dialog('Run guarded?', 'Run');
    await editor.message(/did not start|cannot/);
    await page.waitForSelector('.squiggly-error');
    await editor.screenshot('failed');
  });
}
