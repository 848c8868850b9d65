// A page in a frame that can neither run scripts nor load anything.

import { element } from "../elements.js";

/** What could load something or run, whatever the policy of the page says. */
const REMOVED = "script, link, base, meta[http-equiv], iframe, frame, object, embed, noscript";

const STYLE = `
  :root { color-scheme: light; }
  body { font: 15px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff; margin: 16px; overflow-wrap: anywhere; }
  table { border-collapse: collapse; } th, td { border: 1px solid #c6ced6; padding: 4px 8px; text-align: start; }
  pre { overflow: auto; background: #f2f5f8; padding: 8px; } img { max-width: 100%; }
  label { display: block; margin: 8px 0; }
  [data-agmark-shown] { outline: 2px solid #0b6bcb; outline-offset: 3px; }
  [data-agmark-shown="danger"] { outline-color: #b3261e; }
  .agmark-annotation { display: block; width: max-content; max-width: 100%; margin: 8px 0 6px -3px; padding: 1px 6px;
    font: 12px/1.5 ui-monospace, monospace; color: #fff; background: #0b5cad; border-radius: 3px; }
  .agmark-annotation.danger { background: #a11f18; }
`;

/** The frame of a page. `annotate` shows the annotations of its elements. */
export function pageFrame(text, title, annotate = false) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const removed of page.querySelectorAll(REMOVED)) removed.remove();
  // In a frame without scripts, a link could only replace the page by another one.
  for (const link of page.querySelectorAll("[href]:not([href^='#'])")) link.removeAttribute("href");
  if (annotate) page.querySelectorAll("*").forEach(showAnnotation);
  page.head.append(Object.assign(page.createElement("style"), { textContent: STYLE }));
  return element("iframe", {
    title,
    className: "page",
    sandbox: "",
    srcdoc: `<!doctype html>${page.documentElement.outerHTML}`,
  });
}

/** Puts a sign with the annotations of an element before it. */
function showAnnotation(annotated) {
  const prefix = "data-agent-";
  const all = [...annotated.attributes].filter(({ name }) => name.startsWith(prefix));
  if (!all.length || ["HTML", "HEAD", "BODY"].includes(annotated.tagName)) return;
  const words = all.map(({ name, value }) => `${name.slice(prefix.length)}=${value}`);
  const danger = ["high", "critical"].includes(annotated.getAttribute(`${prefix}danger`));
  annotated.setAttribute("data-agmark-shown", danger ? "danger" : "");
  const sign = annotated.ownerDocument.createElement("span");
  sign.className = danger ? "agmark-annotation danger" : "agmark-annotation";
  sign.textContent = words.join(" ");
  annotated.before(sign);
}
