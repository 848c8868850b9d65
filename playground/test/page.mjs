// The page in a real Chromium: what a person sees and does, and what the page may not do.
//
// node page.mjs PAGE PROGRAM CHROMIUM PICTURES

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { readFileSync, mkdtempSync } from "node:fs";

import { chromium } from "playwright-core";

import { check, finish, read, root, serve } from "./driver.mjs";

const [page, program, browserPath, pictures] = process.argv.slice(2).map((path) => resolve(path));
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const scratch = mkdtempSync(join(tmpdir(), "playground-"));
mkdirSync(pictures, { recursive: true });

/** The size that is loaded when the page is opened, compressed, in bytes. */
const MOST = 4 << 20;

/** The largest time until the first answer, in milliseconds. It is long, because test machines are busy. */
const LONGEST = 10_000;

/** A site of others, of which the page must ask nothing. */
const asked = [];
const others = createServer((request, response) => {
  asked.push(request.url);
  response.writeHead(404).end();
});
const outside = await new Promise((resolve) => others.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${others.address().port}`)));

const served = await serve(page);
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
const requested = new Set();
const complaints = [];

async function open(address = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const tab = await context.newPage();
  tab.on("request", (request) => requested.add(request.url()));
  // The browser refuses what the policy of the page does not allow, and then nothing is sent.
  tab.on("requestfailed", (request) => request.failure().errorText === "csp" && requested.delete(request.url()));
  tab.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  tab.on("pageerror", (error) => complaints.push(String(error)));
  const start = Date.now();
  await tab.goto(served.address + address);
  await answered(tab);
  tab.time = Date.now() - start;
  return tab;
}

const answered = (tab) => tab.waitForSelector("html[data-answered]", { timeout: 60_000 });
const tabText = async (tab, name) => {
  await tab.getByRole("tab", { name }).first().click();
  return tab.locator(".panel:not([hidden])");
};

/** The text of the editor. */
const text = (tab) => tab.evaluate(() => window.playground.files.current.text);

/** The output of the program for a text. */
function agmark(parameters, name, contents) {
  const path = join(scratch, name);
  writeFileSync(path, contents);
  return execFileSync(program, [...parameters, path], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

async function has(locator, words) {
  await locator.filter({ hasText: words }).first().waitFor({ timeout: 30_000 });
}

const main = await open();

await check("the page is small", () => {
  const sizes = readdirSync(page).map((name) => [name, gzipSync(readFileSync(join(page, name)), { level: 9 }).length]);
  const sum = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`compressed: ${sizes.map(([name, size]) => `${name} ${size}`).join(", ")}; together ${sum}`);
  assert.ok(sum <= MOST, `${sum} bytes`);
});

await check("the first answer comes soon", () => {
  console.log(`first answer after ${main.time} ms`);
  assert.ok(main.time < LONGEST);
  assert.ok(![...requested].some((url) => url.endsWith("tokens.bin")), "the table of tokens is not needed yet");
});

await check("each example shows the problems that the program finds", async () => {
  const ids = await main.locator("#example option:not([hidden])").evaluateAll((all) => all.map(({ value }) => value));
  assert.equal(ids.length, 10);
  for (const id of ids) {
    await main.selectOption("#example", id);
    const { name, own } = await main.evaluate(() => {
      const { name, text } = window.playground.files.current;
      return { name, own: text };
    });
    const checked = id.endsWith("broken");
    await main.waitForFunction(
      ([name, some]) => document.getElementById("status").textContent.includes(name) && (!some || /^\d/.test(document.getElementById("status").textContent)),
      [name, checked],
    );
    const shown = await main.evaluate(() => window.playground.files.current.diagnostics.length);
    if (!checked) {
      assert.equal(shown, 0, `${id}: an example without mistakes`);
      continue;
    }
    writeFileSync(join(scratch, name), own);
    let report = "[]";
    try {
      execFileSync(program, ["check", "--output-format", "json", name], { cwd: scratch, stdio: "pipe" });
    } catch (error) {
      report = error.stdout.toString();
    }
    const found = JSON.parse(report);
    const count = (Array.isArray(found) ? found : (found.findings ?? found.diagnostics)).length;
    assert.equal(shown, count, id);
  }
});

await check("AGD becomes Markdown and a page, as with the command", async () => {
  await main.selectOption("#example", "agd");
  const markdown = agmark(["agd", "convert", "to-md"], "plan.agd", await text(main));
  const panel = await tabText(main, "Markdown");
  await has(panel.locator("pre"), "Repair café");
  assert.equal(await panel.locator("pre").textContent(), markdown);
  const html = agmark(["agd", "convert", "to-html"], "plan.agd", await text(main));
  const shown = await tabText(main, "Page");
  await has(shown.locator("pre"), "Repair café");
  assert.equal(await shown.locator("pre").textContent(), html);
  await has(main.frameLocator("iframe.page").locator("h1"), "Repair café");
});

await check("a view of ANML has fewer tokens, as with the command", async () => {
  await main.selectOption("#example", "anml");
  const whole = await text(main);
  const panel = await tabText(main, "View");
  await panel.getByLabel("Levels").fill("1");
  await has(panel.locator("pre"), "~");
  assert.equal(await panel.locator("pre").textContent(), agmark(["anml", "view", "--depth", "1"], "shop.anml", whole));
  await panel.getByLabel("Levels").fill("");
  await panel.getByLabel("Lines").fill("8");
  await has(panel.locator("pre"), "budget");
  assert.equal(await panel.locator("pre").textContent(), agmark(["anml", "view", "--budget", "8"], "shop.anml", whole));
  const cost = await tabText(main, "Tokens");
  const figures = agmark(["anml", "tokens"], "shop.anml", whole);
  const said = Number(/(\d+) {2}the document/.exec(figures)[1]);
  await has(cost.locator("tr").first(), `${said}`);
});

await check("GaryML becomes the prompt of the command", async () => {
  await main.selectOption("#example", "garyml");
  const whole = await text(main);
  const panel = await tabText(main, "Prompt");
  await has(panel.locator("pre"), "<");
  assert.equal(await panel.locator("pre").textContent(), agmark(["garyml", "prompt"], "review.garyml", whole));
  await panel.getByLabel("Markdown").check();
  await has(panel.locator("pre"), "#");
  const markdown = agmark(["garyml", "prompt", "--format", "markdown"], "review.garyml", whole);
  assert.equal(await panel.locator("pre").textContent(), markdown);
});

await check("a program is rendered, and its recorded run is shown", async () => {
  await main.selectOption("#example", "markdownlang");
  const whole = await text(main);
  const panel = await tabText(main, "Prompt");
  const input = read(join(root, "server/agmark/demo/queue.json"));
  await has(panel.locator("pre"), "toaster");
  const prompt = agmark(["markdownlang", "render", "--input", input], "queue.md", whole);
  assert.equal(await panel.locator("pre").textContent(), prompt.trim());
  const run = await tabText(main, "Run");
  await has(run.locator("p").first(), "still asks");
  await has(run.locator("li"), "the last guest waits 15 minutes");
  const last = JSON.parse(await run.locator("li").last().locator("pre").textContent());
  assert.ok(Array.isArray(last.order) && last.longest_wait === 15, JSON.stringify(last));
  await main.locator(".cm-content").click();
  await main.keyboard.press("Control+End");
  await main.keyboard.type("Be kind.");
  await has(run.locator("p").first(), "has changed");
});

await check("a page is shown with its annotations and its score", async () => {
  await main.selectOption("#example", "aaf");
  await tabText(main, "Page");
  const frame = main.frameLocator("iframe.page");
  await has(frame.locator(".agmark-annotation"), "action=tool.borrow");
  const panel = await tabText(main, "Score");
  await has(panel.locator(".total"), "100 of 100");
  await main.selectOption("#example", "aaf-broken");
  const other = await tabText(main, "Score");
  const whole = await text(main);
  let report;
  try {
    report = agmark(["aaf-lint", "--audit"], "register.html", whole);
  } catch (error) {
    report = error.stdout;
  }
  await has(other.locator(".total"), `${/OVERALL: (\d+)/.exec(report)[1]} of 100`);
});

await check("a shown page runs nothing and loads nothing", async () => {
  await main.selectOption("#example", "aaf-broken");
  const hostile = `<!doctype html><meta http-equiv=refresh content="0;url=${outside}/a">
<link rel=preconnect href=${outside}><script>top.hacked = 1; document.title = "run"</script>
<img src=${outside}/b.png onerror="top.hacked = 2"><iframe src=${outside}/c></iframe>
<style>@import "${outside}/d"; h1 { background: url(${outside}/e) }</style>
<h1 data-agent-kind="action" data-agent-action="x.y">Hello</h1><a href=${outside}/f>away</a>`;
  await main.evaluate((text) => {
    const { view } = window.playground.files;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, hostile);
  await tabText(main, "Page");
  const frame = main.frameLocator("iframe.page");
  await has(frame.locator("h1"), "Hello");
  await frame.getByText("away").click();
  await main.waitForTimeout(300);
  await has(frame.locator("h1"), "Hello");
  assert.equal(await main.evaluate(() => window.hacked), undefined);
});

await check("typing is answered: completion, problems, a fix, formatting and a rename", async () => {
  await main.selectOption("#example", "agd-broken");
  const panel = await tabText(main, "Problems");
  const before = await panel.locator("li").count();
  await panel.locator(".fixes button", { hasText: "closing quote" }).first().click();
  await main.waitForFunction((count) => document.querySelectorAll(".problems > li").length < count, before);
  assert.match(await text(main), /from="Ben"/);
  await main.selectOption("#example", "agd");
  await main.locator(".cm-content").click();
  await main.keyboard.press("Control+End");
  await main.keyboard.type("\n@ref #even");
  await main.keyboard.press("Control+Space");
  await has(main.locator(".cm-tooltip-autocomplete li"), "evenings");
  await main.keyboard.press("Escape");
  await main.getByText("[#kitchen]").count();
  await main.evaluate(() => {
    const { view } = window.playground.files;
    const at = view.state.doc.toString().indexOf("[#evenings]") + 4;
    view.dispatch({ selection: { anchor: at } });
    view.focus();
  });
  await main.keyboard.press("F2");
  await main.locator(".cm-panel input").fill("dates");
  await main.keyboard.press("Enter");
  await main.waitForFunction(() => window.playground.files.current.text.includes("@ref #dates."));
  assert.ok(!(await text(main)).includes("[#evenings]"));
  await main.locator(".cm-content").click();
  await main.keyboard.press("Control+End");
  await main.keyboard.type("\n\n\n\n@p   wide");
  await main.getByRole("button", { name: "Format" }).click();
  await has(main.locator("#status"), /Formatted|problem/);
  await main.waitForFunction(() => window.playground.files.current.text.includes("@p wide"));
});

await check("a problem shows its fixes, and what silences a rule only without them", async () => {
  await main.selectOption("#example", "agd-broken");
  const panel = await tabText(main, "Problems");
  const buttons = (words) => panel.locator("li", { hasText: words }).first().locator(".fixes button");
  await has(buttons("Markdown heading"), "convert to a heading");
  assert.deepEqual(await buttons("Markdown heading").allTextContents(), ["convert to a heading"]);
  await has(buttons('"evenings" is not defined'), "allow");
});

await check("the text can be searched", async () => {
  await main.selectOption("#example", "agd");
  await main.locator(".cm-content").click();
  await main.keyboard.press("Control+f");
  await main.locator(".cm-search input[name=search]").waitFor();
  await main.keyboard.type("evening");
  await main.locator(".cm-searchMatch").nth(2).waitFor();
  await main.screenshot({ path: join(pictures, "playground-search.png") });
  await main.keyboard.press("Escape");
  await main.locator(".cm-search").waitFor({ state: "detached" });
});

await check("a hover explains what is under the mouse", async () => {
  await main.selectOption("#example", "agd");
  const heading = main.locator(".cm-line", { hasText: "@h2 Evenings" }).getByText("@h2").first();
  // The editor asks when the mouse rests, and drops the question when the text is coloured meanwhile.
  for (let tries = 0; tries < 10 && !(await main.locator(".cm-tooltip-hover").count()); tries++) {
    await main.mouse.move(5, 5);
    await heading.hover();
    await main.waitForTimeout(1000);
  }
  await has(main.locator(".cm-tooltip-hover"), /heading/i);
  await main.mouse.move(5, 5);
});

await check("the outline moves the cursor", async () => {
  await main.selectOption("#example", "agd");
  const panel = await tabText(main, "Outline");
  await panel.getByRole("button", { name: /Money/ }).click();
  const line = await main.evaluate(() => {
    const { state } = window.playground.files.view;
    return state.doc.lineAt(state.selection.main.head).text;
  });
  assert.match(line, /^@h2 Money/);
});

await check("a link holds all files", async () => {
  await main.selectOption("#example", "aaf");
  await main.evaluate(() => {
    const { view } = window.playground.files;
    view.dispatch({ changes: { from: 0, insert: "<!-- né ☕ -->\n" } });
  });
  await main.getByRole("button", { name: "Copy link" }).click();
  await main.waitForFunction(() => location.hash.length > 10);
  const other = await open(new URL(main.url()).hash);
  assert.ok((await text(other)).startsWith("<!-- né ☕ -->\n<!doctype"));
  await other.getByRole("tab", { name: "agent-manifest.json" }).click();
  assert.match(await text(other), /"tool.borrow"/);
  await other.context().close();
  const wrong = await open("#not-a-document");
  await has(wrong.locator("#status"), /plan\.agd/);
  await wrong.context().close();
});

await check("a fault of the server is followed by a new one, with the text", async () => {
  await main.selectOption("#example", "agd-broken");
  await main.evaluate(() => window.playground.fail());
  await main.waitForFunction(() => /problems? in minutes/.test(document.getElementById("status").textContent));
  assert.match(await text(main), /Minutes of the repair café/);
});

await check("the arrows move between tabs", async () => {
  await main.getByRole("tab", { name: /^Problems/ }).click();
  await main.keyboard.press("ArrowRight");
  assert.equal(await main.evaluate(() => document.activeElement.textContent), "Outline");
  await main.keyboard.press("End");
  assert.equal(await main.evaluate(() => document.activeElement.getAttribute("aria-selected")), "true");
});

for (const [name, options, address] of [
  ["light", { colorScheme: "light" }, ""],
  ["dark", { colorScheme: "dark" }, ""],
  ["phone", { colorScheme: "light", viewport: { width: 360, height: 740 }, hasTouch: true }, ""],
  ["phone-dark", { colorScheme: "dark", viewport: { width: 360, height: 740 }, hasTouch: true }, ""],
  ["embedded", { colorScheme: "light", viewport: { width: 720, height: 420 } }, "?embed&format=agd"],
]) {
  await check(`it is accessible and fits: ${name}`, async () => {
    const tab = await open(address, options);
    const selected = name === "embedded" ? ["agd"] : ["agd-broken", "anml", "aaf", "markdownlang", "garyml", "aaf-broken"];
    for (const id of selected) {
      await tab.selectOption("#example", id);
      const tabs = await tab.locator("#tabs [role=tab]").count();
      for (let index = 0; index < tabs; index++) {
        await tab.locator("#tabs [role=tab]").nth(index).click();
        await tab.waitForFunction(() => document.querySelector(".panel:not([hidden])").childElementCount > 0 && !document.querySelector(".panel:not([hidden]) .waiting"));
        await tab.waitForTimeout(150);
        const title = (await tab.locator("#tabs [role=tab]").nth(index).textContent()).split(" ")[0].toLowerCase();
        await tab.screenshot({ path: join(pictures, `playground-${name}-${id}-${title}.png`), fullPage: true });
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${id}, ${title}: ${wide} pixels too wide`);
        await tab.evaluate(read(axe));
        const { violations } = await tab.evaluate(() => window.axe.run(document, { iframes: false }));
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).slice(0, 3).join("\n")}`);
        assert.deepEqual(found, [], `${id}, ${title}`);
      }
    }
    await tab.context().close();
  });
}

await check("nothing is requested from elsewhere", () => {
  const elsewhere = [...requested].filter((url) => !url.startsWith(served.address) && !/^(data|about|blob):/.test(url));
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(asked, []);
});

await check("the page reports no errors of its own", () => {
  // What the hostile page tried is refused by the policy.
  const own = complaints.filter((text) => !text.includes(outside) && !/sandbox|simulated|inline event handler/.test(text));
  assert.deepEqual(own, []);
});

await browser.close();
served.end();
others.close();
finish();
