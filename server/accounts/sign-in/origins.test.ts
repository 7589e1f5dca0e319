import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatOrigin, isOriginAllowed, normaliseDomain, parseOrigin, patternsFor, readDomain } from "./origins.ts";

function stored(entry: string): string {
  const result = normaliseDomain(entry);
  if (!result.ok) throw new Error(`${entry}: ${result.reason}`);
  return result.pattern;
}

function allows(entry: string, origin: string): boolean {
  return isOriginAllowed(origin, [stored(entry)]);
}

describe("an entry of the list", () => {
  test.each([
    ["https://shop.example", "https://shop.example"],
    ["shop.example", "https://shop.example"],
    ["  HTTPS://Shop.Example/ ", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["shop.example:8443", "https://shop.example:8443"],
    ["*.shop.example", "https://*.shop.example"],
    ["https://*.Shop.Example:8443", "https://*.shop.example:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["*.bücher.example", "https://*.xn--bcher-kva.example"],
    ["localhost:3000", "http://localhost:3000"],
    ["http://localhost", "http://localhost"],
    ["https://localhost:3000", "https://localhost:3000"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    ["[::1]:8080", "http://[::1]:8080"],
    ["https://203.0.113.7", "https://203.0.113.7"],
  ])("%s is stored as %s", (entry, pattern) => {
    expect(stored(entry)).toBe(pattern);
    expect(stored(pattern)).toBe(pattern);
  });

  test.each([
    "",
    "   ",
    "*",
    "https://*",
    "*.example",
    "*.com",
    "*.localhost",
    "*.127.0.0.1",
    "*.*.shop.example",
    "www.*.shop.example",
    "*shop.example",
    "http://shop.example",
    "http://*.shop.example",
    "ftp://shop.example",
    "javascript://shop.example",
    "https://user@shop.example",
    "https://shop.example/path",
    "https://shop.example//",
    "https://shop.example?x",
    "https://shop.example#x",
    "https://shop.example.",
    "https://.shop.example",
    "https://shop..example",
    "https://shop example",
    "https://shop.example,https://evil.example",
    "https://sh%6fp.example",
    "https:\\\\shop.example",
    "https://shop.example:99999",
    "https://shop.example:x",
    `https://${"a".repeat(300)}.example`,
    "https://shop.example\u0000",
    "https://\ud800.example",
  ])("%j is refused with a reason", (entry) => {
    const result = normaliseDomain(entry);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.reason.length).toBeGreaterThan(5);
  });

  test.each([
    "*.co.uk",
    "https://*.github.io",
    "*.com.br:8443",
    "*.GitHub.IO",
    "*.vercel.app",
    "*.s3.amazonaws.com",
    "*.blogspot.com",
    "*.公司.cn",
    "*.foo.ck",
    "*.k12.ca.us",
    "co.uk",
    "https://com.br",
    "公司.cn",
  ])("%j is a public suffix, so it is refused with that reason", (entry) => {
    const result = normaliseDomain(entry);
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining("public suffix") });
  });

  test.each([
    "*.shop.co.uk",
    "*.me.github.io",
    "me.github.io",
    "https://github.io",
    "*.www.ck",
    "*.example.com",
    "localhost",
    "intranet",
    "app",
    "*.corp.internal",
    "crm.internal",
    "*.shop.local",
    "10.0.0.1",
    "[fd00::1]:8443",
  ])("%j names somebody's own host, or one of an inner network, and is taken", (entry) => {
    expect(normaliseDomain(entry)).toMatchObject({ ok: true });
  });

  test("a list from before the rule allows nobody's neighbour", () => {
    const old = ["https://*.github.io", "https://*.co.uk", "https://*.s3.amazonaws.com", "https://*.amazonaws.com"];
    for (const origin of [
      "https://evil.github.io",
      "https://evil.co.uk",
      "https://b.evil.co.uk",
      "https://x.s3.amazonaws.com",
    ])
      expect(isOriginAllowed(origin, old)).toBe(false);
    for (const entry of ["*.github.io", "co.uk"]) expect(readDomain(entry).ok).toBe(true);
  });

  test("normalising twice changes nothing, and a stored entry allows the origin it names", () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !text.includes("--"));
    const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => [...labels, "example"].join("."));
    const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
    fc.assert(
      fc.property(host, port, fc.boolean(), fc.boolean(), (name, number, wildcard, upper) => {
        const typed = `https://${wildcard ? "*." : ""}${name}${number === undefined ? "" : `:${number}`}`;
        const pattern = stored(upper ? typed.toUpperCase() : typed);
        expect(stored(pattern)).toBe(pattern);
        const tail = number === undefined ? "" : `:${number}`;
        expect(isOriginAllowed(`https://${name}${tail}`, [pattern])).toBe(!wildcard);
        expect(isOriginAllowed(`https://a.${name}${tail}`, [pattern])).toBe(wildcard);
        expect(isOriginAllowed(`https://a.b.${name}${tail}`, [pattern])).toBe(wildcard);
        expect(isOriginAllowed(`https://x${name}${tail}`, [pattern])).toBe(false);
        expect(isOriginAllowed(`https://${name}.evil.example${tail}`, [pattern])).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("whatever is typed is either refused or stored in a form that is stable and parses as an origin", () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.constantFrom("https://", "*.", "a.example", ":8443", "/", "localhost", "[::1]", "xn--", "ß", "。"),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 5 }), (parts) => {
        const result = normaliseDomain(parts.join(""));
        if (!result.ok) return;
        expect(stored(result.pattern)).toBe(result.pattern);
        const concrete = parseOrigin(result.pattern.replace("*.", "a."));
        expect(concrete).not.toBeNull();
        if (concrete) expect(patternsFor(concrete)).toContain(result.pattern);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the Origin header", () => {
  test("an exact entry allows its host only", () => {
    expect(allows("https://shop.example", "https://shop.example")).toBe(true);
    expect(allows("https://shop.example", "https://www.shop.example")).toBe(false);
    expect(allows("https://shop.example", "https://shop.example.evil.example")).toBe(false);
    expect(allows("https://shop.example", "https://evilshop.example")).toBe(false);
  });

  test("a wildcard allows one or more labels and never the bare host", () => {
    expect(allows("*.shop.example", "https://www.shop.example")).toBe(true);
    expect(allows("*.shop.example", "https://a.b.c.shop.example")).toBe(true);
    expect(allows("*.shop.example", "https://shop.example")).toBe(false);
    expect(allows("*.shop.example", "https://evilshop.example")).toBe(false);
    expect(allows("*.shop.example", "https://*.shop.example")).toBe(false);
  });

  test("the port is part of the origin, with the default port left out or written", () => {
    expect(allows("https://shop.example", "https://shop.example:443")).toBe(true);
    expect(allows("https://shop.example", "https://shop.example:8443")).toBe(false);
    expect(allows("https://shop.example:8443", "https://shop.example:8443")).toBe(true);
    expect(allows("https://shop.example:8443", "https://shop.example")).toBe(false);
    expect(allows("*.shop.example:8443", "https://www.shop.example:8443")).toBe(true);
    expect(allows("*.shop.example:8443", "https://www.shop.example")).toBe(false);
  });

  test("the scheme is part of the origin and http is for this machine only", () => {
    expect(allows("https://shop.example", "http://shop.example")).toBe(false);
    expect(isOriginAllowed("http://shop.example", ["http://shop.example"])).toBe(false);
    expect(allows("http://localhost:3000", "http://localhost:3000")).toBe(true);
    expect(allows("http://localhost:3000", "https://localhost:3000")).toBe(false);
    expect(allows("https://localhost:3000", "http://localhost:3000")).toBe(false);
    expect(allows("http://localhost:3000", "http://app.localhost:3000")).toBe(false);
  });

  test("upper case and the written default port are the same origin; unicode arrives as punycode", () => {
    expect(allows("https://shop.example", "HTTPS://SHOP.EXAMPLE")).toBe(true);
    expect(allows("https://bücher.example", "https://xn--bcher-kva.example")).toBe(true);
    expect(allows("https://bücher.example", "https://bücher.example")).toBe(false);
  });

  test("an address with a path is answered with its origin", () => {
    for (const origin of ["shop.example", "https://shop.example", "https://*.shop.example"]) {
      const refused = { ok: false, reason: `leave out the path: ${origin}` };
      for (const path of ["/help", "/help/", "/help/a"]) expect(normaliseDomain(origin + path)).toEqual(refused);
    }
  });

  test("an empty list allows nothing", () => {
    expect(isOriginAllowed("https://shop.example", [])).toBe(false);
    expect(isOriginAllowed("http://localhost", [])).toBe(false);
  });

  test.each([
    undefined,
    "",
    "null",
    "*",
    "https://",
    "https://shop.example/",
    "https://shop.example/path",
    "https://shop.example?",
    "https://shop.example#",
    "https://user@shop.example",
    "https://user:secret@shop.example",
    " https://shop.example",
    "https://shop.example ",
    "https://shop.example\t",
    "https://sh\nop.example",
    "https:shop.example",
    "https:/shop.example",
    "https:\\\\shop.example",
    "//shop.example",
    "shop.example",
    "https://shop.example.",
    "https://sh%6fp.example",
    "https://shop.example,https://shop.example",
    "https://shop.example, https://evil.example",
    "https://evil.example https://shop.example",
    "file://",
    "data:text/html,x",
    "chrome-extension://abcdefgh",
    "https://127.1",
    "https://0x7f000001",
    "https://2130706433",
  ])("%j is refused", (header) => {
    expect(parseOrigin(header)).toBeNull();
    expect(isOriginAllowed(header, ["https://shop.example", "https://*.shop.example", "https://127.0.0.1"])).toBe(
      false,
    );
  });

  test("bytes beyond ASCII are refused however often they come, and no browser writes them", () => {
    const headers = [
      "https://shöp.example",
      "https://\u00ff",
      "\u00a0",
      "https://[\u00e9]",
      "h\u00e9://x",
      "https://x\u00ad.example",
    ];
    // Node.js 20 compiles `URL.canParse` after some thousand calls and then accepts some of these.
    for (let round = 0; round < 5_000; round += 1)
      for (const header of headers) if (parseOrigin(header) !== null) throw new Error(`${header} was taken`);
    const fuzzed = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(fuzzed, (text) => {
        for (const header of [
          text,
          `https://${text}`,
          `https://a${text}.example`,
          `https://[${text}]`,
          `https://a:${text}`,
        ])
          parseOrigin(header);
      }),
      { numRuns: 5_000 },
    );
  });

  test("several header values are refused", () => {
    expect(isOriginAllowed(["https://shop.example", "https://shop.example"], ["https://shop.example"])).toBe(false);
  });

  test("formatting a parsed origin gives the origin back", () => {
    for (const origin of [
      "https://shop.example",
      "https://shop.example:8443",
      "http://[::1]:3000",
      "http://127.0.0.1",
    ]) {
      const parsed = parseOrigin(origin);
      expect(parsed && formatOrigin(parsed)).toBe(origin);
    }
  });
});
