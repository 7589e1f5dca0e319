import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareParagraphs } from "./compare-paragraphs.ts";

const paragraphs = (texts: string[]) => texts.map((text) => ({ page: null, text }));

describe("a comparison of paragraphs", () => {
  it("tells what was added, removed and kept, in reading order", async () => {
    const changes = await compareParagraphs(paragraphs(["a", "b", "c", "d"]), paragraphs(["a", "x", "c", "d", "e"]));
    expect(changes.map(({ type, text }) => `${type} ${text}`)).toEqual([
      "unchanged a",
      "removed b",
      "added x",
      "unchanged c",
      "unchanged d",
      "added e",
    ]);
  });

  it("gives back both texts, and keeps as much as can be kept", async () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (older, newer) => {
        const changes = await compareParagraphs(paragraphs(older), paragraphs(newer));
        const without = (left: string) => changes.filter(({ type }) => type !== left).map(({ text }) => text);
        expect(without("added")).toEqual(older);
        expect(without("removed")).toEqual(newer);
        expect(changes.filter(({ type }) => type === "unchanged")).toHaveLength(longestCommon(older, newer));
      }),
    );
  });

  it("of two long texts without anything in common ends soon", async () => {
    const long = (letter: string) => paragraphs(Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`));
    const changes = await compareParagraphs(long("a"), long("b"));
    expect(changes).toHaveLength(40_000);
  });
});

function longestCommon(a: string[], b: string[]): number {
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const row = rows[i] as number[];
      const above = rows[i - 1] as number[];
      row[j] = a[i - 1] === b[j - 1] ? (above[j - 1] ?? 0) + 1 : Math.max(above[j] ?? 0, row[j - 1] ?? 0);
    }
  return rows[a.length]?.[b.length] ?? 0;
}
