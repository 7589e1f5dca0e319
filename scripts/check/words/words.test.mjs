import { expect, test } from "vitest";
import { findWordProblems } from "./find-problems.mjs";
import { readMarkdownTexts, readSourceTexts } from "./read-texts.mjs";
import { findWords } from "./rules.mjs";

const wordsIn = (text, path = "docs/guide/page.md") => findWords(path, text).map(({ word }) => word);

test.each([
  ["How long what is kept, and what is erased", "How long what"],
  ["Whoever runs it adds a key.", "Whoever"],
  ["Saved. What is older goes within a minute.", "What is older goes within a minute."],
  ["Visitors – Who have no ticket.", "Who have no ticket."],
  ["In which nothing has happened for so long.", "In which nothing has happened for so long."],
  ["That were opened and in which nothing was said.", "That were"],
  ["Disliked of these", "of these"],
  ["Of these right", "Of these"],
  ["They stand in the thread.", "stand in"],
  ["Receipts stand here then.", "stand here"],
  ["The key goes along with each call.", "goes along"],
  ["Other systems are told of it.", "are told"],
  ["Nothing is called so.", "called so"],
  ["Nine of ten within", "Nine of ten"],
  ["The log names the sender.", "log names the"],
  ["New pages come by themselves.", "come by themselves"],
  ["`npm run format` mends the layout.", "mends"],
  ["Removed lately", "lately"],
  ["One a line", "One a line"],
  ["Empty: your name.", "Empty: "],
  ["A level of service is missed", "level of service"],
  ["Answers below the line are not shown.", "below the line"],
  ["Answers by mail", "mail"],
  ["Hand back", "Hand back"],
  ["The assistant asks for a person.", "asks for a person"],
])("%s", (text, word) => {
  expect(wordsIn(text)).toContain(word);
});

test.each([
  "What went wrong?",
  "Who can see tickets of other teams?",
  "Shown to visitors. What does “Resolved” mean?",
  "Answers go to your team. It goes live at once.",
  "Of two drafts, the newer one is published.",
  "Send by e-mail. Set MAIL_FROM to support@mail.example.com.",
  "File names are kept.",
  "Hand over below 0.70",
  "Two of those tickets are overdue. That was quick.",
])("%s is plain", (text) => {
  expect(wordsIn(text, "admin/src/a.tsx")).toEqual([]);
});

test("screens use the words of the glossary; a person and a grade are words elsewhere", () => {
  const text = "A person reads the grade before the ticket is escalated.";
  expect(wordsIn(text, "admin/src/a.tsx")).toEqual(["A person", "escalat", "grade"]);
  expect(wordsIn(text)).toEqual([]);
});

test("texts are read from strings, templates and tags; keys, imports, types, classes and code are not", () => {
  const source = [
    'import x from "./by what it is.ts";',
    'type Way = "the old way" | "Mail";',
    `const label = { Mail: 'E-mail', "Whom it concerns": \`Sent to \${x} twice\` };`,
    "const query = sql`select what is old`; const rows = 'select what from mail';",
    'const part = <p class="Mail of old">Of {x} calls <b>one</b> failed. Run `parley mail`, see https://x.example/mail.</p>;',
    "if (way === 'the mail way') log.warn({ id }, 'The queue is empty');",
  ].join("\n");
  expect(readSourceTexts("a.tsx", source)).toEqual([
    { line: 3, text: "E-mail" },
    { line: 3, text: "Sent to {} twice" },
    { line: 5, text: "Of {} calls {} failed. Run {}, see {}" },
    { line: 6, text: "The queue is empty" },
  ]);
});

test("texts are read from paragraphs, lists, tables and headings of Markdown; code and addresses are not", () => {
  const page = [
    "# Title",
    "",
    "One sentence",
    "over two lines, see [mail](mail.md).",
    "",
    "```sh",
    "echo mail",
    "```",
    "- run `parley mail`",
    "",
    "| a | b c |",
    "| --- | --- |",
  ].join("\n");
  expect(readMarkdownTexts(page)).toEqual([
    { line: 1, text: "Title" },
    { line: 3, text: "One sentence over two lines, see [mail]." },
    { line: 9, text: "run {}" },
    { line: 11, text: "a" },
    { line: 11, text: "b c" },
  ]);
});

test("problems have a place and the words to use; an exception that is not needed is one", () => {
  const files = [
    { path: "admin/src/a.tsx", source: 'const a = "Fine";\nexport const b = "Removed lately";' },
    { path: "admin/src/b.tsx", source: 'export const c = "A person says so";' },
  ];
  const allowed = [
    { path: "admin/src/b.tsx", text: "A person says", reason: "a test" },
    { path: "admin/src/a.tsx", text: "Whoever", reason: "a test" },
  ];
  expect(findWordProblems(files, allowed)).toEqual([
    { path: "admin/src/a.tsx", line: 2, word: "lately", instead: '"recently"' },
    { path: "admin/src/a.tsx", line: 1, word: "Whoever", instead: expect.stringContaining("exception") },
  ]);
});

test("sentences in a JSON file are read with their lines", () => {
  const source = '{\n  "whoever": { "reading": "Whoever runs it adds a key." }\n}\n';
  const [problem] = findWordProblems([{ path: "server/core/text/ready/en.json", source }], []);
  expect(problem).toMatchObject({ line: 2, word: "Whoever" });
});
