import { describe, expect, it } from "vitest";
import { cleanJson, cleanText, TextCleaner } from "./clean-text.ts";

const inPieces = (text: string, size: number): string => {
  const cleaner = new TextCleaner();
  let clean = "";
  for (let at = 0; at < text.length; at += size) clean += cleaner.push(text.slice(at, at + size));
  return clean + cleaner.end();
};

describe("text of a model", () => {
  it.each([1, 2, 3, 100])("keeps pairs that are split over pieces of %i and loses what cannot be stored", (size) => {
    expect(inPieces("a\u0000b 😀👩‍👩‍👧 \ud800 c\udc00\u0001\u001b[31m d\ttab\r\nline \ud83d", size)).toBe(
      "ab 😀👩‍👩‍👧 \ufffd c\ufffd[31m d\ttab\r\nline \ufffd",
    );
  });

  it("that is clean stays letter for letter", () => {
    const text = "a < b && c > d, naïve café — 漢字 🇩🇪 `code`\n\n| x | y |\u00a0\u200d";
    expect(cleanText(text)).toBe(text);
  });
});

describe("JSON of a model", () => {
  it("has clean strings, also where they are written as escapes, and keeps its pairs", () => {
    const text = String.raw`{"reason":"a\u0000b \ud800 \ud83d\ude00","supported":["x\u0001","\\u0000 as text"],"n":1}`;
    expect(JSON.parse(cleanJson(text))).toEqual({
      reason: "ab \ufffd 😀",
      supported: ["x", "\\u0000 as text"],
      n: 1,
    });
  });

  it("is found in the talk around it, and broken JSON stays as it is, to be asked for again", () => {
    expect(JSON.parse(cleanJson('Here:\n```json\n{"a":"\\u0000x"}\n```'))).toEqual({ a: "x" });
    expect(cleanJson('{"a":"\\u0000x')).toBe('{"a":"\\u0000x');
  });
});
