import { expect, it } from "vitest";
import { measureNames } from "./document-names.ts";
import { library } from "./document-titles.ts";
import { naming, namingAfterwards } from "./naming.ts";

it("has 200 utterances over a library with versions and with titles that occur twice", () => {
  expect(naming.length + namingAfterwards.length).toBeGreaterThanOrEqual(200);
  expect(new Set(library.map(({ title }) => title)).size).toBeLessThan(
    library.filter((each) => each.is_current).length,
  );
  expect(library.length).toBeGreaterThan(200);
});

it.each([
  ["looked at while the rules were written", naming, 0.95],
  ["written afterwards", namingAfterwards, 0.85],
] as const)("takes no wrong document without asking: %s", (name, lines, least) => {
  const { all, right, asked, askedAsWanted, wrong } = measureNames(lines);
  if (process.env.SHOW_COPILOT !== undefined) console.log(name, { all, right, askedAsWanted, asked, wrong });
  expect(wrong).toEqual([]);
  expect((right + askedAsWanted) / all, asked.join("\n")).toBeGreaterThanOrEqual(least);
});
