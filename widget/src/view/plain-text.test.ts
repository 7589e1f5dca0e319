import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

describe("a text in Markdown as one reads it", () => {
  it.each([
    [
      "## How it *works*\n\nUse **bold** and ~~old~~ `*.example.com`.",
      "How it works\n\nUse bold and old *.example.com.",
    ],
    ["| Plan | Price |\n| --- | ---: |\n| **Basic** | 9 € |", "Plan, Price\nBasic, 9 €"],
    ["450 MB | yes |\n|:-:|:-:|", "450 MB, yes"],
    ["> quoted\n> - [x] done\n1. first\n---\nend", "quoted\ndone\n1. first\nend"],
    ["```sh\nnpm run a__b\n```", "npm run a__b"],
    ["See [the docs](https://docs.example/a_b) or <https://x.example>.", "See the docs or https://x.example."],
    ["cut in **the middle", "cut in the middle"],
    ["the middle** of __a text", "the middle of a text"],
    ["2 * 3 * 4 is snake_case_name and a_b", "2 * 3 * 4 is snake_case_name and a_b"],
    ["a \\* b", "a * b"],
    ["عنوان **مهم** و_كلمة_", "عنوان مهم و_كلمة_"],
    ["", ""],
  ])("%j", (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it.each(["*", "`", "_", "[", "| ", "~", "\\", "**a", "`a", "[a]("])("takes no time for many of %j", (sign) => {
    const started = performance.now();
    plainText(sign.repeat(20_000 / sign.length));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
