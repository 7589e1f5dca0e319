import type { FetchedAnswer } from "../../../core/fetch/fetch-page.ts";
import { parseUrl, toUrl } from "../../../core/text/parse-url.ts";
import { type Policy, parsePolicies } from "./policy.ts";
import { scanTags, type Tag } from "./scan-tags.ts";

/** The script tag on a page. */
export interface PageTag {
  /** Absolute address; null when it is not a usable address. */
  src: URL | null;
  /** The attribute as written. */
  written: string;
  tenant: string | null;
  nonce: string | null;
  integrity: string | null;
  isModule: boolean;
  /** The type is not a script type, so browsers do not run it. */
  isData: boolean;
  /** An optimiser runs the tag late. */
  isHeld: boolean;
  /** The tag forbids Cloudflare Rocket Loader to delay it. */
  isExempt: boolean;
  /** API address of the tag, instead of the script's own address. */
  api: URL | null;
  hasCrossorigin: boolean;
}

/** Facts of a page that concern the chat. */
export interface PageFacts {
  url: URL;
  tags: PageTag[];
  policies: Policy[];
  headers: FetchedAnswer["headers"];
  /** Names of tag managers on the page, which may add tags later. */
  tagManagers: string[];
  /** The tag is in a comment, in `noscript`, or in a frame's text. */
  hiddenIn: "comment" | "noscript" | "template" | "frame" | null;
  /** Sandbox of a frame that contains the tag. */
  frameSandbox: string | null;
  hasScripts: boolean;
  /** Cloudflare Rocket Loader is on the page. */
  hasRocketLoader: boolean;
  isHtml: boolean;
}

const loaderPath = /\/parley\.js(?:$|[?#])/i;
const teaserPath = /\/teaser\.js(?:$|[?#])/i;
/** Where optimisers that run scripts late keep the address, and the types that they give to such scripts. */
const heldSources = [
  "data-rocket-src",
  "data-litespeed-src",
  "data-pmdelayedscript",
  "data-cfsrc",
  "data-lazy-src",
  "data-src",
];
const heldTypes = /-text\/javascript$|rocket|litespeed|pmdelayed|nitropack|lazy|delay/;
const heldFiles = /\/rocket-loader(?:\.min)?\.js/i;
const managers: [RegExp, string][] = [
  [/googletagmanager\.com\/(?:gtm|gtag)|\bGTM-[A-Z0-9]{4,}/, "Google Tag Manager"],
  [/assets\.adobedtm\.com/, "Adobe Tags"],
  [/tags\.tiqcdn\.com/, "Tealium"],
  [/cdn\.segment\.com/, "Segment"],
  [/matomo(?:(?!matomo)[^"']){0,100}container_|\/js\/container_/, "Matomo Tag Manager"],
  [/piwik\.pro\/|containers\.piwik/, "Piwik PRO"],
  [/ensighten\.com/, "Ensighten"],
  [/commander(?:(?!commander)[^"']){0,40}tagcommander|tagcommander\.com/, "TagCommander"],
];
/** Longer scripts are bundles. A tag manager is loaded by a short one. */
const maxInlineChars = 20_000;

/** Parses a server's response as a page. */
export function readPage(answer: FetchedAnswer): PageFacts {
  const html = new TextDecoder().decode(answer.bytes);
  const url = toUrl(answer.url);
  const facts: PageFacts = {
    url,
    tags: [],
    policies: headerPolicies(answer.headers),
    headers: answer.headers,
    tagManagers: [],
    hiddenIn: null,
    frameSandbox: null,
    hasScripts: false,
    hasRocketLoader: false,
    isHtml: /html/i.test(answer.headers["content-type"] ?? "html"),
  };
  const managersSeen = new Set<string>();
  let base = url;
  for (const tag of scanTags(html)) {
    if (tag.name === "base") base = parseUrl(tag.attributes.get("href") ?? "", url) ?? base;
    else if (tag.name === "meta") facts.policies.push(...metaPolicies(tag));
    else if (tag.name === "script") readScript(tag, { facts, base, managersSeen });
    else if (tag.name === "iframe") readFrame(tag, facts);
    else if ((tag.name === "noscript" || tag.name === "template") && namesLoader(tag.text)) facts.hiddenIn = tag.name;
  }
  if (facts.tags.length === 0 && facts.hiddenIn === null && hasInComment(html)) facts.hiddenIn = "comment";
  facts.tagManagers = [...managersSeen];
  return facts;
}

function readScript(
  { attributes, text }: Tag,
  { facts, base, managersSeen }: { facts: PageFacts; base: URL; managersSeen: Set<string> },
): void {
  facts.hasScripts = true;
  const written = attributes.get("src") ?? "";
  if (heldFiles.test(written)) facts.hasRocketLoader = true;
  const isLoader = loaderPath.test(written) || (attributes.has("data-tenant") && !teaserPath.test(written));
  if (isLoader) facts.tags.push(toTag(attributes, base));
  const seen = `${written} ${text.slice(0, maxInlineChars)}`;
  for (const [pattern, name] of managers) if (pattern.test(seen)) managersSeen.add(name);
}

function toTag(attributes: Tag["attributes"], base: URL): PageTag {
  const type = (attributes.get("type") ?? "").trim().toLowerCase();
  const isHeld = heldTypes.test(type);
  const heldSource = isHeld ? heldSources.map((name) => attributes.get(name)).find(Boolean) : undefined;
  const written = attributes.get("src") ?? heldSource ?? "";
  const api = attributes.get("data-api");
  return {
    written,
    src: written === "" ? null : parseUrl(written.trim(), base),
    tenant: attributes.get("data-tenant")?.trim() || null,
    nonce: attributes.get("nonce") ?? null,
    integrity: attributes.get("integrity") || null,
    isModule: type === "module",
    isHeld,
    isExempt: attributes.get("data-cfasync") === "false",
    isData: type !== "" && type !== "module" && !/^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type),
    api: api === undefined ? null : parseUrl(api.trim(), base),
    hasCrossorigin: attributes.has("crossorigin"),
  };
}

function readFrame({ attributes }: Tag, facts: PageFacts): void {
  if (!namesLoader(attributes.get("srcdoc") ?? "")) return;
  facts.hiddenIn = "frame";
  facts.frameSandbox = attributes.get("sandbox") ?? null;
}

function headerPolicies(headers: FetchedAnswer["headers"]): Policy[] {
  const read = (name: string) => String(headers[name] ?? "");
  return [
    ...parsePolicies(read("content-security-policy"), { from: "header", isReportOnly: false }),
    ...parsePolicies(read("content-security-policy-report-only"), { from: "header", isReportOnly: true }),
  ];
}

function metaPolicies({ attributes }: Tag): Policy[] {
  if (attributes.get("http-equiv")?.toLowerCase() !== "content-security-policy") return [];
  return parsePolicies(attributes.get("content") ?? "", { from: "meta", isReportOnly: false });
}

function namesLoader(text: string): boolean {
  return text.includes("/parley.js") && text.includes("data-tenant");
}

function hasInComment(html: string): boolean {
  for (let at = html.indexOf("<!--"); at >= 0; at = html.indexOf("<!--", at + 4)) {
    const end = html.indexOf("-->", at);
    if (namesLoader(html.slice(at, end < 0 ? undefined : end))) return true;
    if (end < 0) return false;
    at = end - 4;
  }
  return false;
}
