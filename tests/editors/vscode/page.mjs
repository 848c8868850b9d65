// The extension in VS Code, as a person sees it: installed from the package, in a browser, a document of each format.

import { CASES, OTHERS } from './cases.mjs';
import { check, summary } from './checks.mjs';
import { told, until } from './place.mjs';
import { recorded } from './recording.mjs';
import { session } from './session.mjs';
import { site } from './site.mjs';

const DOCUMENTS = {
  'before.anml': 'main\n  h1 "Seeds"\n  textbox#e1 "Card"\n',
  'after.anml': 'main\n  h1 "Seeds"\n  textbox#e1 "Card"\n  button#e2 "Send"\n',
  'change.anml': '---\ntype: diff\nbase: before.anml\n---\nmain\n  ~ ... 2 unchanged\n  + button#e2 "Send"\n',
  'notes.txt': 'Sow the beans.\n',
  'sow.garyml': '.Context id=notes path=notes.txt\n\n.Diff id=later\n  ```diff\n  --- a/notes.txt\n  +++ b/notes.txt\n  @@ -1 +1 @@\n  -Sow the beans.\n  +Sow the peas.\n  ```\n',
  'cup.agd': '@h1 Cups [#cups]\n\n@p A *small* one [#small]\n',
  'market.anml': `---
ts: 1732251600
url: https://market.example/seeds
---
main
  h1 "Seeds for spring"
  p "Twelve kinds, sown by hand."
  form#e1 "Order"
    label "How many" for=#e2
    spinbutton#e2 "How many" value=3
    checkbox#e3 "Wrap as a gift" [checked]
    button#e4 "Order" [disabled]
  | Kind | Price | |
  | Beans | 2.40 | link#e5 "Add" |
  | Peas | 1.90 | link#e6 "Add" |
  nav
    link#e7 "About us"
`,
  'shop.html': `<!DOCTYPE html>
<html lang="en">
<title>Seed shop</title>
<script type="application/agent+json">
{ "version": "0.1", "site": { "name": "Seeds", "origin": "https://seeds.example" }, "actions": {} }
</script>
<h1>Seeds</h1>
<form data-agent-kind="action" data-agent-action="cart.add">
  <label>How many
    <input name="count" data-agent-kind="field" data-agent-field="count">
  </label>
  <label>Note <input name="note"></label>
  <button>Add to cart</button>
</form>
<button>Delete my account</button>
<a href="/contact">Contact</a>
</html>
`,
  'Cart.jsx': 'export const Cart = () => <button data-agent-kind="action" data-agent-action="cart.pay">Pay</button>;\n',
};

const files = { ...Object.fromEntries(CASES.map((one) => [one.file, one.text])), ...OTHERS, ...DOCUMENTS, ...(await recorded()) };
const place = await session({ name: 'page', files, vsix: told('AGMARK_VSIX') });
const { editor } = place;
const { page } = editor;
try {
  await check('the package installs', () => place.installed().includes('agmark.agmark'));
  await others();
  for (const one of CASES) {
    await format(one);
  }
  await snapshots();
  await documents();
  await menu();
  await pages();
  await tokens();
  await audits();
  await replay();
  await activation();
} catch (error) {
  await check('the session goes on to its end', () => {
    throw error;
  });
} finally {
  await place.stop();
}
process.exit(summary());

/** Files of other people start nothing; the first one of ours starts the server, as its log says. */
async function others() {
  for (const file of Object.keys(OTHERS)) {
    await editor.open(file);
  }
  const [first] = CASES;
  await editor.open(first.file);
  await editor.sees('.statusbar-item', /agmark/);
  await check('the server is started for a file of ours, and for no other', async () => {
    const line = await until('a start', () => /starting .*/.exec(place.log())?.[0]);
    if (!line.endsWith(first.file)) {
      throw new Error(line);
    }
  });
}

