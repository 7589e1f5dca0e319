import { leaveOut } from "../../scripts/setup/test-chance.mjs";

/** Longer than any answer: a model's limit of 1,200 tokens of 24 characters, or an agent's 20,000 characters. */
const heavyChars = 28_800;

/** Texts that are as long as an answer may be and hard to show: special characters, nesting, many elements. */
export const heavyTexts: Readonly<Record<string, string>> = {
  "angle brackets": fill("<"),
  stars: fill("*"),
  "open bold": fill("**a *b "),
  tildes: fill("~~"),
  images: fill("![a]"),
  "dashes before a letter": `${fill("- ")}x`,
  "list items": fill("- a\n"),
  "line breaks": fill("<br>"),
  marks: fill("[1]"),
  headings: fill("# a\n"),
  table: `| a | b |\n|---|---|\n${fill("| 1 | 2 |\n")}`,
  "one row": fill("|"),
  "code lines": `\`\`\`\n${fill("a\n")}`,
  "nested lists": Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth % 60)}- x`).join("\n"),
  "one Thai line": fill("ภาษาไทย"),
  "both directions": fill("a\u05d0"),
  mixed: fill("<*$~~<!--[_`|>#-\\& "),
};

const names = Object.keys(heavyTexts);
const always = ["images", "list items", "mixed"];

/** The texts that are tested each time, always the same ones because of their time limits; with PARLEY_TEST_HEAVY set, all texts. */
export const triedTexts: string[] = process.env["PARLEY_TEST_HEAVY"] ? names : always;
if (triedTexts === always) leaveOut(`${names.length - always.length} of ${names.length} heavy texts in a page`);

/** A text of `heavyChars` that repeats one piece. */
function fill(piece: string): string {
  return piece.repeat(Math.ceil(heavyChars / piece.length)).slice(0, heavyChars);
}
