import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extract } from "../reading/extract/extract.ts";
import { passagesOf } from "./split.ts";

const split = (markdown: string) => {
  const { blocks, title } = extract(markdown, "markdown");
  return [...passagesOf(blocks, title ?? "")];
};
const sentence = (n: number) => `Sentence number ${n} tells something about widgets and their care.`;
const prose = (count: number) => Array.from({ length: count }, (_, index) => sentence(index)).join(" ");

describe("splitting", () => {
  it("gives each section its headings, without the document's own title", () => {
    const passages = split(`# Guide\n\n${prose(3)}\n\n## Install\n\n${prose(3)}\n\n### Docker\n\n${prose(3)}`);
    expect(passages.map(({ heading }) => heading)).toEqual([null, "Install", "Install > Docker"]);
  });

  it("cuts long prose between sentences and repeats the last ones", () => {
    const passages = split(prose(40));
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) {
      expect(text.length).toBeLessThanOrEqual(1_250);
      expect(text).toMatch(/^Sentence .*care\.$/s);
    }
    const [first, second] = passages;
    const repeated = second?.text.slice(0, 60) ?? "";
    expect(first?.text).toContain(repeated);
  });

  it("never cuts a table row and repeats the header", () => {
    const rows = Array.from({ length: 60 }, (_, index) => `| code-${index} | what the code number ${index} means |`);
    const passages = split(`| Code | Meaning |\n|---|---|\n${rows.join("\n")}`);
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect(text.split("\n")[0]).toBe("| Code | Meaning |");
    const all = passages.flatMap(({ text }) => text.split("\n"));
    expect(rows.every((row) => all.includes(row))).toBe(true);
  });

  it("keeps the caption and the label of a group with its rows, and a long row whole", () => {
    const rows = (zone: string) =>
      Array.from({ length: 30 }, (_, index) => [`${zone} ${index}`, `costs ${index} euros within the zone`]);
    const table = {
      type: "table" as const,
      caption: "Postage 2026",
      header: [["Place", "Price"]],
      rows: [["Islands"], ...rows("Isle"), ["Mainland"], ...rows("Town"), ["Far", "x ".repeat(1_500).trim()]],
    };
    const passages = [...passagesOf([table], "")];
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) {
      const [caption, header, label, ...others] = text.split("\n");
      expect([caption, header]).toEqual(["Postage 2026", "| Place | Price |"]);
      expect(label).toBe(others[0]?.startsWith("| Isle") ? "| Islands |" : "| Mainland |");
      for (const line of others.filter((each) => each.startsWith("| Town")))
        expect(text.lastIndexOf("| Mainland |")).toBeLessThan(text.indexOf(line));
    }
    expect(passages.some(({ text }) => text.includes("x ".repeat(1_500).trim()))).toBe(true);
  });

  it("keeps a cell with line breaks, lists and signs in its row", () => {
    const [passage] = split(
      "Tags:\n\n| Tag | Notes |\n|---|---|\n| `<form>` | Holds fields.<br/><br/>Set it: <ul><li>one</li><li>two</li></ul> |\n| A&lt;B | C |\n\n<table><tr><th>Sign</th><th>Use</th></tr><tr><td>&lt;td&gt;</td><td>a cell</td></tr></table>",
    );
    expect(passage?.text).toBe(
      "Tags:\n\n| Tag | Notes |\n| `<form>` | Holds fields. Set it: one two |\n| A<B | C |\n\n| Sign | Use |\n| <td> | a cell |",
    );
  });

  it("keeps the header above the rows of each table, also below a sentence and of the next table", () => {
    const table = "| Plan | Price |\n|---|---|\n| Start | 9 |\n| Team | 29 |";
    const [passage] = split(`# Plans\n\nWhat each plan costs:\n\n${table}\n\nIn Switzerland:\n\n${table}`);
    const shown = "| Plan | Price |\n| Start | 9 |\n| Team | 29 |";
    expect(passage?.text).toBe(`What each plan costs:\n\n${shown}\n\nIn Switzerland:\n\n${shown}`);
  });

  it("keeps code that fits whole, and closes the fence around each part of code that does not", () => {
    const code = Array.from({ length: 12 }, (_, index) => `const value${index} = ${index};`).join("\n");
    const [passage] = split(`Text before.\n\n\`\`\`js\n${code}\n\`\`\``);
    expect(passage?.text).toContain(`\`\`\`js\n${code}\n\`\`\``);
    const long = Array.from({ length: 120 }, (_, index) => `const value${index} = ${index};`).join("\n");
    for (const { text } of split(`\`\`\`js\n${long}\n\`\`\``)) expect(text).toMatch(/^```js\n[\s\S]*\n```$/);
  });

  it("never joins sections, however short they are", () => {
    const passages = split("# Help\n\n## How long?\n\n30 days.\n\n## Who pays?\n\nWe do.\n\n## Where to?\n\nHome.");
    expect(passages).toEqual([
      { heading: "How long?", page: null, text: "30 days." },
      { heading: "Who pays?", page: null, text: "We do." },
      { heading: "Where to?", page: null, text: "Home." },
    ]);
  });

  it("keeps a heading without a text as a line of the section before it, unless sections stand below it", () => {
    const passages = split(
      "# Guide\n\n## Size\n\n5 MB.\n\n## Backup\n\n### By hand\n\nCopy it.\n\n## Restore\n\n## From a file\n\nOpen it.",
    );
    expect(passages).toEqual([
      { heading: "Size", page: null, text: "5 MB." },
      { heading: "Backup > By hand", page: null, text: "Copy it.\n\nRestore" },
      { heading: "From a file", page: null, text: "Open it." },
    ]);
  });

  it("leaves out a table of contents with the line that announces it, and nothing else of the introduction", () => {
    const contents = "In this article:\n\n* [Set up](#set-up)\n* [Remove it](#remove)\n\n";
    const sections = "## Set up\n\nPress Start.\n\n## Remove it\n\nPress Stop.";
    expect(split(`# Kestrel\n\nA small bird.\n\n${contents}${sections}`).map(({ text }) => text)).toEqual([
      "A small bird.",
      "Press Start.",
      "Press Stop.",
    ]);
    expect(split(`# Kestrel\n\n${contents}${sections}`)).toHaveLength(2);
  });

  it("loses no word of any text and keeps every passage short", () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const line = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 120 }).map((words) => `${words.join(" ")}.`),
      fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `## ${words.join(" ")}`),
      fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `- ${words.join(" ")}`),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const passages = split(lines.join("\n\n"));
        const found = new Set(
          passages.flatMap(({ heading, text }) => `${heading ?? ""} ${text}`.match(/[a-z]+/g) ?? []),
        );
        const bodies = lines.filter((each) => !each.startsWith("#"));
        expect(bodies.flatMap((each) => each.match(/[a-z]+/g) ?? []).filter((each) => !found.has(each))).toEqual([]);
        for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(1_300);
      }),
      { numRuns: 60 },
    );
  });

  it("keeps the steps of a procedure together, with what announces them and the remarks between them", () => {
    const steps = Array.from(
      { length: 9 },
      (_unused, index) => `${index + 1}. Step ${index + 1} ${"asks for something ".repeat(7)}`,
    );
    const page = `## Renew\n\n${"Talk before it. ".repeat(40)}\n\nTo renew it:\n\n${steps.slice(0, 5).join("\n")}\n\nA page opens.\n\n${steps.slice(5).join("\n")}\n\n${"Talk after it. ".repeat(60)}`;
    const holding = split(page).filter(({ text }) => /^\d\. Step/m.test(text));
    expect(holding).toHaveLength(1);
    expect(holding[0]?.text).toMatch(/To renew it:\s+1\. Step 1[\s\S]*5\. Step[\s\S]*A page opens\.[\s\S]*9\. Step/);
  });

  it("divides steps that are too long for one passage", () => {
    const steps = Array.from(
      { length: 60 },
      (_unused, index) => `${index + 1}. Step ${"asks for something ".repeat(5)}`,
    );
    for (const { text } of split(steps.join("\n"))) expect(text.length).toBeLessThanOrEqual(1_300);
  });

  it("cuts a word without end without breaking a character", () => {
    for (const { text } of split("😀".repeat(2_000))) {
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(1_250);
    }
  });
});