async function format(one) {
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

/** A snapshot as a picture that follows it, smaller, and against another. */
async function snapshots() {
  await editor.open('market.anml');
  await check('a snapshot is drawn, and follows the document', async () => {
    await editor.command('agmark: Preview snapshot');
    await editor.view().getByText('Seeds for spring').first().waitFor();
    await editor.screenshot('preview');
    const names = await editor.view().getByText('How many').count();
    if (names !== 1) {
      throw new Error(`a label and its field are drawn with ${names} names`);
    }
    await editor.command('View: Focus First Editor Group');
    await editor.press('Control+End');
    await page.keyboard.type('  p "Written later"');
    await editor.view().getByText('Written later').first().waitFor();
    await editor.command('File: Revert File');
    await editor.closeAll();
  });
  await editor.open('page.anml');
  await check('a smaller view opens', async () => {
    await editor.command('agmark: View snapshot, smaller');
    await editor.choose('Interactive');
    await editor.sees('.view-lines', 'filter: interactive');
    await editor.closeAll();
  });
  await check('two snapshots are compared', async () => {
    await editor.open('before.anml');
    await editor.open('after.anml');
    await editor.command('agmark: What changed since a snapshot');
    await editor.choose('before.anml');
    await editor.sees('.view-lines', '+ button#e2 "Send"');
    await editor.screenshot('diff');
    await editor.closeAll();
  });
}

/** Documents that become others: AGD as Markdown, a prompt of GaryML, a diff applied. */
async function documents() {
  await editor.open('cup.agd');
  await check('AGD becomes Markdown', async () => {
    await editor.command('agmark: Convert to Markdown');
    await editor.sees('.view-lines', '# Cups');
    await editor.screenshot('convert');
    await editor.closeAll();
  });
  await editor.open('sow.garyml');
  await check('GaryML becomes a prompt', async () => {
    await editor.command('agmark: Render as prompt');
    await editor.choose('Markdown');
    await editor.sees('.tab', 'prompt');
    await editor.screenshot('prompt');
    await editor.command('View: Focus First Editor Group');
  });
  await check('a diff of GaryML is applied', async () => {
    await editor.goTo({ line: 3, column: 2 });
    await editor.command('agmark: Apply diff');
    await editor.open('notes.txt');
    await editor.textHas('Sow the peas.');
    await editor.closeAll();
  });
}

/** The list of commands says what they are for. */
async function menu() {
  await editor.open('cup.agd');
  await check('the list of commands names the document', async () => {
    await editor.command('agmark: Choose a command');
    await editor.sees('.quick-input-widget', 'agmark: cup.agd (AGD document)');
    await until('the hint', async () => (await editor.input.getAttribute('placeholder')) === 'Choose a command for cup.agd');
    await editor.press('Escape');
    await editor.closeAll();
  });
}

/** A page as a snapshot, what a runtime finds in it, and a diff that is applied to a snapshot. */
async function pages() {
  await editor.open('shop.html');
  await check('a page becomes a snapshot', async () => {
    await editor.command('agmark: Convert an HTML page');
    await editor.sees('.view-lines', 'h1#e1 "Seeds"');
    await editor.closeAll();
  });
  await editor.open('shop.html');
  await check('a field of an action is shown where a runtime finds it', async () => {
    await editor.command('agmark: Resolve a field as a runtime does');
    await editor.choose('count');
    await editor.lineIs(DOCUMENTS['shop.html'].split('\n').findIndex((line) => line.includes('name="count"')) + 1);
    await editor.closeAll();
  });
  await editor.open('change.anml');
  await check('a diff leads to a snapshot', async () => {
    await editor.command('agmark: Apply a diff');
    await editor.sees('.tab', /Untitled/);
    await editor.sees('.view-lines', 'button#e2 "Send"');
    await editor.closeAll();
  });
}

/** What a document costs. */
async function tokens() {
  await editor.open('page.anml');
  await check('tokens are counted, and stand in the status bar', async () => {
    await editor.command('agmark: Count tokens');
    await editor.sees('.view-lines', 'the same content as HTML');
    await editor.sees('.statusbar-item', /\d+ tokens/);
    await editor.closeAll();
  });
  await editor.open('cup.agd');
  await check('where counts are wanted, they stand there unasked', async () => {
    place.set({ 'agmark.token-counts': true });
    await editor.sees('.statusbar-item', /agmark · \d+ tokens/);
    await editor.open('market.anml');
    await editor.sees('.codelens-decoration', /\d+ tokens/);
    place.set({});
    await editor.closeAll();
  });
}

/** A page's score, and that of a site. */
async function audits() {
  await editor.open('Cart.jsx');
  await check('what a component tells agents stands out before any server says so', async () => {
    const color = (text) =>
      page.evaluate((text) => {
        const all = [...document.querySelectorAll('.view-line span span')];
        const one = all.find((span) => span.textContent.replaceAll('\u00a0', ' ').includes(text));
        return one && getComputedStyle(one).color;
      }, text);
    await until('a color of its own', async () => (await color('data-agent-kind')) !== (await color('Pay')));
  });
  await editor.open('shop.html');
  await check('an audit shows the score, and marks what is missing', async () => {
    await editor.command('agmark: Audit this page for agents');
    await editor.view().locator('.score', { hasText: /^\d+\/100/ }).waitFor();
    await editor.sees('.statusbar-item', /agmark · \d+\/100/);
    await page.waitForSelector('.squiggly-warning');
    await editor.screenshot('audit');
  });
  await check('nothing in the report is run or fetched', async () => {
    const policy = await editor.view().locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    const scripts = await editor.view().locator('body script').count();
    return policy.startsWith("default-src 'none'; style-src ") && !policy.includes('unsafe') && scripts === 0;
  });
  await editor.closeAll();
  const served = await site();
  await editor.open('page.html');
  await check('a site is named and audited', async () => {
    await editor.command('agmark: Audit a site for agents');
    await editor.answer('The address of the site', served.url);
    await editor.view().getByText('/cart').first().waitFor();
    await editor.sees('.statusbar-item', /2 pages: \d+\/100/);
    await editor.screenshot('site');
  });
  served.stop();
  await editor.closeAll();
}

/** A program, played from a recording: the input by a form, the result and the summary beside. */
async function replay() {
  await editor.open('hello.md');
  await check('lenses run a program', () => editor.sees('.codelens-decoration', 'Run with last input'));
  await check('a program runs from a recording', async () => {
    await editor.command('agmark: Run program from a recording');
    await editor.sees('.quick-input-widget', 'Whom to greet');
    await editor.input.fill('Ada');
    await editor.screenshot('form');
    await editor.press('Enter');
    await editor.choose('hello.tape.jsonl');
    await editor.sees('.tab.active', 'result.json');
    await editor.sees('.view-lines', '"greeting": "Hello, Ada"');
    await editor.sees('.statusbar-item', /agmark · 17 tokens/);
    await editor.screenshot('run');
  });
  await editor.closeAll();
}

/** What VS Code says the extension took to be activated, beside the slowest of its own. */
async function activation() {
  await check('VS Code tells how long activation took', async () => {
    await editor.command('Developer: Show Running Extensions');
    const rows = page.locator('.runtime-extensions-editor .extension');
    await rows.filter({ hasText: 'agmark' }).first().waitFor();
    const times = await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector('.name').textContent, row.querySelector('.activation-time').textContent.trim()]),
    );
    const [, time] = times.find(([name]) => name === 'agmark');
    const others = times.filter(([name]) => name !== 'agmark').map(([name, time]) => `${name} ${/\d+/.exec(time)?.[0]}`);
    console.log(`the extension, as VS Code reports it: ${time} (beside it: ${others.join(', ')})`);
    return /\d+\s*ms/.test(time);
  });
}
