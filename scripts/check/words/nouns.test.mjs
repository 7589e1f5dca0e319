import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject, projectRoot } from "../../setup/paths.mjs";
import { findWordProblems } from "./find-problems.mjs";
import { listTextFiles } from "./list-files.mjs";
import { areaOf, nouns } from "./nouns.mjs";
import { findWords } from "./rules.mjs";

/** One file of each area, and a text that calls a thing by a second name there. */
const secondNames = [
  ["admin/src/tickets/thread/thread.tsx", "Waiting for a person", "team"],
  ["admin/src/tickets/thread/thread.tsx", "The conversation is assigned to you", "ticket"],
  ["admin/src/tickets/thread/thread.tsx", "Hand back", "return to AI"],
  ["admin/src/assistant/grades-page.tsx", "Grade", "confidence"],
  ["admin/src/tickets/composer/replies-page.tsx", "Saved replies", "canned reply"],
  ["admin/src/operations/privacy-page.tsx", "Data of the tenant", "workspace"],
  ["admin/src/knowledge/documents/document-table.tsx", "3 chunks", "passage"],
  ["scripts/cli/program.ts", "search only these collections", "set"],
  ["admin/src/accounts/people/people-page.tsx", "Last login", "sign in"],
  ["widget/src/i18n/languages/en.json", "Ticket #{n}", "conversation"],
  ["widget/src/i18n/languages/en.json", "Waiting for a person", "team"],
  ["widget/src/i18n/languages/en.json", "Send by mail", "e-mail"],
  ["scripts/cli/program.ts", "gives the ticket back", undefined],
  ["widget/src/i18n/languages/en.json", "Ask our bot", "assistant"],
  ["scripts/cli/program.ts", "the newest regression questions", "test question"],
  ["protocol/routes/tickets.ts", "Lets a ticket go", "assign"],
  ["server/channels/email/texts.ts", "Your email address", "e-mail"],
  ["docs/guide/analytics.md", "Answers below the line", "confidence threshold"],
  ["docs/guide/escalation.md", "The visitor asks for a person", "team"],
];

test.each(secondNames)("%s: “%s”", (path, text, noun) => {
  const wanted = findWords(path, text).map(({ instead }) => instead);
  if (noun === undefined) expect(wanted).toEqual([]);
  else expect(wanted).toContain(`"${noun}"`);
});

test("every area has texts, and each has one word for each thing", () => {
  const files = listTextFiles(projectRoot).map((path) => ({ path, source: readFileSync(inProject(path), "utf8") }));
  const found = new Set(files.map(({ path }) => areaOf(path)));
  expect([...found]).toEqual(expect.arrayContaining(["widget", "console", "guide", "developers"]));
  expect(findWordProblems(files)).toEqual([]);
});

test("the glossary has every noun of the list", () => {
  const glossary = readFileSync(inProject("docs/ARCHITECTURE.md"), "utf8").split("## Glossary")[1] ?? "";
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) => names.trim().split(/, /));
  expect(nouns.map(({ noun }) => noun).filter((noun) => !words.includes(noun))).toEqual([]);
});
