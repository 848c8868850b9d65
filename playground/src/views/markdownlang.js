// markdownlang: the prompt for an input, and a recorded run.

import { code, element, problem, tokens, waiting } from "../elements.js";

export function prompt(context) {
  const { controls } = context;
  controls.input ??= context.example?.input ?? "";
  const result = element("div", { className: "result" }, waiting());
  async function show() {
    const answer = await context.view({ view: "program-prompt", input: controls.input });
    if (answer.error) return result.replaceChildren(problem(answer.error));
    if (!controls.input.trim()) field.placeholder = JSON.stringify(answer.input);
    result.replaceChildren(element("p", { className: "figure" }, tokens(answer.tokens)), code(answer.text.trim(), "Prompt"));
  }
  const field = element("textarea", {
    id: "program-input",
    rows: 5,
    value: controls.input,
    spellcheck: false,
    oninput: ({ target }) => ((controls.input = target.value), show()),
  });
  const form = element("div", { className: "controls column" }, element("label", { for: field.id }, "Input (JSON)"), field);
  return { nodes: [form, result], show };
}

export async function run(context) {
  const answer = await context.view({ view: "program-replay", recording: context.example.recording });
  if (answer.error) return problem(answer.error);
  const note = answer.same
    ? "A recorded run. The program still asks what it asked then."
    : "The program has changed: it asks something else than in this recorded run. Record it again with agmark.";
  const steps = [
    step("Input", code(JSON.stringify(answer.input, null, 2), "Input")),
    step(`Prompt, ${tokens(answer.prompt.tokens)}`, code(answer.prompt.text.trim(), "Prompt")),
    ...answer.steps.map(stepOf).filter(Boolean),
    step("Output", code(JSON.stringify(answer.output, null, 2), "Output")),
  ];
  return element(
    "div",
    {},
    element("p", { className: answer.same ? "note" : "problem" }, note),
    ...answer.wrong.map((one) => problem(`The output does not fit its schema: ${one}`)),
    element("ol", { className: "steps" }, steps),
  );
}

const step = (title, ...content) => element("li", {}, element("h2", {}, title), ...content);

function stepOf({ tool, arguments: given, result, failed, model, calls }) {
  if (tool) {
    const source = typeof given?.code === "string" ? given.code : JSON.stringify(given, null, 2);
    return step(`Tool ${tool}${failed ? ", failed" : ""}`, code(source, "Arguments"), code(result, "Result"));
  }
  if (calls.length) return step("Model", element("p", {}, `calls ${calls.join(", ")}`));
  return model ? step("Model", code(model, "Reply")) : undefined;
}
