// The views beside the text, for each language.

import * as aaf from "./views/aaf.js";
import * as agd from "./views/agd.js";
import * as anml from "./views/anml.js";
import * as garyml from "./views/garyml.js";
import * as markdownlang from "./views/markdownlang.js";

/** The tabs of a language: an id, a title, and a function that makes the content. */
export function viewsOf(language, example) {
  return {
    anml: [["view", "View", anml.view], ["cost", "Tokens", anml.cost]],
    agd: [["page", "Page", agd.html], ["markdown", "Markdown", agd.markdown]],
    garyml: [["prompt", "Prompt", garyml.prompt]],
    markdownlang: [
      ["prompt", "Prompt", markdownlang.prompt],
      ...(example?.recording ? [["run", "Run", markdownlang.run]] : []),
    ],
    html: [["page", "Page", aaf.page], ["score", "Score", aaf.score]],
  }[language] ?? [];
}
