import { describe, expect, it } from "vitest";
import { safeLink } from "./safe-link.ts";
import { shownPlace } from "./shown-place.ts";

describe("the place a link leads to", () => {
  it.each([
    ["https://bank.example", "https://evil.example/x", "evil.example"],
    ["bank.example", "https://evil.example", "evil.example"],
    ["www.bank.example/login", "https://evil.example", "evil.example"],
    ["HTTPS://BANK.Example", "https://evil.example", "evil.example"],
    ["Log in at bank.example now", "https://evil.example", "evil.example"],
    ["(bank.example)", "https://evil.example", "evil.example"],
    ["bank.example", "https://bank.example.evil.example", "bank.example.evil.example"],
    ["bank.example", "https://bank.example@evil.example", "evil.example"],
    ["https://bank.example@evil.example", "https://bank.example@evil.example", "evil.example"],
    ["bank.example", "https://evil.example/bank.example", "evil.example"],
    ["bаnk.example", "https://bank.example", "bank.example"],
    ["bank.example", "https://bаnk.example", "xn--bnk-6cd.example"],
    ["https://bаnk.example", "https://bаnk.example", "xn--bnk-6cd.example"],
    ["bank\u200b.example", "https://evil.example", "evil.example"],
    ["bank\u00ad.exa\u2060mple", "https://evil.example", "evil.example"],
    ["bank。example", "https://evil.example", "evil.example"],
    ["bank．example", "https://evil.example", "evil.example"],
    ["bank․example", "https://evil.example", "evil.example"],
    ["\u202eelpmaxe.knab", "https://evil.example", "evil.example"],
    ["https:\\\\bank.example", "https://evil.example", "evil.example"],
    ["ftp://bank", "https://evil.example", "evil.example"],
    ["192.168.0.1", "https://evil.example", "evil.example"],
    ["bank.example or bank.example", "https://evil.example", "evil.example"],
    ["docs.example and bank.example", "https://docs.example", "docs.example"],
    ["help@bank.example", "mailto:help@evil.example", "help@evil.example"],
    ["bank.example", "mailto:help@evil.example", "help@evil.example"],
    ["банк.рф", "https://evil.example", "evil.example"],
  ])("is told for %j that leads to %s", (text, target, place) => {
    expect(shownPlace(text, safeLink(target) ?? "")).toBe(place);
  });

  it.each([
    ["here", "https://docs.example"],
    ["the price list", "https://docs.example"],
    ["docs.example", "https://docs.example/a"],
    ["Docs.Example/a?b#c", "https://docs.example/a?b#c"],
    ["www.docs.example", "https://docs.example"],
    ["docs.example", "https://www.docs.example"],
    ["https://docs.example/a.", "https://docs.example/a"],
    ["docs.example:8443", "https://docs.example:8443"],
    ["Read docs.example, please!", "https://docs.example"],
    ["Node.js, e.g. v1.2.3", "https://nodejs.example"],
    ["settings.yaml and report.pdf", "https://docs.example"],
    ["§ 4.2 (U.S.)", "https://law.example"],
    ["help@docs.example", "mailto:help@docs.example"],
    ["mailto:help@docs.example", "mailto:help@docs.example"],
    ["docs.example", "mailto:help@docs.example"],
    ["日本語", "https://docs.example"],
    ["", "https://docs.example"],
  ])("needs no telling for %j that leads to %s", (text, target) => {
    expect(shownPlace(text, safeLink(target) ?? "")).toBeUndefined();
  });
});

describe("addresses of links", () => {
  it("are those of pages and mail", () => {
    expect(safeLink(" https://a.example/x y")).toBe("https://a.example/x%20y");
    const refused = [
      "javascript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "/relative",
      "//host",
      "https://",
    ];
    for (const address of [...refused, "https:host", "", null, undefined, `https://a.example/${"x".repeat(2_000)}`])
      expect(safeLink(address)).toBeUndefined();
  });
});
