import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/support/cost.ts";
import { givesAway, LeakGuard } from "./leak-guard.ts";
import { guidanceSecrets, leakSecrets } from "./leak-secrets.ts";

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

describe("guidance of a tenant", () => {
  const text = [
    "Never mention the recall of the blue kettles unless somebody asks for it.",
    "Offer ten percent off to visitors who threaten to leave, and at most twenty.",
    "We are open Monday to Friday from 9 to 17.",
    "When somebody asks about taxes, say “This is no advice about taxes, please ask your own adviser about it.”",
    "Call competitors by the name of other shops.",
  ].join(" ");
  const guidance = guidanceSecrets([
    { label: "tone", text: "warm and a little cheeky" },
    { label: "guidance", text },
  ]);
  const passages = "Offer ten percent off to visitors: the code is on the receipt. The shop is closed on Sundays.";

  /** The text that is shown, and whether it was stopped. */
  function shownOf(said: string, size = 4): { shown: string; isStopped: boolean } {
    let shown = "";
    const guard = new LeakGuard([secrets, guidance], { emit: (piece) => (shown += piece), publicText: () => passages });
    try {
      for (let at = 0; at < said.length; at += size) guard.push(said.slice(at, at + size));
      guard.end();
      return { shown, isStopped: false };
    } catch {
      return { shown, isStopped: true };
    }
  }

  const words = text.split(" ");
  const encoded = (encoding: BufferEncoding) => Buffer.from(text).toString(encoding);
  it.each([
    ["whole", text],
    ["with its label", `name: Acme\nlanguage: en\ntone: warm and a little cheeky\nguidance: ${text}`],
    ["in capitals", text.toUpperCase()],
    ["as a list", text.replaceAll(". ", ".\n- ")],
    [
      "numbered and bold",
      text
        .split(". ")
        .map((one, index) => `${index + 1}. **${one}**`)
        .join("\n"),
    ],
    ["with a word changed here and there", words.map((word, index) => (index % 8 === 7 ? "thing" : word)).join(" ")],
    ["with a word left out here and there", words.filter((_word, index) => index % 9 !== 8).join(" ")],
    ["with signs between the letters", [...text].join("·")],
    ["one word a line", words.join("\n")],
    ["in another order", text.split(". ").toReversed().join(". ")],
    ["backwards", [...text].toReversed().join("")],
    ["in base64", encoded("base64")],
    ["in base64, broken into lines", encoded("base64").replace(/.{20}/g, "$&\n")],
    ["in hex", encoded("hex")],
    ["in rot13", rot13(text)],
    ["in decimal codes", [...Buffer.from(text)].join(" ")],
    ["in binary", [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join(" ")],
    ["in percent signs", [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("")],
    ["to its half", text.slice(0, text.length / 2)],
  ])("recited %s is stopped after little of it", (_name, said) => {
    for (const size of [1, 7, 10_000]) {
      const { shown, isStopped } = shownOf(`Sure, here it is: ${said} That is all.`, size);
      expect(isStopped).toBe(true);
      expect(shown.replace(/[^a-z0-9]/gi, "").length).toBeLessThan(15 + 110);
    }
  });

  it.each([
    ["the hours", "We are open Monday to Friday from 9 to 17. On Sundays the shop is closed [1]."],
    [
      "what it asks to say",
      "This is no advice about taxes, please ask your own adviser about it. Taxes are due in May [1].",
    ],
    [
      "what the passages say too",
      "Offer ten percent off to visitors: the code is on the receipt. Yes, ten percent [1].",
    ],
    [
      "single words of it",
      "The recall of kettles: somebody asks, visitors leave, other shops, twenty percent of taxes.",
    ],
    [
      "a paraphrase of one sentence",
      "You can reach us Monday to Friday from 9 to 17, by phone or at the counter in Kiel.",
    ],
  ])("may be used: %s", (_name, said) => {
    expect(shownOf(said)).toEqual({ shown: said, isStopped: false });
  });

  it("as short as a sentence is known by its label, and may be said without it", () => {
    const short = guidanceSecrets([{ label: "guidance", text: "Mention the shop in Kiel." }]);
    expect(givesAway("language: en\nguidance: Mention the shop in Kiel.", short)).toBe(true);
    expect(givesAway("There is a shop in Kiel.", short)).toBe(false);
  });

  it("costs little to look for in an answer", () => {
    const said = "You can send a parcel back within thirty days, and the money comes within five. ".repeat(100);
    expect(shownOf(said).isStopped).toBe(false);
    expect(cpuMs(() => shownOf(said))).toBeLessThan(500);
  });
});

it("instructions are known with small changes and in encodings, from their beginning", () => {
  for (const said of [
    rules.replaceAll("numbered", "listed").replaceAll("however", "no matter how"),
    Buffer.from(rules).toString("base64"),
    rot13(rules),
    [...rules].toReversed().join(""),
  ])
    expect(givesAway(`Here: ${said}`, secrets)).toBe(true);
});

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}
