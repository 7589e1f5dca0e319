import { DOMParser } from "linkedom";
import { describe, expect, it, vi } from "vitest";
import { heavyTexts } from "../test/heavy-texts.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

const page = new DOMParser().parseFromString("<!doctype html><html><body></body></html>", "text/html");
// The parser logs failed assertions on odd input; the build removes the assertions.
vi.spyOn(console, "assert").mockImplementation(() => undefined);

const copyWords = { copy: "Copy", copied: "Copied" };

function render(text: string, { citations = [] as number[], step = 0, copies = false } = {}): HTMLElement {
  const root = page.createElement("div", {}) as unknown as HTMLElement;
  const writer = new MarkdownWriter(root, copies ? { copyWords } : {});
  if (step === 0) writer.write(text);
  else for (let at = 0; at < text.length; at += step) writer.write(text.slice(at, at + step));
  writer.finish(new Set(citations));
  return root;
}

const html = (text: string, options?: { citations?: number[]; step?: number }) => render(text, options).innerHTML;
const shownText = (text: string) => render(text).textContent;

const allowed = new Set(
  "p blockquote h3 h4 h5 em strong s code pre ul ol li br hr div table tr th td span a button bdi".split(" "),
);
const allowedAttributes = new Set(
  "class part type data-index disabled tabindex start href target rel title dir role".split(" "),
);

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe src='https://evil.example'></iframe>",
  "<style>*{display:none}</style>",
  "<a href='javascript:alert(1)'>x</a>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](\tjavascript:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:msgbox(1))",
  "[x](//evil.example/a)",
  "[x](/admin/delete)",
  '[x](https://a.example" onmouseover="alert(1))',
  "![x](https://evil.example/pixel.gif)",
  "![x](javascript:alert(1))",
  "![](https://evil.example/pixel.gif)",
  "[![x](https://evil.example/p.gif)](javascript:alert(1))",
  "```<script>\nalert(1)\n```",
  '```" onclick="alert(1)\nx\n```',
  "`<img src=x onerror=alert(1)>`",
  "| <img src=x onerror=alert(1)> | b |\n|---|---|\n| [x](javascript:1) | ![y](https://evil.example) |",
  "\\<script\\>alert(1)\\</script\\>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<br onmouseover=alert(1)>",
  "<<script>script>alert(1)<</script>/script>",
  "$$<img src=x onerror=alert(1)>$$",
  "\\[<img src=x>\\]",
  "- [ ] <input onfocus=alert(1) autofocus>",
  "https://a.example/<script>alert(1)</script>",
  "javascript:alert(1)",
  "> > > > <form action=https://evil.example><input name=a></form>",
  "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "[a]: javascript:alert(1)\n[a]",
  "<https://evil.example/x>",
  "\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4\uFDD5",
];

