/**
 * JSON of a value that is the same for equal values: keys in the order of their code units, no space, numbers as JSON writes them.
 * What JSON does not know (undefined, functions) is left out of objects and is null in lists, as `JSON.stringify` has it.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? "null";
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  // No prototype: a key `__proto__` is a key like others.
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, one] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) result[key] = ordered(one);
  return result;
}
