import { createHash } from "node:crypto";
import { setImmediate as nextTick } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { isConsentElement } from "../text/consent-element.ts";
import { parseUrl } from "../text/parse-url.ts";

/** Facts about an HTML page that decide whether it is a document, and under which address. */
export interface PageFacts {
  title: string;
  /** The first heading. */
  heading: string;
  /** The address that the page names as its own; null for none. */
  canonical: string | null;
  /** The page that this one sends its readers to. */
  refresh: { seconds: number; url: string } | null;
  /** The status that a page built by scripts reports to crawlers; null for none. */
  status: number | null;
  isNoIndex: boolean;
  hasPassword: boolean;
  scripts: number;
  /** Letters and digits: of the page, of its headings and paragraphs, of its forms, of consent dialogs, and for readers without scripts. */
  letters: { all: number; structured: number; form: number; consent: number; noscript: number };
  /** Hash of the page's own text, to compare it with another page's. */
  textHash: string;
}

/** Only this much of a page is read, in characters, in slices that do not block the event loop. */
const maxChars = 1024 * 1024;
const sliceChars = 64 * 1024;
const maxNameChars = 300;
const maxUrlChars = 2_048;
/** The parser's time grows with the nesting, so a page that is nested deeper is not read to its end. */
const maxDepth = 1_000;

const unseen = new Set(["script", "style", "template", "svg", "select", "textarea", "iframe", "object"]);
const around = new Set(["nav", "footer", "header", "aside"]);
const structured = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "td", "dd", "pre", "blockquote"]);
const own = new Set(["main", "article", "h1"]);
const frames = new Set(["html", "body", "main", "article"]);

/** Reads the facts of a page. `text` may be hostile: time is linear in its length and every list has a limit. */
async function readFacts(text: string, address: string): Promise<PageFacts> {
  const reader = new FactsReader(address);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (data) => reader.text(data),
    },
    { decodeEntities: true },
  );
  const end = Math.min(text.length, maxChars);
  for (let start = 0; start < end && reader.depth < maxDepth; start += sliceChars) {
    parser.write(text.slice(start, Math.min(end, start + sliceChars)));
    if (end > sliceChars) await nextTick();
  }
  parser.end();
  return reader.facts();
}

class FactsReader {
  #base: string;
  #title = "";
  #heading = "";
  #facts: PageFacts;
  /** How many elements of a kind are open. */
  readonly #open = new Map<string, number>();
  depth = 0;
  readonly #hash = createHash("sha256");
  #isHeadingDone = false;
  /** Depth of the open consent dialog, and its letters; they count as the page's own if the dialog contains the page. */
  #consent: { depth: number; letters: number } | null = null;

