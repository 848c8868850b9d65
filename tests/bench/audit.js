// Audits pages as the reference linter does: each page becomes a DOM (cheerio), in which queries count forms, fields,
// buttons and links with and without annotations. Arguments: the folder node_modules, and a folder of pages.
const { createRequire } = require("node:module");
const fs = require("node:fs");
const path = require("node:path");

const [modules, folder] = process.argv.slice(2);
const cheerio = createRequire(path.join(modules, "x.js"))("cheerio");

const CATEGORIES = [
    ["forms", "form", (element) => element.is("[data-agent-action]"), 0.2],
    ["fields", "input:not([type=hidden]), select, textarea", (element) => element.is("[data-agent-field]"), 0.2],
    ["actions", "button, [role=button], input[type=submit]", (element) => element.is("[data-agent-action]"), 0.15],
    ["navigation", "a[href]", (element) => element.is("[data-agent-kind=link]"), 0.15],
];

function audit(text) {
    const $ = cheerio.load(text);
    let sum = 0;
    let weights = 0;
    const findings = [];
    for (const [category, query, annotated, weight] of CATEGORIES) {
        const all = $(query).filter((_, element) => $(element).closest("[data-agent-ignore]").length === 0);
        const missing = all.filter((_, element) => !annotated($(element)));
        if (all.length === 0) continue;
        missing.each((_, element) => findings.push(`${category}: <${element.name}> "${$(element).text().trim()}"`));
        sum += weight * (1 - missing.length / all.length);
        weights += weight;
    }
    return { score: Math.round((100 * sum) / weights), findings };
}

const scores = fs.readdirSync(folder).map((name) => audit(fs.readFileSync(path.join(folder, name), "utf8")).score);
console.log(Math.round(scores.reduce((a, b) => a + b, 0) / scores.length));
