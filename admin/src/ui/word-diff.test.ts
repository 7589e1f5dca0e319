import { expect, it } from "vitest";
import { diffAnswers, diffWords } from "./word-diff.ts";

it("tells which words of a text were removed, added and kept", () => {
  expect(diffWords("A refund takes five days.", "A full refund takes two days.")).toEqual([
    { type: "same", text: "A " },
    { type: "added", text: "full " },
    { type: "same", text: "refund takes " },
    { type: "removed", text: "five " },
    { type: "added", text: "two " },
    { type: "same", text: "days." },
  ]);
  const long = "word ".repeat(2_000);
  expect(diffWords(long, `${long}!`).map(({ type }) => type)).toEqual(["removed", "added"]);
  expect(diffWords("", "")).toEqual([]);
});

it("compares answers as they are read, and their signs where nothing else differs", () => {
  expect(diffAnswers("**Period**\n30 days", "Period\n60 days")).toEqual([
    { type: "same", text: "Period\n" },
    { type: "removed", text: "30 " },
    { type: "added", text: "60 " },
    { type: "same", text: "days" },
  ]);
  expect(diffAnswers("**30** days", "30 days").some(({ type }) => type === "added")).toBe(true);
});
