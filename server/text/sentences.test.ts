import { describe, expect, it } from "vitest";
import { sentenceSpans } from "./sentences.ts";

const sentences = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe("sentences", () => {
  it("end at their own full stops, not at those inside code", () => {
    expect(
      sentences("Valid is `*.example.com`, while `*.com` and `www. *.example.com` are refused. Add both."),
    ).toEqual(["Valid is `*.example.com`, while `*.com` and `www. *.example.com` are refused.", "Add both."]);
  });

  it("go on after abbreviations and numbers of lists", () => {
    expect(sentences("Use e.g. the console. 2. Then save it.")).toHaveLength(2);
  });

  it("give back the text word for word, also over line ends", () => {
    const text = "One line\ngoes on. Then 日本語です。次の文。";
    for (const { start, end } of sentenceSpans(text))
      expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
    expect(sentences(text)[0]).toBe("One line\ngoes on.");
  });
});
