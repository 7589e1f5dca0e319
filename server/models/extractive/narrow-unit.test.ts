import { expect, it } from "vitest";
import { foundPassage } from "../../test/support/found-passage.ts";
import { narrowed } from "./narrow-unit.ts";
import { readQuestion } from "./question-terms.ts";
import { scoreUnits } from "./score-units.ts";

function linesLeft(question: string, lines: string[]): number {
  const text = `See below:\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
  const read = readQuestion(question, "en");
  const list = scoreUnits(read, [foundPassage("Help", text)]).find(({ unit }) => unit.kind === "list");
  if (!list) throw new Error("no list was read");
  return narrowed(read, list).unit.lines.length;
}

const checks = [
  "The page source holds the script tag.",
  "The address in it gives JavaScript in a new tab.",
  "The browser's console shows no line about a policy.",
  "The tag is an ordinary script.",
  "No style of yours covers the button.",
];
const prices = ["Basic costs 9 euros.", "Pro costs 29 euros.", "Team costs 59 euros.", "Large costs 99 euros."];

it("keeps a short list of conditions whole, whichever line has the question's words", () => {
  expect(linesLeft("Chat bubble does not show up on my page", checks)).toBe(checks.length);
});

it("shows the line that has the price that was asked for", () => {
  expect(linesLeft("How much does the Pro plan cost?", prices)).toBe(1);
});

it("cuts a long list down to what the question names", () => {
  const long = Array.from(
    { length: 20 },
    (_unused, at) => `Setting number ${at} ${"changes what is shown ".repeat(4)}`,
  );
  expect(linesLeft("What does the frobnicator do?", [...long, "The frobnicator turns the page."])).toBe(1);
});
