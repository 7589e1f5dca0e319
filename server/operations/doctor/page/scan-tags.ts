/** One opening tag of a page. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Text content, for tags that contain only text. */
  text: string;
}

/** The content of these tags is text up to their end tag, whatever it contains. */
const rawText = /^(?:script|style|textarea|title|noscript|template|iframe|xmp)$/;
/** More than on any hand-written page. */
const maxTags = 50_000;
/** Longer attributes are data. */
const attribute = /([^\s"'<>/=]{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * Yields the opening tags of a page in order, without comments. Reads forward only, so that a hostile page cannot take long. It sees the
 * HTML that the server sent, without changes by scripts.
 */
export function* scanTags(html: string): Generator<Tag> {
  let at = 0;
  for (let count = 0; count < maxTags; count += 1) {
    at = html.indexOf("<", at);
    if (at < 0) return;
    if (html.startsWith("<!--", at)) {
      at = after(html, "-->", at + 4);
      continue;
    }
    const name = /^[a-z][a-z0-9-]{0,40}/i.exec(html.slice(at + 1, at + 42))?.[0]?.toLowerCase();
    if (name === undefined) {
      at += 1;
      continue;
    }
    const end = endOfTag(html, at + 1 + name.length);
    const attributes = readAttributes(html.slice(at + 1 + name.length, end));
    at = end + 1;
    let text = "";
    if (rawText.test(name)) {
      const close = indexOfEndTag(html, name, at);
      text = html.slice(at, close);
      at = close;
    }
    yield { name, attributes, text };
  }
}

/** Position of the `>` that ends a tag; one within quotes does not count. */
function endOfTag(html: string, from: number): number {
  let quote = "";
  for (let at = from; at < html.length; at += 1) {
    const char = html[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return at;
  }
  return html.length;
}

function indexOfEndTag(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

/** The first attribute with a name counts, as in browsers. */
function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decode(double ?? single ?? bare ?? ""));
  }
  return found;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'", "#47": "/" };

function decode(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|#39|#x27|#47);/gi,
    (whole, name: string) => entities[name.toLowerCase()] ?? whole,
  );
}
