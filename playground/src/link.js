// Documents in the fragment of the address, which browsers do not send to servers.

/** The largest text that is unpacked, so that a link cannot fill the memory. */
const MOST = 4 << 20;

/** Packs files, each with a name and a text. */
export async function pack(files) {
  const text = JSON.stringify(files.map(({ name, text }) => [name, text]));
  const packed = await through(new Blob([text]).stream(), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The files of a fragment, without its `#`; none if it has no files. */
export async function unpack(fragment) {
  try {
    const binary = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const bytes = await through(new Blob([packed]).stream(), new DecompressionStream("deflate-raw"));
    const files = JSON.parse(new TextDecoder().decode(bytes));
    const right = ([name, text]) => typeof name === "string" && /^[\w.-]+$/.test(name) && typeof text === "string";
    if (!files.length || !files.every(right)) return undefined;
    return files.map(([name, text]) => ({ name, text }));
  } catch {
    return undefined;
  }
}

async function through(stream, step) {
  const reader = stream.pipeThrough(step).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new Error("the document in the link is too large");
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
