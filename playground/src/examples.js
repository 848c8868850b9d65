// The examples. Their files are texts of the project; `build.mjs` puts them into the page.

import { texts } from "examples";

const example = (id, title, names, more = {}) => ({
  id,
  title,
  files: names.map((name) => ({ name: name.split("/").pop(), text: texts[name] })),
  ...more,
});

/** The examples of each format. The first is shown if only the format is named. */
export const formats = [
  { id: "agd", title: "AGD", examples: [example("agd", "A plan", ["plan.agd", "budget.agd"]), example("agd-broken", "With mistakes", ["minutes.agd"])] },
  { id: "anml", title: "ANML", examples: [example("anml", "A shop", ["shop.anml"]), example("anml-broken", "With mistakes", ["register.anml"])] },
  { id: "aaf", title: "AAF", examples: [example("aaf", "A page and its manifest", ["booking.html", "agent-manifest.json"]), example("aaf-broken", "With mistakes", ["register.html"])] },
  { id: "garyml", title: "GaryML", examples: [example("garyml", "A review", ["review.garyml"]), example("garyml-broken", "With mistakes", ["announce.garyml"])] },
  {
    id: "markdownlang",
    title: "markdownlang",
    examples: [
      example("markdownlang", "A program and its run", ["queue.md"], { input: texts["queue.json"], recording: texts["queue.jsonl"] }),
      example("markdownlang-broken", "With mistakes", ["announce.md"]),
    ],
  },
];

/** The example with an id; the first one if there is none. */
export function exampleOf(id) {
  const all = formats.flatMap(({ examples }) => examples);
  return all.find((one) => one.id === id) ?? all[0];
}

/** The language of a file, by its name. */
export function languageOf(name) {
  return { agd: "agd", anml: "anml", garyml: "garyml", md: "markdownlang", html: "html", json: "json" }[name.split(".").pop()] ?? "plaintext";
}
