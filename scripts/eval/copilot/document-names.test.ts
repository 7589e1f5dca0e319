import { expect, it } from "vitest";
import { measureNames } from "./document-names.ts";
import { library, officeLibrary } from "./document-titles.ts";
import {
  naming,
  namingAfterwards,
  namingNewest,
  namingOffice,
  namingOfficePublic,
  namingTraps,
  namingTrapsPublic,
  namingUnseen,
  namingUnseenPublic,
} from "./naming.ts";

it("has 200 utterances over a library with versions and with titles that occur twice", () => {
  expect(naming.length + namingAfterwards.length).toBeGreaterThanOrEqual(200);
  expect(new Set(library.map(({ title }) => title)).size).toBeLessThan(
    library.filter((each) => each.is_current).length,
  );
  expect(library.length).toBeGreaterThan(200);
});

it.each([
  ["a company's library", namingOffice, officeLibrary],
  ["as colleagues speak", namingOfficePublic, library],
  ["a company's library, unseen", namingUnseen, officeLibrary],
  ["as colleagues speak, unseen", namingUnseenPublic, library],
  ["a company's library, newest", namingNewest, officeLibrary],
  ["traps", namingTraps, officeLibrary],
  ["traps among public titles", namingTrapsPublic, library],
] as const)("takes no wrong document without asking, however it is spoken of: %s", (name, lines, among) => {
  const { all, right, asked, askedAsWanted, wrong } = measureNames(lines, among);
  if (process.env.SHOW_COPILOT !== undefined) console.log(name, { all, right, askedAsWanted, asked, wrong });
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(all / 5);
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
