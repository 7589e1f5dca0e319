import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import type { Citation } from "../../../protocol/messages.ts";
import { writeMarkdown } from "./markdown.ts";

const citations: Citation[] = [
  { index: 1, chunk_id: "c1", title: "Billing", quote: "Pay by card." },
  { index: 2, chunk_id: "c2", title: 'Plans "<b>"', quote: "Three plans." },
];

function render(text: string, pieces: number = text.length): HTMLElement {
  const root = parseHTML("<html><body><div></div></body></html>").document.querySelector(
    "div",
  ) as unknown as HTMLElement;
  const writer = writeMarkdown(root, citations);
  for (let at = 0; at < text.length; at += pieces) writer.write(text.slice(at, at + pieces));
  writer.end();
  return root;
}

describe("Markdown of messages", () => {
  it("becomes paragraphs, lists, code, tables and emphasis", () => {
    const root = render(
      "## Steps\n\n1. **Open** the `menu`\n2. Save\n\n```js\nconst a_b = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    expect(root.querySelector(".md-heading")?.textContent).toBe("Steps");
    expect(root.querySelectorAll("ol > li").length).toBe(2);
    expect(root.querySelector("strong")?.textContent).toBe("Open");
    expect(root.querySelector("pre code")?.textContent.trim()).toBe("const a_b = 1;");
    expect(root.querySelectorAll("tbody td").length).toBe(2);
  });

  it("turns only known citation numbers into marks", () => {
    const root = render("Pay by card [1][2], see [1, 2] and [3] or [note].");
    expect([...root.querySelectorAll("button.cite")].map((mark) => mark.getAttribute("data-cite"))).toEqual([
      "1",
      "2",
      "1",
      "2",
    ]);
    expect(root.textContent).toContain("[3] or [note].");
  });

  it.each([
    ["javascript:alert(1)", false],
    ["JaVaScRiPt:alert(1)", false],
    ["java\nscript:alert(1)", false],
    ["data:text/html,<script>alert(1)</script>", false],
    ["vbscript:x", false],
    ["//evil.example/x", false],
    ["/console/settings", false],
    ["https://example.com/a_b_c?x=1&y=2", true],
    ["http://example.com", true],
    ["mailto:help@example.com", true],
  ])("links %j: %s", (address, allowed) => {
    const link = render(`see [here](${address}) now`).querySelector("a");
    expect(link !== null).toBe(allowed);
    if (link) {
      expect(link.getAttribute("rel")).toContain("noopener");
      expect(link.getAttribute("target")).toBe("_blank");
    }
  });

  it("keeps the characters of a link it refuses", () => {
    expect(render("see [here](javascript:alert(1) now").textContent).toContain("javascript:alert(1");
    expect(render("open [brackets and [foo](bar").textContent).toBe("open [brackets and [foo](bar");
  });

  it("never loads an image and never builds an element from HTML", () => {
    const root = render(
      "![pixel](https://evil.example/p.png) <img src=x onerror=alert(1)> <script>alert(1)</script> <b>x</b>",
    );
    expect(root.querySelectorAll("img,script,b,iframe,object,style,svg").length).toBe(0);
    expect(root.textContent).toContain("<script>alert(1)</script>");
    expect(root.querySelector("a")?.textContent).toBe("pixel");
  });

  it("leaves the full stop out of a bare address", () => {
    const root = render("Go to https://example.com/a_b. Then wait.");
    expect(root.querySelector("a")?.getAttribute("href")).toBe("https://example.com/a_b");
    expect(root.textContent).toBe("Go to https://example.com/a_b. Then wait.");
  });

  it.each([
    "a < b and c > d, x <= y",
    "MODEL_PROVIDER and snake_case_name and a__b",
    "C:\\Users\\me and D:\\",
    "costs $5 or $10, $x and \\(y",
    "2 * 3 * 4 and *not closed",
    "**not closed either",
    "a `tick and ~~strike",
    "array[i] and f(x)[0]",
    '<div class="x">text</div> <',
    "👩‍👩‍👧 emoji, العربية, עברית, 日本語, ไทย",
    "trailing _",
  ])("keeps ordinary text as typed: %s", (text) => {
    expect(render(text).textContent).toBe(text);
  });

  it("shows the same whether the text comes at once or in pieces", () => {
    const alphabet = fc.constantFrom(
      "a",
      "b_",
      "_",
      "*",
      "**",
      "`",
      "```",
      "\n",
      "\n\n",
      "[1]",
      "[",
      "](",
      ")",
      "\\",
      "<",
      ">",
      "- ",
      "1. ",
      "|",
      "~~",
      "$",
      " ",
      "http://x.y ",
      "![",
      "é",
      "#",
      "  ",
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const text = parts.join("");
        const whole = render(text);
        expect(render(text, size).textContent).toBe(whole.textContent);
        expect(whole.querySelectorAll("script,img,iframe,style").length).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  it("shows text that is nested beyond reason as it is", () => {
    const text = `${"> ".repeat(60)}deep`;
    expect(render(text).textContent).toBe(text);
  });

  it("renders long and hostile text in time", () => {
    const started = performance.now();
    render("[a](".repeat(5_000));
    render("*a_b* [1] `c` ".repeat(1_500));
    render("```".repeat(5_000));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
