/** Longest result of a template in characters, deepest nesting, and most items per list. */
const maxChars = 4_000;
const maxDepth = 3;
const maxItems = 20;

/**
 * Fills values of a result or of arguments into a text: `{{order.status}}`, and a section per list item (or for a present value)
 * `{{#items}}{{name}}, {{/items}}`. A missing value is empty. There are no other tags, and nothing is executed.
 */
export function renderTemplate(template: string, value: unknown): string {
  return render(template, [value], 0).slice(0, maxChars);
}

function render(template: string, scope: readonly unknown[], depth: number): string {
  if (depth > maxDepth) return "";
  let text = "";
  let rest = template;
  while (rest !== "" && text.length < maxChars) {
    const tag = /\{\{\s*(?:(#)\s*)?([\w.-]{1,100})\s*\}\}/.exec(rest);
    if (!tag) return text + rest;
    const [whole, sign, path = ""] = tag;
    text += rest.slice(0, tag.index);
    rest = rest.slice(tag.index + whole.length);
    if (sign !== "#") {
      text += textOf(lookUp(path, scope));
      continue;
    }
    const end = sectionEnd(rest, path);
    if (!end) return text;
    text += renderSection(rest.slice(0, end.at), { found: lookUp(path, scope), scope, depth });
    rest = rest.slice(end.at + end.length);
  }
  return text;
}

function renderSection(
  inner: string,
  { found, scope, depth }: { found: unknown; scope: readonly unknown[]; depth: number },
): string {
  if (found === undefined || found === null || found === false || found === "") return "";
  const items = Array.isArray(found) ? found.slice(0, maxItems) : [found];
  return items.map((item) => render(inner, [item, ...scope], depth + 1)).join("");
}

function sectionEnd(text: string, path: string): { at: number; length: number } | undefined {
  const end = new RegExp(`\\{\\{\\s*/\\s*${path.replace(/[.-]/g, "\\$&")}\\s*\\}\\}`).exec(text);
  return end ? { at: end.index, length: end[0].length } : undefined;
}

/** Searches from the innermost scope outwards. `.` is the item itself. */
function lookUp(path: string, scope: readonly unknown[]): unknown {
  if (path === ".") return scope[0];
  for (const value of scope) {
    const found = path.split(".").reduce<unknown>(step, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function step(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key] // it has it
    : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object")
    return Array.isArray(value) && value.every(isPlain) ? value.join(", ") : JSON.stringify(value);
  return String(value);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object";
}
