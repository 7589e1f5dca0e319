/** One Content Security Policy. A page may have several, and each of them must allow what is done. */
export interface Policy {
  from: "header" | "meta";
  /** Only told about, not enforced. */
  isReportOnly: boolean;
  directives: ReadonlyMap<string, readonly string[]>;
}

/** What a policy says about one kind of thing. */
export interface Rule {
  /** The directive that decides, which may stand in for the one that was asked for. */
  directive: string;
  sources: readonly string[];
}

/** Who decides about a thing, the first that is there. */
const decidedBy = {
  script: ["script-src-elem", "script-src", "default-src"],
  connect: ["connect-src", "default-src"],
  img: ["img-src", "default-src"],
} as const;
export type PolicyKind = keyof typeof decidedBy;

/** Directives that a policy in a page's text cannot give. */
const notInMeta = new Set(["sandbox", "frame-ancestors", "report-uri"]);

/** The policies of a header, which a comma divides, or of a `meta`. */
export function parsePolicies(text: string, about: Omit<Policy, "directives">): Policy[] {
  return text.split(",").flatMap((one) => {
    const directives = new Map<string, string[]>();
    for (const part of one.split(";")) {
      const [name = "", ...sources] = part.trim().split(/\s+/);
      const key = name.toLowerCase();
      // The first of a name counts, as in browsers.
      if (key === "" || directives.has(key) || (about.from === "meta" && notInMeta.has(key))) continue;
      directives.set(key, sources);
    }
    return directives.size > 0 ? [{ ...about, directives }] : [];
  });
}

/** What the policy says about a kind of thing; null when it says nothing, which allows it. */
export function ruleFor({ directives }: Policy, kind: PolicyKind): Rule | null {
  for (const directive of decidedBy[kind]) {
    const sources = directives.get(directive);
    if (sources) return { directive, sources };
  }
  return null;
}

/** True when the address is on the list. `'strict-dynamic'` makes lists of hosts void; who asks about scripts looks for it. */
export function allowsAddress(sources: readonly string[], target: URL, page: URL): boolean {
  return sources.some((source) => matches(source, target, page));
}

function matches(source: string, target: URL, page: URL): boolean {
  const lower = source.toLowerCase();
  if (lower === "'self'") return isSameOrigin(target, page);
  if (lower.startsWith("'")) return false;
  if (lower === "*") return ["http:", "https:"].includes(target.protocol);
  if (/^[a-z][a-z0-9+.-]*:$/.test(lower)) return schemeFits(lower, target);
  const parts = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[^/:*]+|\[[^\]]+\])(?::(\*|\d+))?(\/.*)?$/i.exec(source);
  if (!parts) return false;
  const [, scheme, host = "", port, path] = parts;
  return (
    // Without a scheme it is the page's own, or better.
    schemeFits((scheme ?? page.protocol).toLowerCase(), target) &&
    hostFits(host.toLowerCase(), target.hostname) &&
    portFits(port, target) &&
    pathFits(path, target.pathname)
  );
}

/** `'self'` of an http page fits the same host by https, too. */
function isSameOrigin(target: URL, page: URL): boolean {
  if (target.origin === page.origin) return true;
  return target.hostname === page.hostname && page.protocol === "http:" && target.protocol === "https:";
}

function schemeFits(scheme: string, target: URL): boolean {
  return target.protocol === scheme || (scheme === "http:" && target.protocol === "https:");
}

function hostFits(host: string, wanted: string): boolean {
  if (host === "*") return true;
  return host.startsWith("*.") ? wanted.endsWith(host.slice(1)) : host === wanted;
}

function portFits(port: string | undefined, target: URL): boolean {
  if (port === "*") return true;
  const actual = target.port || (target.protocol === "https:" ? "443" : "80");
  if (port === undefined) return target.port === "";
  return port === actual || (port === "80" && actual === "443");
}

/** A path that ends with a slash allows what is below it, any other itself alone. */
function pathFits(path: string | undefined, wanted: string): boolean {
  if (path === undefined || path === "" || path === "/") return true;
  return path.endsWith("/") ? wanted.startsWith(path) : path === wanted;
}