describe("markdown to DOM", () => {
  it.each(hostile)("makes only listed elements and attributes of %j", (text) => {
    for (const step of [0, 1, 3]) {
      for (const element of render(text, { step, copies: true }).querySelectorAll("*")) {
        expect([...allowed]).toContain(element.localName);
        for (const { name } of element.attributes) expect([...allowedAttributes]).toContain(name);
        const href = element.getAttribute("href");
        if (href !== null) expect(href).toMatch(/^(https?|mailto):/);
      }
    }
  });

  it.each(hostile)("gives the same for %j however it is cut", (text) => {
    const whole = html(text);
    expect(html(text, { step: 1 })).toBe(whole);
    expect(html(text, { step: 2 })).toBe(whole);
    expect(html(text, { step: 7 })).toBe(whole);
  });

  it("opens links in a new tab, without opener or referrer", () => {
    const link = render("[Docs](https://docs.example/a?b=1&c=2)").querySelector("a");
    expect(link?.textContent).toBe("Docs");
    expect(link?.getAttribute("href")).toBe("https://docs.example/a?b=1&c=2");
    expect(link?.getAttribute("target")).toBe("_blank");
    expect(link?.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(html("[Mail](mailto:help@example.com)")).toContain('href="mailto:help@example.com"');
  });

  it("shows an image as a link that is followed by a click only", () => {
    const root = render("![Diagram](https://docs.example/d.png)");
    expect(root.querySelector("img")).toBeNull();
    expect(root.querySelector("a")?.textContent).toBe("Diagram");
  });

  it("links bare addresses without the end of the sentence", () => {
    expect(html("See https://docs.example/a_b_c.")).toContain(">https://docs.example/a_b_c</a>.");
    expect(html("(see https://docs.example/a)")).toContain(">https://docs.example/a</a>)");
    expect(html("https://en.example/wiki/A_(b)")).toContain(">https://en.example/wiki/A_(b)</a>");
  });

  it.each([
    "a < b and b > c, so a <= c",
    "costs $5 or $10, not $HOME and $PATH",
    "DATA_DIR and SESSION_SECRETS and a_b_c",
    "C:\\new\\temp and \\d+ and ends in \\",
    "5 * 3 * 2 = 30",
    "x = [a, b]; y = [1.5]",
    "an open [bracket and (paren",
    "[not a link](because it goes on",
    "*required field",
    "**bold that never ends",
    "a `tick that never ends",
    "~~half",
    "snake_case_name, a_1 and _ alone",
    "日本語のテキスト、العربية، emoji 👩‍👩‍👧‍👦 and ﷽",
    "100% sure & \"quoted\" 'single'",
    '<div class="x">tag in text</div>',
    "a || b && c | d",
    "-5 degrees",
    "#hashtag and 1.5",
    "hh http h https: httpx",
    "q1. x",
    "Name: ________ Date: ____",
    "rated ***** by many, ****",
    "cut ~~~~ here",
    "call f[i](x) and [guide](/docs/x)",
    "[x](javascript:alert(1)",
    "a \u{1f469}\u200d\u{1f469} \\ b",
  ])("leaves %j as it is written", (text) => {
    expect(shownText(text)).toBe(text);
  });

  it.each([
    ["ts", "ts"],
    ["C++ title=a", "C++"],
    ["objective-c", "objective-c"],
    ["", ""],
    ['"><img src=x>', ""],
    ["x".repeat(60), ""],
  ])("names the language of code after the fence %j as %j, and copies by a button", (written, shown) => {
    const box = render(`\`\`\`${written}\nlet a;\nlet b;\n\`\`\``, { copies: true, step: 1 }).querySelector(
      ".code-box",
    );
    expect(box?.querySelector(".code-language")?.textContent).toBe(shown);
    expect(box?.querySelector("button")?.textContent).toBe("Copy");
    expect(box?.querySelector("pre")?.textContent).toBe("let a;\nlet b;");
    expect(box?.querySelector("pre")?.getAttribute("dir")).toBe("ltr");
  });

  it("keeps code letter by letter", () => {
    const code = 'if (a_b < $x && y[0] === "\\n\\[\\(") { return `t` }';
    expect(shownText(`\`\`\`js\n${code}\n\`\`\``)).toBe(code);
    expect(render("Use `SESSION_SECRETS=$A \\[x\\]` here").querySelector("code")?.textContent).toBe(
      "SESSION_SECRETS=$A \\[x\\]",
    );
  });

  it("formats what support answers use", () => {
    expect(html("# Title\n\nSome **bold**, *soft* and `code`.\n\n1. one\n2. two\n\n- a\n- b")).toBe(
      '<h3 class="heading">Title</h3>' +
        "<p>Some <strong>bold</strong>, <em>soft</em> and <code>code</code>.</p>" +
        "<ol><li>one</li><li>two</li></ol><ul><li>a</li><li>b</li></ul>",
    );
    const table = render("| a | b |\n|---|---|\n| 1 | 2 |\n");
    expect(table.querySelectorAll("th").length).toBe(2);
    expect(table.querySelectorAll("td").length).toBe(2);
  });
});

describe("citation marks", () => {
  it("turns numbers that have a source into buttons and leaves the others as text", () => {
    const root = render("Yes [1][3], no [2]. See [1, 3] and arr[0].", { citations: [1, 3] });
    expect([...root.querySelectorAll("button")].map((mark) => mark.textContent)).toEqual(["1", "3", "1", "3"]);
    expect(root.querySelector("button")?.hasAttribute("disabled")).toBe(false);
    expect(root.textContent).toBe("Yes 13, no [2]. See 13 and arr[0].");
  });

  it("marks a number at the very end, after an exclamation and before a bracket", () => {
    expect(render("Great![1]", { citations: [1] }).querySelectorAll("button").length).toBe(1);
    expect(render("Yes [1] (see below)", { citations: [1] }).textContent).toBe("Yes 1 (see below)");
    expect(render("Yes [1](see below)", { citations: [1] }).textContent).toBe("Yes 1(see below)");
  });

  it("rests while the text streams", () => {
    const root = page.createElement("div", {}) as unknown as HTMLElement;
    const writer = new MarkdownWriter(root);
    writer.write("Yes [1] and more");
    expect(root.querySelector("button")?.hasAttribute("disabled")).toBe(true);
  });
});

describe("long and odd texts", () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const pieces =
    "*|**|_|__|`|```|[|]|(|)|](|![|<|>|<br>|\n|\n\n|    |- |1. |# |> ||a|b c|$|$$|\\|\\(|\\[|~~|https://x.y|---|é|[1]|+ ".split(
      /(?<!\|)\|(?!\|)/,
    );

  it("neither throws nor loses letters on random input", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const next = random(seed);
      const text = Array.from({ length: 40 }, () => pieces[Math.floor(next() * pieces.length)]).join("");
      const root = render(text, { step: seed % 5 });
      const letters = (value: string) => [...value].filter((sign) => /[aé]/.test(sign)).length;
      expect(letters(root.textContent ?? ""), JSON.stringify(text)).toBeGreaterThanOrEqual(letters(text) - 3);
    }
  });

  it.each([
    ["quotes", "> ".repeat(20_000)],
    ["lists", Array.from({ length: 200 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
    ["stars", "*".repeat(20_000)],
    ["open stars", "*a ".repeat(8_000)],
    ["brackets", "[".repeat(20_000)],
    ["addresses", "[a](".repeat(5_000)],
    ["ticks", "`".repeat(20_000)],
    ["angles", "<".repeat(20_000)],
    ["backslashes", "\\".repeat(20_000)],
    ["one word", "a".repeat(100_000)],
    ["underscores", "a_".repeat(20_000)],
    ["table", "| a | b |\n".repeat(2_000)],
  ])("writes very many %s in linear time", (_name, text) => {
    // CPU time of this process, because the machine may be busy. Non-linear work takes many times longer.
    const before = process.cpuUsage();
    render(text, { step: 50 });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it.each(Object.entries(heavyTexts))("stays shallow, with short blocks, and keeps its letters: %s", (_name, text) => {
    const root = render(text, { step: 50 });
    let deepest = 0;
    for (const element of root.querySelectorAll("*")) {
      let depth = 0;
      for (let at: Element | null = element; at && at !== root; at = at.parentElement) depth += 1;
      deepest = Math.max(deepest, depth);
      const own = [...element.childNodes]
        .filter((node) => node.nodeType === 3)
        .reduce((sum, node) => sum + (node.nodeValue?.length ?? 0), 0);
      expect(own).toBeLessThanOrEqual(2_600);
    }
    expect(deepest).toBeLessThanOrEqual(26);
    const letters = (value: string) => value.match(/\p{L}/gu)?.length ?? 0;
    // Link addresses and the names of line break tags are not shown as text.
    const shown = text.replace(/<br>/g, "").replace(/^```\n/, "");
    expect(letters(root.textContent ?? "")).toBe(letters(shown));
  });

  it("goes on in stretches when it has many blocks, and is the same below that", () => {
    const blocks = (count: number) => Array.from({ length: count }, (_, at) => `Block ${at}`).join("\n\n");
    expect(render(blocks(30), { step: 7 }).querySelector(".stretch")).toBeNull();
    const root = render(blocks(200), { step: 50 });
    expect([...root.querySelectorAll("p")].map((block) => block.textContent).join("\n\n")).toBe(blocks(200));
    for (const stretch of root.querySelectorAll(".stretch")) expect(stretch.children.length).toBeLessThanOrEqual(30);
  });

  it("keeps every sign of a long line that has no syntax, and cuts it between words", () => {
    const text = "some ordinary words, ".repeat(1_000).trim();
    const root = render(text, { step: 37 });
    expect(root.textContent).toBe(text);
    const parts = [...root.querySelectorAll(".more")];
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(part.textContent).toMatch(/^\w+/);
  });

  it("gives up an emphasis and a link that are longer than a block, and keeps their signs", () => {
    const long = "x".repeat(6_000);
    for (const text of [`**${long}** end`, `\`${long}\` end`, `[${long}](https://a.example) end`, `~~${long}`])
      expect(render(text).textContent).toBe(text);
  });

  it("goes on counting in a list that is continued in another one", () => {
    const root = render(Array.from({ length: 450 }, (_, at) => `${at + 1}. x`).join("\n"));
    expect([...root.querySelectorAll("ol")].map((list) => [list.getAttribute("start"), list.children.length])).toEqual([
      [null, 200],
      ["201", 200],
      ["401", 50],
    ]);
  });

  it("takes four times as long for four times the text, whatever it is made of", () => {
    const cpuMs = (text: string) => {
      const before = process.cpuUsage();
      render(text, { step: 50 });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    // Quadratic time would be sixteen times as long. The test's own document is not quite linear, and times below some milliseconds cannot
    // be compared. Other load on the machine only makes a time longer, so one good try out of several is enough.
    const isLinear = (text: string) => {
      const quarter = text.slice(0, text.length / 4);
      for (let shortMs = Infinity, longMs = Infinity, at = 0; at < 8; at++) {
        shortMs = Math.min(shortMs, cpuMs(quarter));
        longMs = Math.min(longMs, cpuMs(text));
        if (longMs < 12 * Math.max(10, shortMs)) return true;
      }
      return false;
    };
    for (let seed = 1; seed <= 25; seed++) {
      const next = random(seed);
      const unit = Array.from({ length: 1 + (seed % 4) }, () => pieces[Math.floor(next() * pieces.length)]).join("");
      const text = unit.repeat(Math.ceil(16_000 / Math.max(1, unit.length)));
      expect(isLinear(text), JSON.stringify(unit)).toBe(true);
    }
  });
});
