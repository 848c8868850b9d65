// AGD as Markdown and as HTML.

import { code, element, problem, tokens } from "../elements.js";
import { pageFrame } from "./page.js";

const compared = (answer) =>
  element("p", { className: "figure" }, `${tokens(answer.tokens)}; the AGD text has ${answer.whole.toLocaleString("en")}`);

const lost = ({ lost }) =>
  lost.length
    ? element("details", {}, element("summary", {}, `Lost: ${lost.length}`), element("ul", {}, lost.map((one) => element("li", {}, `line ${one}`))))
    : "";

export async function markdown(context) {
  const answer = await context.view({ view: "agd-markdown" });
  if (answer.error) return problem(`Not converted. The first error: ${answer.error}`);
  return element("div", {}, compared(answer), lost(answer), code(answer.text, "The document as Markdown"));
}

export async function html(context) {
  const answer = await context.view({ view: "agd-html" });
  if (answer.error) return problem(`Not converted. The first error: ${answer.error}`);
  return element("div", {}, pageFrame(answer.text, "The document as a page"), compared(answer), code(answer.text, "The document as HTML"));
}
