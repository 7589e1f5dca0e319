import { expect, it } from "vitest";
import { changeText, numberText, rangeText } from "./number-text.ts";

it("writes times, shares, money and counts as people read them", () => {
  expect([3, 59.4, 90, 3_540, 5_400, 86_400, 200_000].map((each) => numberText(each, "seconds"))).toEqual([
    "3 s",
    "59 s",
    "1.5 min",
    "59 min",
    "1.5 h",
    "24 h",
    "2.3 d",
  ]);
  expect([0, 0.004, 0.061, 0.5, 1].map((each) => numberText(each, "share"))).toEqual([
    "0 %",
    "0.4 %",
    "6.1 %",
    "50 %",
    "100 %",
  ]);
  expect(numberText(12_345, "count")).toBe("12,345");
  expect(numberText(1_230_000, "money")).toBe("$1.23");
  expect(numberText(null, "money")).toBe("–");
});

it("says how a number compares with the one before, and whether that is good", () => {
  const tickets = { kind: "count", wanted: "neither" } as const;
  expect(changeText(12, 10, tickets)).toEqual({ text: "▲ 20 % more, was 10", tone: "even" });
  expect(changeText(0, 10, { ...tickets, wanted: "less" })).toEqual({ text: "▼ 100 % less, was 10", tone: "good" });
  expect(changeText(5, 0, tickets)).toEqual({ text: "▲ was 0", tone: "even" });
  expect(changeText(120, 60, { kind: "seconds", wanted: "less" })).toEqual({
    text: "▲ 100 % slower, was 1 min",
    tone: "bad",
  });
  expect(changeText(0.61, 0.5, { kind: "share", wanted: "more" })).toEqual({
    text: "▲ 11 points, was 50 %",
    tone: "good",
  });
  expect(changeText(0.5, 0.5001, { kind: "share", wanted: "more" })).toEqual({ text: "same as before", tone: "even" });
  expect(changeText(1, null, tickets)).toEqual({ text: "–", tone: "even" });
  expect(changeText(null, 4, tickets)).toEqual({ text: "was 4", tone: "even" });
});

it("a range has one unit, and is one number when its bounds look the same", () => {
  expect(rangeText(0.42, 0.63, "share")).toBe("42–63 %");
  expect(rangeText(0.5, 0.5, "share")).toBe("50 %");
  expect(rangeText(null, null, "share")).toBe("–");
});