  constructor(address: string) {
    this.#base = address;
    const letters = { all: 0, structured: 0, form: 0, consent: 0, noscript: 0 };
    this.#facts = {
      title: "",
      heading: "",
      canonical: null,
      refresh: null,
      status: null,
      isNoIndex: false,
      hasPassword: false,
      scripts: 0,
      letters,
      textHash: "",
    };
  }

  open(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    if (name === "script") this.#facts.scripts += 1;
    if (name === "input" && attributes["type"]?.toLowerCase() === "password") this.#facts.hasPassword = true;
    if (name === "base" && attributes["href"])
      this.#base = parseUrl(attributes["href"], this.#base)?.href ?? this.#base;
    if (name === "link") this.#readLink(attributes);
    if (name === "meta" && !this.#isIn("noscript")) this.#readMeta(attributes);
    if (this.#consent && own.has(name)) {
      this.#facts.letters.all += this.#consent.letters;
      this.#consent = null;
    } else if (!this.#consent && !frames.has(name) && isConsentElement(attributes["id"], attributes["class"]))
      this.#consent = { depth: this.depth, letters: 0 };
  }

  close(name: string): void {
    if (name === "h1") this.#isHeadingDone = this.#heading !== "";
    if (this.#consent?.depth === this.depth) {
      this.#facts.letters.consent += this.#consent.letters;
      this.#consent = null;
    }
    this.depth = Math.max(0, this.depth - 1);
    this.#open.set(name, Math.max(0, (this.#open.get(name) ?? 0) - 1));
  }

  text(data: string): void {
    if (this.#isIn("title") && !this.#isIn("svg")) {
      this.#title = (this.#title + data).slice(0, maxNameChars);
      return;
    }
    if (this.#isInAny(unseen)) return;
    const count = data.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (count === 0) return;
    const { letters } = this.#facts;
    if (this.#isIn("noscript")) letters.noscript += count;
    else if (this.#consent) this.#consent.letters += count;
    else if (this.#isIn("form")) letters.form += count;
    else if (!this.#isInAny(around)) {
      letters.all += count;
      this.#hash.update(data.replace(/\s+/g, " ").trim());
      if (this.#isInAny(structured)) letters.structured += count;
    }
    if (this.#isIn("h1") && !this.#isHeadingDone) this.#heading = (this.#heading + data).slice(0, maxNameChars);
  }

  facts(): PageFacts {
    if (this.#consent) this.#facts.letters.consent += this.#consent.letters;
    return {
      ...this.#facts,
      title: tidy(this.#title),
      heading: tidy(this.#heading),
      textHash: this.#hash.digest("hex"),
    };
  }

  #readLink({ rel = "", href = "" }: Record<string, string>): void {
    if (!/(?:^|\s)canonical(?:\s|$)/i.test(rel) || this.#facts.canonical !== null) return;
    this.#facts.canonical = this.#absolute(href);
  }

  #readMeta(attributes: Record<string, string>): void {
    const name = (attributes["name"] ?? "").toLowerCase();
    const content = (attributes["content"] ?? "").slice(0, maxUrlChars);
    if (name === "robots" || name === "parleybot")
      this.#facts.isNoIndex ||= /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(content);
    if (name === "prerender-status-code") this.#facts.status = Number(content) || null;
    if (attributes["http-equiv"]?.toLowerCase() !== "refresh") return;
    const [, seconds = "0", target = ""] = /^(\d{0,5})[\d.]{0,10}\s{0,9}[;,](.+)$/.exec(content.trim()) ?? [];
    const url = this.#absolute(
      target
        .trim()
        .replace(/^url\s{0,9}=\s{0,9}/i, "")
        .replace(/^["']|["']$/g, ""),
    );
    if (url !== null) this.#facts.refresh ??= { seconds: Number(seconds), url };
  }

  #absolute(href: string): string | null {
    if (href.trim() === "" || href.length > maxUrlChars) return null;
    return parseUrl(href.trim(), this.#base)?.href ?? null;
  }

  #isIn(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
  }

  #isInAny(names: ReadonlySet<string>): boolean {
    for (const name of names) if (this.#isIn(name)) return true;
    return false;
  }
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const htmlStart =
  /^\s{0,100}(?:<\?xml[^>]{0,200}>\s{0,100})?(?:<!--[\s\S]{0,2000}?-->\s{0,100})?<(?:!doctype\s+html|html|head|body|title|meta)\b/i;

/** The facts of a response, or null when it is not HTML. Its charset matters little here, because only names are compared. */
export async function factsOf(page: {
  bytes: Uint8Array;
  contentType: string;
  charset: string | null;
  url: string;
}): Promise<PageFacts | null> {
  const isHtml = page.contentType === "text/html" || page.contentType === "application/xhtml+xml";
  if (!isHtml && page.contentType !== "" && page.contentType !== "text/plain") return null;
  const text = decode(page.bytes.subarray(0, maxChars), page.charset ?? "utf-8");
  return isHtml || htmlStart.test(text.slice(0, 3_000)) ? readFacts(text, page.url) : null;
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** A page with text of its own that sends its readers on later is a page. In seconds and letters. */
const atOnce = 1;
const soon = 10;
const fewLetters = 400;

/** The address that a page sends its readers to instead of showing a text. */
export function refreshTarget({ refresh, letters }: PageFacts, address: string): string | undefined {
  if (!refresh || withoutFragment(refresh.url) === withoutFragment(address)) return undefined;
  const isRedirect = refresh.seconds <= atOnce || (refresh.seconds <= soon && letters.all < fewLetters);
  return isRedirect ? refresh.url : undefined;
}

const withoutFragment = (address: string) => address.split("#", 1)[0];

/** Reads `X-Robots-Tag`. A rule after `name:` is for that robot only. */
export function isNoIndex(header: string | string[] | undefined): boolean {
  return [header ?? []].flat().some((line) => {
    let robot = "";
    return line.split(",").some((part) => {
      const [, name, rule = part] = /^\s*([\w-]{1,50})\s*:([\s\S]*)$/.exec(part) ?? [];
      if (name) robot = name.toLowerCase();
      return /^\s*(?:noindex|none)\s*$/i.test(rule) && (robot === "" || robot === "parleybot");
    });
  });
}
