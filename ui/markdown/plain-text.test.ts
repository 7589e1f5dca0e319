import { describe, expect, it } from "vitest";
import { plainLine, plainText } from "./plain-text.ts";

describe("a text in Markdown as one reads it", () => {
  it.each([
    [
      "## How it *works*\n\nUse **bold** and ~~old~~ `*.example.com`.",
      "How it works\n\nUse bold and old *.example.com.",
    ],
    ["| Plan | Price |\n| --- | ---: |\n| **Basic** | 9 € |", "Plan, Price\nBasic, 9 €"],
    ["450 MB | yes |\n|:-:|:-:|", "450 MB, yes"],
    ["> quoted\n> - [x] done\n1. first\n---\nend", "quoted\ndone\n1. first\n\nend"],
    ["```sh\nnpm run a__b\n```", "npm run a__b"],
    ["See [the docs](https://docs.example/a_b) or <https://x.example>.", "See the docs or https://x.example."],
    ["cut in **the middle", "cut in the middle"],
    ["the middle** of __a text", "the middle of a text"],
    ["2 * 3 * 4 is snake_case_name and a_b", "2 * 3 * 4 is snake_case_name and a_b"],
    ["a \\* b", "a * b"],
    ["عنوان **مهم** و_كلمة_", "عنوان مهم و_كلمة_"],
    ["**Q:** is\n`a*b*c` ok?\nNo", "Q: is\na*b*c ok?\nNo"],
    ["3. three\n4. four\n\nand", "3. three\n4. four\n\nand"],
    ["- a **b** \n  - c\n\n\n\nd", "a b\nc\n\nd"],
    ["![A plan](https://x.example/a.png) and [ ](https://x.example)", "A plan and https://x.example"],
    ["[not a link] and array[1] and [x](javascript:no)", "[not a link] and array[1] and x"],
    ["*Terms apply, src/**/*.ts and `open", "*Terms apply, src/**/*.ts and `open"],
    ["**lost\n\nnext", "**lost\n\nnext"],
    ["", ""],
  ])("%j", (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it("one line has neither line breaks nor, with sources, their marks", () => {
    const answer =
      "## Returns\n\nWithin **30 days** [1], or [2, 3].\n- free `[4]`\n- [the form](https://x.example) [1](https://x.example)";
    expect(plainLine(answer, { dropsMarks: true })).toBe("Returns Within 30 days, or. free [4] the form 1");
    expect(plainLine("a\n[1]\tb")).toBe("a [1] b");
  });

  it.each([
    "*",
    "`",
    "_",
    "[",
    "| ",
    "~",
    "\\",
    "**a",
    "`a",
    "[a](",
    " ",
    "a**b ",
    "[1] ",
    "- **a\n",
    "1. a\n",
    "| a ",
    "<https:",
  ])("takes no time for many of %j", (sign) => {
    const started = performance.now();
    plainText(sign.repeat(20_000 / sign.length));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
