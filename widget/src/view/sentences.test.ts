import { describe, expect, it } from "vitest";
import { type Cut, takeSentences } from "./sentences.ts";

const cut = (text: string, end: number, isFinal: boolean) => takeSentences(text, { end }, isFinal);

describe("sentences for a screen reader", () => {
  it("come only when they are finished", () => {
    expect(cut("Yes. Add an ent", 0, false)).toEqual({ sentences: ["Yes."], end: 4, code: "" });
    expect(cut("Yes. Add an entry. ", 4, false).sentences).toEqual([]);
    expect(cut("Yes. Add an entry. Then", 4, false).sentences).toEqual(["Add an entry."]);
    expect(cut("Yes. Add an entry", 4, true).sentences).toEqual(["Add an entry"]);
  });

  it("are not cut inside numbers, addresses and names of files", () => {
    expect(cut("Version 1.2.3 of config.json is here.", 0, true).sentences).toEqual([
      "Version 1.2.3 of config.json is here.",
    ]);
  });

  it("leave out marks and signs that are for the eye", () => {
    expect(cut("- The **bare** `domain` [1].\n\n[Docs](https://x.example) [2, 3]", 0, true).sentences).toEqual([
      "The bare domain.",
      "Docs",
    ]);
  });

  it("are what is shown of tables and emphasis", () => {
    const text =
      "| Plan | Price |\n| --- | ---: |\n| **Basic** | 9 € [1] |\n\nAdd `*.example.com`, __not__ snake_case [1, 2].";
    expect(cut(text, 0, true).sentences).toEqual(["Plan, Price", "Basic, 9 €", "Add *.example.com, not snake_case."]);
  });

  it("end in other scripts too", () => {
    expect(cut("これは。 次は？ 終", 0, false).sentences).toEqual(["これは。", "次は？"]);
  });

  it("name the language of code and leave the code to be read, however the text comes", () => {
    const text =
      "Run this:\n\n```sh title\ncurl -d '{}'. Then\n\n# wait\n```\nor\n````md\n```js\nx\n```\n````\n~~~\n1. a\n~~~\nUse ```b``` then. Done";
    const whole = ["Run this:", "sh", "or", "md", "Use b then.", "Done"];
    expect(cut(text, 0, true).sentences).toEqual(whole);
    let from: Cut = { end: 0 };
    const pieces: string[] = [];
    for (let shown = 1; shown <= text.length; shown++) {
      const { sentences, ...next } = takeSentences(text.slice(0, shown), from, shown === text.length);
      pieces.push(...sentences);
      from = next;
    }
    expect(pieces).toEqual(whole);
  });
});
