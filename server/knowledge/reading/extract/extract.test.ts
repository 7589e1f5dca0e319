import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/support/cost.ts";
import { renderBlocks } from "./blocks.ts";
import { extract } from "./extract.ts";
import { detectFormat } from "./format.ts";
import { titleFromSource, titleOfUntitled } from "./title.ts";

const read = (content: string, format: "markdown" | "html" | "text" = "markdown") => {
  const { blocks, title, coverage } = extract(content, format);
  return { text: renderBlocks(blocks), title, coverage, blocks };
};

describe("A page whose frame is not whole", () => {
  const text = `<p>${"Refunds take fourteen days after the parcel came back to us. ".repeat(4)}</p>`;

  it.each([
    ["no head", `<html><body><h1>Rules</h1>${text}</body></html>`],
    ["no body", `<html><head><title>Rules</title></head>${text}</html>`],
    ["neither", `<html><h1>Rules</h1>${text}</html>`],
    ["a head alone around it", `<head><title>Rules</title></head><body>${text}</body>`],
    ["no html", `<body><h1>Rules</h1>${text}</body>`],
    ["what belongs into the head loose", `<html><meta charset=utf-8><title>Rules</title>${text}`],
    [
      "a declaration of XML",
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Rules</h1>${text}</body></html>`,
    ],
    ["line breaks in its tags", `<html\nlang="en"\n><body\nclass="a > b"\n><h1>Rules</h1>${text}</body\n></html\n>`],
    ["capitals and nothing closed", `<HTML><BODY BGCOLOR=white><H1>Rules</H1>${text}`],
    ["text before it", `<!-- saved from the web --><html><title>Rules</title>${text}</html>`],
  ])("%s: is read with its title", (_, html) => {
    const { title, text: found, coverage } = read(html, "html");
    expect(title).toBe("Rules");
    expect(found).toContain("Refunds take fourteen days");
    expect(found).not.toMatch(/[<>]/);
    expect(coverage).toBe(1);
  });

  it("two pages in one file are both read", () => {
    const { text: found } = read(
      `<html><body>${text}</body></html><html><body><p>The second page.</p></body></html>`,
      "html",
    );
    expect(found).toContain("fourteen");
    expect(found).toContain("The second page.");
  });
});

describe("Markdown", () => {
  it("takes the title from the front matter, else from the first heading", () => {
    expect(read('---\ntitle: "Reset a password"\nlayout: page\n---\n# Other\n\nText.').title).toBe("Reset a password");
    expect(read("# Billing\n\nText.").title).toBe("Billing");
    expect(read("Only text.").title).toBeNull();
  });

  it("keeps what a reader sees and drops the marks", () => {
    const { text, coverage } = read(
      "See [the **guide**](https://example.com/a_(b)) and ![shot](x.png) *now*, `a_b` and 2 * 3 * 4 &amp; snake_case_name.[^1]\n\n[ref]: https://example.com",
    );
    expect(text).toBe("See the guide and now, `a_b` and 2 * 3 * 4 & snake_case_name.");
    expect(coverage).toBe(1);
  });

  it("keeps a code span inside a link, and escapes", () => {
    expect(read("Edit [the HTML `<head>` part](#x) of \\*this\\* file.").text).toBe(
      "Edit the HTML `<head>` part of *this* file.",
    );
  });

  it("keeps fenced code untouched, also when it looks like markup", () => {
    const { text } = read("Run:\n\n```sh title=x\n# not a heading\nnpm start <dir>\n```\n\nDone.");
    expect(text).toBe("Run:\n\n```sh\n# not a heading\nnpm start <dir>\n```\n\nDone.");
  });

  it("strips components but keeps their text and shown titles", () => {
    const { text } = read(
      'import { Note } from "x";\n\n<Note type="info">\n    Keep {/* not this */}your `<key>` safe: <your-key>.\n</Note>\n\n<Accordion title="Why is it slow?">\nBecause.\n</Accordion>\n<call-out>Look</call-out>',
    );
    expect(text).toBe("Keep your `<key>` safe: <your-key>.\n\n## Why is it slow?\n\nBecause.\n\nLook");
  });

  it("reads tables of Markdown and of HTML alike", () => {
    const { blocks } = read(
      "| Plan | Price |\n|---|--:|\n| Free | **0** |\n| Pro | 9 |\n\n<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>",
    );
    expect(blocks).toEqual([
      {
        type: "table",
        caption: null,
        header: [["Plan", "Price"]],
        rows: [
          ["Free", "0"],
          ["Pro", "9"],
        ],
      },
      { type: "table", caption: null, header: [["A", "B"]], rows: [["1", "2"]] },
    ]);
  });

  it("keeps powers and entities, and loses struck text, which lowers the coverage", () => {
    const { text, coverage } = read(
      "10<sup>3</sup> m<sup>2</sup>, CO<sub>2</sub>, 1<sup>st</sup>, Reise&shy;kosten &ge; 3&nbsp;&pound; &copy; &unknown;\n\n~~20~~ <del>15</del> 12 euros\n\n## Use C#",
    );
    expect(text).toBe("10³ m², CO₂, 1st, Reisekosten ≥ 3 £ © &unknown;\n\n12 euros\n\n## Use C#");
    expect(coverage).toBeLessThan(1);
  });

  it("has the name of an accordion or tab as the heading of its content alone", () => {
    const tabs =
      '<Tabs>\n  <Tab title="Windows">\n    Run it.\n  </Tab>\n  <Tab title="Linux">\n1. Unpack it.\n  </Tab>\n</Tabs>';
    const details = "<details>\n<summary>Is it safe?</summary>\n\nYes.\n\n</details>";
    expect(read(`# Install\n\n## Download\n\n${tabs}\n\nThen start it.\n\n${details}\n\nDone.`).text).toBe(
      "# Install\n\n## Download\n\n### Windows\n\nRun it.\n\n### Linux\n\n1. Unpack it.\n\n## Download\n\nThen start it.\n\n### Is it safe?\n\nYes.\n\n## Download\n\nDone.",
    );
  });

  it("ends no other part with a part that has no name", () => {
    const inner = "<Accordion>\nInner.\n</Accordion>";
    expect(read(`# A\n\n${inner}\n\n<Tab title="T">\n${inner}\n\nStill T.\n</Tab>\n\nAfter.</Tab>\n\nEnd.`).text).toBe(
      "# A\n\nInner.\n\n## T\n\nInner.\n\nStill T.\n\n# A\n\nAfter.\n\nEnd.",
    );
  });

  it("keeps the marks of HTML lists, and has each term as the heading of its definition", () => {
    const list =
      '<ol start="4">\n<li>Open the lid.</li>\n<li>\n\nPress **both**:\n<ul><li>red</li></ul></li>\n<li value="9">Wait</li>\n</ol>';
    expect(read(`Then:\n\n${list}\n\n<ol type="a"><li>One</li></ol>\n\nDone.`).text).toBe(
      "Then:\n\n4. Open the lid.\n5. Press both:\n  - red\n- 9. Wait\n- a. One\n\nDone.",
    );
    const terms = "<dl>\n<dt>Return</dt>\n<dd>Within `30` days.</dd>\n<dt>Repair</dt>\n<dd>Free.</dd>\n</dl>";
    const { text, coverage } = read(`# Terms\n\nOurs:\n\n${terms}\n\nThe end.`);
    expect(text).toBe(
      "# Terms\n\nOurs:\n\n## Return\n\nWithin `30` days.\n\n## Repair\n\nFree.\n\n# Terms\n\nThe end.",
    );
    expect(coverage).toBe(1);
  });

  it("counts ordered lists the way the page shows them", () => {
    expect(read("1. One\n1. Two\n   more of two\n   - inner\n1. Three\n\nText\n\n1. Again").text).toBe(
      "1. One\n2. Two more of two\n  - inner\n3. Three\n\nText\n\n1. Again",
    );
  });

  it("knows underlined headings and rules", () => {
    expect(read("Title\n=====\n\nPart\n---\n\nText\nmore\n\n---\n\nEnd").blocks.map((block) => block.type)).toEqual([
      "heading",
      "heading",
      "paragraph",
      "paragraph",
    ]);
  });

  it("removes characters nobody can see", () => {
    expect(read("pass\u200bword \u202egnol\u202c\u{e0041} a\u00adb").text).toBe("password gnol ab");
  });

  it("stays quick on hostile input", () => {
    const units = [
      "[",
      "![",
      "<a ",
      '<a "',
      "`",
      "**a",
      "<script",
      "<table>",
      "{/*",
      "[a](",
      "*a ",
      "_a",
      "<!--",
      "|",
      "&#",
      "{%",
    ];
    const cost = (unit: string) => cpuMs(() => extract(unit.repeat(40_000), "markdown"), 1);
    // Nested tables cost most: a tenth of this limit, and their cost grows faster than their size. The reader's time limit stops larger
    // ones.
    expect(units.filter((unit) => cost(unit) > 20_000)).toEqual([]);
  });
});

describe("HTML", () => {
  it("keeps the lines of a table cell apart", () => {
    const { text } = read(
      "<table><tr><th>Plan</th><th>Price<br>a month</th></tr><tr><td><p>Small</p><p>team</p><!-- no --></td><td>5<b>0</b></td></tr></table>",
      "html",
    );
    expect(text).toBe("| Plan | Price a month |\n| Small team | 50 |");
  });

  const page = (body: string, head = "") => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

  it("drops what stands around the text", () => {
    const { text, title, coverage } = read(
      page(
        "<nav>Home</nav><script>x()</script><main><h1>Refunds</h1><p>You get <b>money</b> back.<br>Within <code>14 d</code>.</p><ul><li>Ask</li><li><p>Wait</p></li></ul></main><footer>Legal</footer>",
        "<title>Refunds - Shop</title>",
      ),
      "html",
    );
    expect(title).toBe("Refunds");
    expect(text).toBe("# Refunds\n\nYou get money back.\nWithin `14 d`.\n\n- Ask\n- Wait");
    expect(coverage).toBe(1);
  });

  it("reads tables and code", () => {
    const { blocks } = read(
      page(
        '<table><tr><th>Code</th><th>Meaning</th></tr><tr><td>404</td><td>gone</td></tr></table><pre class="language-js">a\n  b</pre>',
      ),
      "html",
    );
    expect(blocks).toEqual([
      { type: "table", caption: null, header: [["Code", "Meaning"]], rows: [["404", "gone"]] },
      { type: "code", language: "js", text: "a\n  b" },
    ]);
  });

  it("leaves out sections of links to other pages alone, as in Markdown", () => {
    const textOf = (html: string) => read(html, "html").text;
    const links =
      '<h2>See also</h2><ul><li><a href="/a">One</a>,</li><li><a href="https://b.example">Two</a></li></ul>';
    expect(textOf(`<h1>Page</h1><p>Words with <a href="/c">a link</a>.</p>${links}`)).toBe(
      "## Page\n\nWords with a link.",
    );
    expect(textOf(`<h1>Contents</h1>${links}`)).toContain("- Two");
    expect(textOf('<p>Words.</p><h2>Prices</h2><ul><li><a href="/s">Small</a>: 3 euros</li></ul>')).toContain("Small");
    const address = '<a href="mailto:help@a.example">help@a.example</a>';
    expect(textOf(`<p>Words.</p><h2>Write to us</h2><p>${address}</p>`)).toContain("help@a.example");
  });

  it("reads a fragment, and finds nothing in a page without text", () => {
    expect(read("<p>Hello there</p>", "html").text).toBe("Hello there");
    expect(read(page("<script>1</script><img src=x>"), "html")).toMatchObject({ text: "", coverage: 0 });
  });

  it("survives deep nesting", () => {
    const depth = 3_000;
    expect(read(page(`${"<div>".repeat(depth)}deep text${"</div>".repeat(depth)}`), "html").text).toContain(
      "deep text",
    );
  });
});

describe("text", () => {
  it("keeps lines and divides at blank ones", () => {
    expect(read("One\r\ntwo\n\n\n# three", "text").blocks).toEqual([
      { type: "paragraph", text: "One\ntwo" },
      { type: "paragraph", text: "# three" },
    ]);
  });
});

describe("format", () => {
  it("believes content before the name, and the name before guesses", () => {
    expect(detectFormat("<!DOCTYPE html><html>", "page.md")).toBe("html");
    expect(detectFormat("plain", "https://example.com/a.html.en?x=1")).toBe("html");
    expect(detectFormat("# Title", "notes")).toBe("markdown");
    expect(detectFormat("just words", "notes")).toBe("text");
    expect(detectFormat("# Title", "notes.txt")).toBe("text");
    expect(detectFormat("# Title", "notes.txt", "markdown")).toBe("markdown");
  });

  it("makes a title from a source", () => {
    expect(titleFromSource("docs/reset-your_password.md")).toBe("Reset your password");
    expect(titleFromSource("https://example.com/help/billing/")).toBe("Billing");
    expect(titleFromSource("a/index.html.ko.euc-kr")).toBe("Index");
  });

  it("comes from the text where the name says nothing to people", () => {
    const blocks = read("Parcels are sent within two days. Nothing else is promised.").blocks;
    const titleOf = (source: string) => titleOfUntitled(source, blocks);
    for (const source of ["scan0001.pdf", "a/5f3c9e1b2d", "https://x.example/p/48213", "822086267_7384-0.txt"]) {
      expect(titleOf(source)).toEqual({ title: "Parcels are sent within two days", isMadeUp: true });
    }
    expect(titleOf("shipping-2024.pdf")).toEqual({ title: "Shipping 2024", isMadeUp: false });
    expect(titleOf("환불.pdf")).toEqual({ title: "환불", isMadeUp: false });
    expect(titleOfUntitled("1.txt", read(`${"word ".repeat(40)}end`).blocks).title.length).toBeLessThanOrEqual(71);
    expect(titleOfUntitled("1.txt", [])).toEqual({ title: "1", isMadeUp: false });
  });
});
