/**
 * Serialises equal values to the same JSON: keys sorted by code unit, no spaces, numbers as in JSON. As with `JSON.stringify`, values
 * unknown to JSON (undefined, functions) are left out of objects and become null in lists.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? "null";
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  // An object without a prototype, so that `__proto__` is an ordinary key.
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, one] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) result[key] = ordered(one);
  return result;
}
