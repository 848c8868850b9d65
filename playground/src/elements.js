// Makes elements.

/** An element with properties and children. A property that starts with `aria-` or `data-` is an attribute. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

/** `1 token`, `12,480 tokens`. */
export const tokens = (count) => `${count.toLocaleString("en")} token${count === 1 ? "" : "s"}`;

/** A text that keeps its lines, which can be scrolled by keyboard. */
export const code = (text, label) =>
  element("pre", { className: "code", tabIndex: 0, role: "group", "aria-label": label }, text);

/** A message about what cannot be shown. */
export const problem = (text) => element("p", { className: "problem" }, text);

/** What stands in a place until an answer comes. */
export const waiting = () => element("p", { className: "note waiting" }, "The language server works on it…");
