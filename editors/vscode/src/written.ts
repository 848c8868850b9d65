// The content of a document in which the user writes a value as JSON.

/**
 * The value that a person wrote: the one under its name, as the document begins, or the whole document where the value
 * was written in its place. Undefined if there is none.
 */
export function valueIn(all: unknown, name: string): unknown {
  if (typeof all !== 'object' || all === null || Array.isArray(all)) {
    return all;
  }
  const { $schema, ...rest } = all as Record<string, unknown>;
  const others = Object.keys(rest).filter((key) => key !== name);
  const isFrame = others.length === 0 && ($schema !== undefined || name in rest);
  return isFrame ? rest[name] : rest;
}
