// GaryML: the prompt that a model gets.

import { code, element, problem, tokens, waiting } from "../elements.js";

export function prompt(context) {
  const { controls } = context;
  controls.garyml ??= "xml";
  const result = element("div", { className: "result" }, waiting());
  async function show() {
    const answer = await context.view({ view: "garyml-prompt", form: controls.garyml });
    if (answer.error) return result.replaceChildren(problem(answer.error));
    result.replaceChildren(
      element("p", { className: "figure" }, tokens(answer.tokens)),
      ...answer.warnings.map((warning) => element("p", { className: "note" }, warning)),
      code(answer.text, "Prompt"),
    );
  }
  const choice = (value, title) =>
    element(
      "label",
      {},
      element("input", {
        type: "radio",
        name: "form",
        value,
        checked: controls.garyml === value,
        onchange: () => ((controls.garyml = value), show()),
      }),
      ` ${title}`,
    );
  const form = element("fieldset", { className: "controls" }, element("legend", {}, "Form"), choice("xml", "XML"), choice("markdown", "Markdown"));
  return { nodes: [form, result], show };
}
