/** Longest name that every provider of models takes. */
const maxNameChars = 64;

/** Names as a model calls tools: `orders__find_order`, letters, digits, `_` and `-`, each once. */
export function modelNames(tools: readonly { id: string; connection: string; name: string }[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, connection, name } of tools) {
    const full = `${clean(connection).slice(0, 24)}__${clean(name)}`.slice(0, maxNameChars);
    let free = full;
    for (let next = 2; taken.has(free); next += 1) {
      const end = `_${next}`;
      free = `${full.slice(0, maxNameChars - end.length)}${end}`;
    }
    taken.add(free);
    names.set(id, free);
  }
  return names;
}

function clean(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
  return plain || "tool";
}
