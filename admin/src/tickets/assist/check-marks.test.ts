import { describe, expect, it } from "vitest";
import { markPlace, marksOf, placeInText, withoutMarks } from "./check-marks.ts";

const text = "It takes two days [1]. Paint fades [2, 3] in the sun! See [4](https://x.example).";

describe("marks of sources", () => {
  it("are left out of what is compared, and links are not", () => {
    expect(withoutMarks(text)).toBe("It takes two days. Paint fades in the sun! See [4](https://x.example).");
  });

  it("go behind the last word of a sentence, wherever others stand already", () => {
    const bare = withoutMarks(text);
    const second = { start: bare.indexOf("Paint"), end: bare.indexOf("!") + 1 };
    const place = markPlace(text, second);
    expect(`${text.slice(0, place)} [5]${text.slice(place)}`).toContain("in the sun [5]!");
    expect(text.slice(placeInText(text, second.start))).toMatch(/^Paint/);
    expect(marksOf(text, second)).toEqual([2, 3]);
    expect(marksOf(text, { start: 0, end: bare.indexOf(".") + 1 })).toEqual([1]);
  });

  it("stay before a full stop that the sentence does not have", () => {
    expect(markPlace("two days", { start: 0, end: 8 })).toBe(8);
  });
});
