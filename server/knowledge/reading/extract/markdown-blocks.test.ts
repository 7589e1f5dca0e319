import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costsInProportion } from "../../../test/support/cost.ts";
import { renderBlocks } from "./blocks.ts";
import { extract } from "./extract.ts";

const textOf = (markdown: string) => renderBlocks(extract(markdown, "markdown").blocks);
const typesOf = (markdown: string) => extract(markdown, "markdown").blocks.map((block) => block.type);

describe("Blocks of Markdown", () => {
  it("stay code, items and headings however far in they stand", () => {
    expect(textOf("Run:\n    ```sh\n    npm  start\n      x\n    ```\nDone.")).toBe(
      "Run:\n\n```sh\nnpm  start\n  x\n```\n\nDone.",
    );
    expect(textOf("- One:\n      ~~~\n      a\n      ~~~\n- Two")).toBe("- One:\n\n```\na\n```\n\n- Two");
    expect(typesOf("Text\n    - one\n    - two")).toEqual(["paragraph", "item", "item"]);
    expect(typesOf("1. Open the page:\n       - `a`\n       - `b`\n2. Close")).toEqual([
      "item",
      "item",
      "item",
      "item",
    ]);
    expect(typesOf("<Tab>\n\n    Text\n\n    ## Part\n\n    | a |\n    |---|\n    | b |\n\n</Tab>")).toEqual([
      "paragraph",
      "heading",
      "table",
    ]);
  });

  it("leave out a section of links alone, unless there is nothing else", () => {
    const links = "- [One](https://a.example/1)\n- [Two]({{root}}/two)";
    expect(textOf(`# Page\n\nWords.\n\n## Additional resources\n\n${links}`)).toBe("# Page\n\nWords.");
    expect(textOf(`# Page\n\nWords.\n\n## Steps\n\nSee:\n\n${links}`)).toContain("- Two");
    expect(textOf(`Words.\n\n## Ziele\n\n- [Eins](/1) kostet nichts`)).toContain("Eins kostet nichts");
    expect(textOf(`# Contents\n\n${links}`)).toContain("- One\n- Two");
    expect(textOf("# Page\n\nWords.\n\n## Write to us\n\n[help@a.example](mailto:help@a.example)")).toContain("help@");
    expect(textOf("# Page\n\nWords.\n\n## Opening hours\n\n-\n")).toContain("Opening hours");
  });

  it("are found in quotes too", () => {
    expect(textOf("> [!NOTE]\n> Read:\n>\n> - one\n> - two\n>\n> ```\n> code\n> ```")).toBe(
      "Read:\n\n- one\n- two\n\n```\ncode\n```",
    );
  });

  it("number each list by itself, from where it begins", () => {
    expect(textOf("3. c\n3. d\n\nText\n\n1. a\n\n   ```\n   x\n   ```\n\n1. b")).toBe(
      "3. c\n4. d\n\nText\n\n1. a\n\n```\nx\n```\n\n2. b",
    );
  });

  it("are no heading when a rule stands below a paragraph of several lines", () => {
    expect(typesOf("One line\nand another\n---\nEnd")).toEqual(["paragraph", "paragraph"]);
  });

  it("keep cells without a column, the boxes of tasks, and definitions that are none", () => {
    expect(textOf("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 |")).toBe("| a | b |\n| 1 | 2 | 3 |\n| 4 |");
    expect(textOf("- [ ] Ask\n- [x] Wait\n\n  more")).toBe("- ☐ Ask\n- ☒ Wait\n\nmore");
    expect(textOf("- [X] Ask\n  - [ ] Wait\n\n1. [x] Go")).toBe("- ☒ Ask\n  - ☐ Wait\n1. ☒ Go");
    expect(textOf('Text\n\n    [note]: kept "as said"')).toContain("kept");
  });

  it("begin with the line below, when an item begins with an anchor alone", () => {
    expect(textOf('* <a name="x"></a>\n**Data:**\nAll of it\n  * Names')).toBe("- Data: All of it\n  - Names");
  });

  it("lose no word, however the marks are mixed", () => {
    const marks = [
      "",
      " ",
      "  ",
      "    ",
      "\t",
      "- ",
      "* ",
      "1. ",
      "7) ",
      "   - ",
      "      2. ",
      "> ",
      ">> - ",
      "# ",
      "   ## ",
    ];
    const more = ["| ", "- - - - - - - ", "- # ", "> > > ", "    # ", "1. > ", "- [ ] ", "<x-y> ", "+\t", "[a]: b c "];
    const bare = ["```", "    ```", "~~~", "---", "===", "|---|", "| - | - |", "", "", "-", "  "];
    const line = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...marks, ...more).map((mark) => ({ mark, words: true })) },
      { weight: 1, arbitrary: fc.constantFrom(...bare).map((mark) => ({ mark, words: false })) },
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 25 }), (lines) => {
        const source = `Begin\n${lines.map(({ mark, words }, at) => (words ? `${mark}word${at}a | word${at}b` : mark)).join("\n")}`;
        const words = source.match(/word\d+[ab]/g) ?? [];
        const text = textOf(source);
        expect(words.filter((word) => !text.includes(word))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("of a text four times as long cost about four times as much, also where the text is made to cost more", () => {
    const hostile: Record<string, (chars: number) => string> = {
      "one item of many lines": (chars) => `- a\n${"b\n".repeat(chars / 2)}`,
      "nested items in one line": (chars) => "- + ".repeat(chars / 4),
      "items further and further in": (chars) => steps(chars, "  ", "- a\n"),
      "text further and further in": (chars) => steps(chars, "    ", "a\n\n"),
      "quotes in quotes": (chars) => steps(chars, ">", "a\n"),
      "tables that are none": (chars) => "a|b\n|-|\n".repeat(chars / 8),
      "a wide table of short rows": (chars) =>
        `${"a|".repeat(chars / 8)}\n${"-|".repeat(chars / 8)}\n${"a\n".repeat(chars / 4)}`,
      "text that is always interrupted": (chars) => "a\n    - a\n".repeat(chars / 10),
      "lines that could be headings": (chars) => `- ${"a\n".repeat(chars / 2)}`,
      "fences that are none": (chars) => "a\n```a`\n".repeat(chars / 8),
      "a fence without an end": (chars) => `\`\`\`\n${"`` \n    ".repeat(chars / 8)}`,
      "code of blank lines": (chars) => `\`\`\`\na${"\n".repeat(chars)}b\n\`\`\``,
      "code of many lines": (chars) => `\`\`\`\n${"a\n".repeat(chars / 2)}\`\`\``,
      spaces: (chars) => `-${" ".repeat(chars)}-`,
    };
    const tooDear = Object.entries(hostile).filter(
      ([, make]) => !costsInProportion((chars) => extract(make(chars), "markdown"), 120_000),
    );
    expect(tooDear.map(([name]) => name)).toEqual([]);
  }, 120_000);
});

function steps(chars: number, indent: string, line: string): string {
  let text = "";
  for (let depth = 0; text.length < chars; depth += 1) text += indent.repeat(depth) + line;
  return text;
}
