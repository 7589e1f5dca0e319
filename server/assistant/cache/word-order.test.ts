import { describe, expect, it } from "vitest";
import { wordsOf } from "../../core/text/words.ts";
import { goalRole, placedWords, sourceRole } from "./direction.ts";

/** The source words and the goal words of a question. */
function sidesOf(text: string, language: "en" | "de") {
  const words = placedWords(text, language);
  const having = (role: number) => words.filter(({ roles }) => roles.has(role)).map(({ stem }) => stem);
  return { from: having(sourceRole), to: having(goalRole) };
}

describe("the words of a question know where they come from and where they go", () => {
  it.each([
    ["en", "How do I move the files from my old phone to Drive?", ["old", "phone"], ["drive"]],
    ["de", "Wie wechsle ich von Pro zu Basic?", ["pro"], ["basic"]],
  ] as const)("%s: %s", (language, text, from, to) => {
    expect(sidesOf(text, language)).toEqual({ from, to });
  });

  it("puts words before and behind a comma into clauses of their own, and a word that comes again once", () => {
    const words = placedWords("For my account, how do I lock the account?", "en").filter(({ isSided }) => !isSided);
    expect(words.map(({ stem, clause }) => [stem, clause])).toEqual([
      ["account", 0],
      ["lock", 1],
    ]);
  });
});

describe("names among words of a script without spaces", () => {
  it.each([
    ["PDFをWordに変換", ["pdf", "を", "word", "に", "変換"]],
    ["怎么把PDF转换成Word", ["怎么", "把", "pdf", "转换", "成", "word"]],
  ])("are words of their own: %s", (text, words) => {
    expect(wordsOf(text, "zh")).toEqual(words);
  });
});
