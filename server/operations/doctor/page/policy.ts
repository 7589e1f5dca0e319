/** One Content Security Policy. A page may have several, and each must allow an action. */
export interface Policy {
  from: "header" | "meta";
  /** Violations are only reported, not blocked. */
  isReportOnly: boolean;
  directives: ReadonlyMap<string, readonly string[]>;
}

/** The rule of a policy for one kind of resource. */
export interface Rule {
  /** The directive that decides; it may be a fallback for the requested one. */
  directive: string;
  sources: readonly string[];
}

/** Directives per kind; the first present one decides. */
const decidedBy = {
  script: ["script-src-elem", "script-src", "default-src"],
  connect: ["connect-src", "default-src"],
  img: ["img-src", "default-src"],
} as const;
export type PolicyKind = keyof typeof decidedBy;

/** Directives that have no effect in a `meta` tag. */
const notInMeta = new Set(["sandbox", "frame-ancestors", "report-uri"]);

/** Parses the policies of a header, separated by commas, or of a `meta` tag. */
export function parsePolicies(text: string, about: Omit<Policy, "directives">): Policy[] {
  return text.split(",").flatMap((one) => {
    const directives = new Map<string, string[]>();
    for (const part of one.split(";")) {
      const [name = "", ...sources] = part.trim().split(/\s+/);
      const key = name.toLowerCase();
      // The first directive with a name counts, as in browsers.
      if (key === "" || directives.has(key) || (about.from === "meta" && notInMeta.has(key))) continue;
      directives.set(key, sources);
    }
    return directives.size > 0 ? [{ ...about, directives }] : [];
  });
}

/** The policy's rule for a kind of resource; null when it has none and so allows it. */
export function ruleFor({ directives }: Policy, kind: PolicyKind): Rule | null {
  for (const directive of decidedBy[kind]) {
    const sources = directives.get(directive);
    if (sources) return { directive, sources };
  }
  return null;
}

/** True when the list allows the address. `'strict-dynamic'` makes host lists void; callers that check scripts handle it. */
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
    // A source without a scheme matches the page's own scheme or a more secure one.
    schemeFits((scheme ?? page.protocol).toLowerCase(), target) &&
    hostFits(host.toLowerCase(), target.hostname) &&
    portFits(port, target) &&
    pathFits(path, target.pathname)
  );
}

/** `'self'` of an http page also matches the same host over https. */
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

/** A path that ends with a slash matches everything below it; any other path matches exactly. */
function pathFits(path: string | undefined, wanted: string): boolean {
  if (path === undefined || path === "" || path === "/") return true;
  return path.endsWith("/") ? wanted.startsWith(path) : path === wanted;
}
