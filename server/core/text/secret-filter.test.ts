import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SecretFilter } from "./secret-filter.ts";
import { withoutSecrets } from "./secrets.ts";

function through(pieces: string[]): string[] {
  const out: string[] = [];
  const filter = new SecretFilter((text) => out.push(text));
  for (const piece of pieces) filter.push(piece);
  filter.end();
  return out;
}

const secrets: [string, string, string][] = [
  ["a provider key", "use sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2 please", "a1B2c3D4e5F6"],
  ["an AWS key", "the id is AKIAIOSFODNN7EXAMPLE now", "IOSFODNN7EXAMPLE"],
  ["a bearer token", "curl -H 'Authorization: Bearer abcdef1234567890XYZ' x", "abcdef1234567890XYZ"],
  ["a session token", "it is eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP", "eyJzdWIiOiIxMjM0"],
  [
    "a mail provider key",
    "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",
    "ngeVfQFYQlKU0ufo8x5d1A",
  ],
  ["a password in words", "The password is hunter2! so log in", "hunter2"],
  ["a password in bold", "**Password:** Tr0ub4dor then log in", "Tr0ub4dor"],
  ["a password in an address", "postgres://parley:s3cret@db/parley works", "s3cret"],
  ["a card number", "your card 4111 1111 1111 1111 was charged", "1111 1111"],
  [
    "a private key",
    "x -----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc def\n-----END RSA PRIVATE KEY----- y",
    "MIIEpAIBAAKCAQEA",
  ],
];

describe("a streamed answer", () => {
  it.each(secrets)("loses %s, however it is cut into pieces", (_name, text, secret) => {
    for (const size of [1, 2, 3, 5, 8, 13, 400]) {
      const out = through(`${text} and so on`.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? []).join("");
      expect(out).not.toContain(secret);
      expect(out).toMatch(/\[(?:key|token|password|card|private key)\].* and so on$/);
    }
  });

  it.each([
    "Write to support@example.com or call +49 30 1234567 between 9 and 17.",
    "Add a password: at least 8 characters, with one number.",
    "Send `Authorization: Bearer YOUR_API_KEY` with every request [1].",
    "Your API key is shown once; the token is valid for 30 days [2].",
    "The basic configuration needs 3 settings: api_key=<your key>, region=eu-west-1 and timeout=30.",
    "See https://docs.example.com/v2/guides/getting-started-with-webhooks?ref=a1b2c3 for more.",
    "Order 1234567890123 was sent on 2024-05-12 at 12:30:45 to 10.0.0.1.",
    "비밀번호는 설정에서 바꿀 수 있습니다 [1].",
  ])("without secrets stays letter for letter: %s", (text) => {
    expect(withoutSecrets(text)).toBe(text);
    expect(through([...text]).join("")).toBe(text);
  });

  it("shows ordinary words at once", () => {
    expect(through(["A", " refund", " takes", " five", " days"])).toEqual(["A", " refund", " takes", " five", " days"]);
  });

  it("keeps every text without a telling sign, whatever its pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ a-zé,.!?\n]{0,12}$/)), (pieces) => {
        const text = pieces.join("");
        fc.pre(withoutSecrets(text) === text);
        expect(through(pieces).join("")).toBe(text);
      }),
    );
  });
});
