// The outline of a file.

import { select } from "./edits.js";
import { element } from "./elements.js";

export async function outline(file, client, files) {
  client.sync();
  const symbols = await client.request("textDocument/documentSymbol", { textDocument: { uri: file.uri } });
  if (!symbols?.length) return element("p", { className: "empty" }, "Nothing to list.");
  return list(symbols, files);
}

function list(symbols, files) {
  const items = symbols.map((symbol) => {
    const go = element(
      "button",
      { type: "button", className: "go", onclick: () => select(files, symbol.selectionRange) },
      symbol.name,
      symbol.detail ? element("span", { className: "detail" }, symbol.detail) : undefined,
    );
    return element("li", {}, go, symbol.children?.length ? list(symbol.children, files) : undefined);
  });
  return element("ul", { className: "outline" }, items);
}
