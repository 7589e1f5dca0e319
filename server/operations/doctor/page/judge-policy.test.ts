import { describe, expect, it } from "vitest";
import { judgePolicies } from "./judge-policy.ts";
import { parsePolicies } from "./policy.ts";

const page = new URL("https://shop.example/help");
const script = new URL("https://chat.example/widget/parley.js");
const api = new URL("https://chat.example");

function judge(text: string, more: { nonce?: string; logo?: string; isReportOnly?: boolean } = {}) {
  const { nonce = null, logo, isReportOnly = false } = more;
  const policies = parsePolicies(text, { from: "header", isReportOnly });
  return judgePolicies(policies, { page, script, nonce, api, logo: logo ? new URL(logo) : null }).map(
    ({ name, status, line }) =>
      status === "ok" ? "ok" : `${status} ${name.replace("content security policy: ", "")}${line ? ` | ${line}` : ""}`,
  );
}

describe("a content policy", () => {
  it.each([
    ["", "ok"],
    ["img-src 'self'", "ok"],
    ["style-src 'none'; font-src 'none'; frame-src 'none'", "ok"],
    ["default-src https:", "ok"],
    ["default-src *", "ok"],
    ["script-src https://chat.example; connect-src https://chat.example", "ok"],
    ["script-src chat.example; connect-src *.example", "ok"],
    ["script-src https://chat.example/widget/; connect-src chat.example:443", "ok"],
    ["default-src 'none'; script-src-elem chat.example; script-src 'none'; connect-src chat.example", "ok"],
  ])("%s lets the chat work", (policy, said) => {
    expect(judge(policy)).toEqual([said]);
  });

  it.each([
    ["script-src 'self'", ["failed script-src | script-src 'self' https://chat.example"]],
    ["script-src 'none'", ["failed script-src | script-src https://chat.example"]],
    [
      "script-src http://chat.example:8080",
      ["failed script-src | script-src http://chat.example:8080 https://chat.example"],
    ],
    ["script-src *.chat.example", ["failed script-src | script-src *.chat.example https://chat.example"]],
    [
      "default-src 'self'",
      [
        "failed default-src | script-src 'self' https://chat.example",
        "failed connect-src | connect-src 'self' https://chat.example",
      ],
    ],
    [
      "script-src https://chat.example/widget/parley.js",
      ["failed script-src | script-src https://chat.example/widget/parley.js https://chat.example"],
    ],
    ["script-src chat.example; connect-src 'self'", ["failed connect-src | connect-src 'self' https://chat.example"]],
    // Each policy must allow it, and the first directive with a name counts.
    ["script-src chat.example, script-src 'self'", ["failed script-src | script-src 'self' https://chat.example"]],
    ["script-src 'self'; script-src chat.example", ["failed script-src | script-src 'self' https://chat.example"]],
    ["require-trusted-types-for 'script'; trusted-types own", ["failed trusted-types | trusted-types own lit-html"]],
    ["sandbox allow-scripts", ["failed sandbox | sandbox allow-scripts allow-same-origin"]],
  ])("%s stops it, and the line that mends it is told", (policy, said) => {
    expect(judge(policy)).toEqual(said);
  });

  it("with nonces lets in who has the right one, and with strict-dynamic nobody else", () => {
    expect(judge("script-src 'nonce-abc'", { nonce: "abc" })).toEqual(["ok"]);
    expect(judge("script-src 'nonce-abc' 'strict-dynamic'", { nonce: "abc" })).toEqual(["ok"]);
    expect(judge("script-src 'nonce-abc' https://chat.example")).toEqual(["ok"]);
    expect(judge("script-src 'nonce-abc'", { nonce: "old" })[0]).toMatch(/^failed script-src/);
    expect(judge("script-src 'nonce-abc' 'strict-dynamic' https://chat.example")[0]).toContain('nonce="NONCE"');
  });

  it("may keep the logo away, which is no reason to stop", () => {
    expect(judge("img-src 'self'", { logo: "https://cdn.example/logo.png" })).toEqual([
      "warning img-src | img-src 'self' https://cdn.example",
    ]);
  });

  it("that only reports is a warning", () => {
    expect(judge("script-src 'self'", { isReportOnly: true })).toEqual([
      "warning script-src | script-src 'self' https://chat.example",
    ]);
  });
});
