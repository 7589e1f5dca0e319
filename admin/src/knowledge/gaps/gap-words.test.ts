import { expect, it } from "vitest";
import { causeWord, costWords, countWords } from "./gap-words.ts";

it("says what a gap costs as one would", () => {
  const said = [0.3, 1.2, 9.4, 12, 43, 54.9, 58, 90, 200, 239, 241, 3_000].map(costWords);
  expect(said).toEqual([
    "under a minute",
    "about 1 min",
    "about 9 min",
    "about 10 min",
    "about 45 min",
    "about 55 min",
    "about 1 h",
    "about 1.5 h",
    "about 3.5 h",
    "about 4 h",
    "about 4 h",
    "about 50 h",
  ]);
});

it("counts questions, and tickets where they are fewer", () => {
  expect(countWords({ questions: 2, tickets: 2 })).toBe("2 questions");
  expect(countWords({ questions: 3, tickets: 1 })).toBe("3 questions in 1 ticket");
});

it("names a cause it does not know by itself", () => {
  expect(causeWord("no_documents")).toBe("Nothing found");
  expect(causeWord("asked_twice")).toBe("asked twice");
});
