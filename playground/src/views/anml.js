// ANML: what is left of a document by depth, filter and budget, and what its parts cost.

import { code, element, problem, tokens, waiting } from "../elements.js";

const FILTERS = [
  ["", "everything"],
  ["interactive", "interactive"],
  ["compact", "compact"],
  ["interactive,compact", "interactive, compact"],
];

export function view(context) {
  const { controls } = context;
  controls.anml ??= { depth: "", budget: "", filter: "" };
  const wanted = controls.anml;
  const number = (name, title) =>
    element(
      "label",
      {},
      `${title} `,
      element("input", {
        type: "number",
        min: 1,
        max: 999,
        placeholder: "all",
        value: wanted[name],
        oninput: ({ target }) => ((wanted[name] = target.value), show()),
      }),
    );
  const filter = element(
    "select",
    { onchange: ({ target }) => ((wanted.filter = target.value), show()) },
    FILTERS.map(([value, title]) => element("option", { value, selected: value === wanted.filter }, title)),
  );
  const result = element("div", { className: "result" }, waiting());
  async function show() {
    const answer = await context.view({
      view: "anml",
      depth: Number(wanted.depth) || undefined,
      budget: Number(wanted.budget) || undefined,
      filter: wanted.filter,
    });
    if (answer.error) return result.replaceChildren(problem(answer.error));
    result.replaceChildren(
      element("p", { className: "figure" }, `${tokens(answer.tokens)} of ${answer.whole.toLocaleString("en")}`),
      answer.note ? element("p", { className: "note" }, answer.note) : "",
      code(answer.text, "View of the document"),
    );
  }
  const form = element(
    "div",
    { className: "controls" },
    number("depth", "Levels"),
    number("budget", "Lines"),
    element("label", {}, "Keep ", filter),
  );
  return { nodes: [form, result], show };
}

export async function cost(context) {
  const answer = await context.view({ view: "anml-cost" });
  if (answer.error) return problem(answer.error);
  const row = (title, count, detail = "") =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, title, detail && element("span", { className: "detail" }, detail)),
      element("td", {}, count.toLocaleString("en")),
      element("td", {}, bar(count / Math.max(answer.whole, answer.html, answer.json))),
    );
  return element(
    "table",
    { className: "cost" },
    element("caption", {}, "Tokens of the encoding cl100k"),
    element("tbody", {}, [
      row("The document", answer.whole),
      answer.front ? row("front matter", answer.front) : undefined,
      ...answer.parts.map((part) => row(part.title, part.tokens, ` line ${part.line}`)),
      answer.interactive !== null ? row("Only what agents act on", answer.interactive) : undefined,
      row("The same content as HTML", answer.html),
      row("The same content as JSON", answer.json),
    ].filter(Boolean)),
  );
}

function bar(share) {
  const made = element("span", { className: "bar", "aria-hidden": "true" });
  made.style.inlineSize = `${Math.max(2, Math.round(share * 100))}%`;
  return made;
}
