// AAF: the page with its annotations, and its score.

import { element, problem } from "../elements.js";
import { pageFrame } from "./page.js";

export const page = async (context) => pageFrame(context.text, "The page with its annotations", true);

export async function score(context) {
  const manifest = context.files.find(({ name }) => name.endsWith("agent-manifest.json"))?.text;
  const answer = await context.view({ view: "aaf-score", manifest });
  if (answer.error) return problem(answer.error);
  const categories = answer.categories.map(({ title, score, lines }) =>
    element(
      "section",
      { className: "category" },
      element("h2", {}, capital(title), element("span", { className: "score" }, score === null ? "no such elements" : `${score}`)),
      element("ul", {}, lines.map(line)),
    ),
  );
  const errors = answer.errors ? `, limited by ${answer.errors} error${answer.errors > 1 ? "s" : ""}` : "";
  return element(
    "div",
    { className: "audit" },
    element("p", { className: "total" }, element("strong", {}, `${answer.score}`), " of 100"),
    element("p", {}, answer.label + errors),
    categories,
  );
}

const MARKS = { "+": ["good", "complete: "], "~": ["partly", "partly: "], "-": ["bad", "missing: "] };

function line({ mark, text, details }) {
  const [className, spoken] = MARKS[mark];
  return element(
    "li",
    { className },
    element("span", { className: "spoken" }, spoken),
    text,
    details.length ? element("ul", {}, details.map((detail) => element("li", {}, detail))) : undefined,
  );
}

const capital = (title) => title[0] + title.slice(1).toLowerCase();
