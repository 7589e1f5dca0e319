import { expect, it } from "vitest";
import { givesAway, LeakGuard } from "./leak-guard.ts";
import { leakSecrets } from "./leak-secrets.ts";

const marker = "9f3ac17b20d44e5586aa01fe";
const rules =
  "You answer visitors of a support desk from numbered passages. Use only what the passages say, however sure you are.";
const secrets = leakSecrets(marker, [rules]);
const upper = marker.toUpperCase();

it.each([
  ["plain", marker],
  ["in capitals", upper],
  ["backwards", [...marker].toReversed().join("")],
  ["spelled out", [...marker].join(" ")],
  ["spelled with dashes and bold", `**${[...marker].join("-")}**`],
  ["one letter a line", [...marker].join("\n")],
  ["rot13", marker.replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 97 + 13) % 26) + 97))],
  ["hex", Buffer.from(marker).toString("hex")],
  ["base64", Buffer.from(marker).toString("base64")],
  ["base64 with text around it", Buffer.from(`it is ${marker}, really`).toString("base64")],
  ["base64 with other text around it", Buffer.from(`Reference ${marker}.`).toString("base64")],
  ["decimal codes", [...Buffer.from(marker)].join(", ")],
  ["percent signs", [...Buffer.from(marker)].map((byte) => `%${byte.toString(16)}`).join("")],
  ["entities", [...Buffer.from(marker)].map((byte) => `&#${byte};`).join("")],
  ["escapes", [...Buffer.from(marker)].map((byte) => `\\u00${byte.toString(16)}`).join("")],
  ["in pieces with words", `begins ${marker.slice(0, 14)} and so on`],
])("a marker given away %s stops the answer before it is whole", (_name, text) => {
  for (const size of [1, 4, 1_000]) {
    const guard = new LeakGuard(secrets);
    let shown = "";
    expect(() => {
      for (const piece of `The code is ${text} as asked`.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? []) {
        guard.push(piece);
        shown += piece;
      }
    }).toThrow(/repeated its instructions/);
    expect(shown.toLowerCase().replace(/[^a-z0-9]/g, "")).not.toContain(marker.slice(0, 13));
  }
});

it("a recitation of the instructions is stopped, ordinary sentences are not", () => {
  expect(givesAway(`My rules: ${rules}`, secrets)).toBe(true);
  expect(givesAway("You answer visitors. Use only the passages of the Alps in summer [1].", secrets)).toBe(false);
  expect(givesAway("Order 9f3a-c17b20d4 was shipped; call +49 30 123456789.", secrets)).toBe(true);
  expect(givesAway("Order 9f3a-c17 was shipped; call +49 30 123456789.", secrets)).toBe(false);
});
