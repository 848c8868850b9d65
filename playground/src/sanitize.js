// Hovers are Markdown that may quote a document, and a document may come from a link: its HTML is only text.

const ALLOWED = new Set("A B BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL".split(" "));

/** HTML with formatting only. */
export function sanitize(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const found of [...page.body.querySelectorAll("*")]) {
    if (!ALLOWED.has(found.tagName)) {
      found.replaceWith(found.outerHTML);
      continue;
    }
    const address = found.tagName === "A" && found.getAttribute("href");
    for (const name of found.getAttributeNames()) if (name !== "class") found.removeAttribute(name);
    if (/^https?:/i.test(address || "")) {
      found.setAttribute("href", address);
      found.setAttribute("target", "_blank");
      found.setAttribute("rel", "noopener noreferrer");
    }
  }
  return page.body.innerHTML;
}
