import { expect, test } from "vitest";
import { findOldNames } from "./name-rule.mjs";

const namesOf = (...names) =>
  findOldNames([{ path: "server/a.ts", declared: names.map((name, line) => ({ name, line })) }]).map(
    ({ message }) => message,
  );

test("a declared name with a word that has a standard name is reported with that name", () => {
  expect(namesOf("runTrial", "AidsStore", "sendMails", "AskFirstProps")).toEqual([
    'runTrial: the standard name is "dry run"',
    'AidsStore: the standard name is "agent assist"',
    'sendMails: the standard name is "emails"',
    'AskFirstProps: the standard name is "ConfirmDialog"',
  ]);
});

test("names that only contain the letters pass", () => {
  expect(namesOf("paids", "trialled", "createMailer", "taskFirst", "industrial")).toEqual([]);
});
