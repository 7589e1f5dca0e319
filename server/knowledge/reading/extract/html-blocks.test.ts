import { describe, expect, it } from "vitest";
import { costsInProportion } from "../../../test/support/cost.ts";
import { renderBlocks } from "./blocks.ts";
import { extract } from "./extract.ts";

const read = (body: string) => {
  const { blocks, coverage } = extract(`<title>Help</title><main>${body}</main>`, "html");
  return { text: renderBlocks(blocks), coverage };
};
const textOf = (body: string) => read(body).text;

describe("collapsed parts of a page", () => {
  it("are read below the heading that holds their button, and end with their panel", () => {
    const item = (question: string, panel: string) =>
      `<div><h3><button aria-expanded="false">${question}</button></h3>${panel}</div>`;
    const page = `<h2>Orders</h2>${item("How long?", "<div hidden>Three days.</div>")}${item("Who pays?", '<div aria-hidden="true">We do.</div>')}<p>Call us.</p>`;
    expect(textOf(page)).toBe(
      "## Orders\n\n### How long?\n\nThree days.\n\n### Who pays?\n\nWe do.\n\n## Orders\n\nCall us.",
    );
    expect(read(page).coverage).toBe(1);
  });

  it("have the text of their control as heading when no heading names them", () => {
    const details = "<details><summary>Gifts?</summary><p>A voucher.</p></details>";
    const button = '<button aria-expanded="false" aria-controls="a">Abroad?</button><div id="a" hidden>Ten days.</div>';
    const heading =
      '<button aria-controls="b" aria-expanded="false"><h3>Islands?</h3></button><div id="b" hidden>Twelve.</div>';
    expect(textOf(`<h2>Orders</h2>${details}${button}${heading}<div hidden="until-found">Found.</div>`)).toBe(
      "## Orders\n\n### Gifts?\n\nA voucher.\n\n### Abroad?\n\nTen days.\n\n### Islands?\n\nTwelve.\n\n## Orders\n\nFound.",
    );
  });

  it("of tabs have the name of their tab, also by their position alone", () => {
    const expected = "# Install\n\n## Windows\n\nRun it.\n\n## Linux\n\nUnpack it.\n\n# Help\n\nDone.";
    const aria = `<div role="tablist"><button role="tab" id="t1">Windows</button><button role="tab" id="t2">Linux</button></div>
      <div role="tabpanel" aria-labelledby="t1">Run it.</div><div role="tabpanel" aria-labelledby="t2" hidden>Unpack it.</div>`;
    const bootstrap = `<ul><li><a href="#w" data-bs-toggle="tab">Windows</a></li><li><a href="#l" data-bs-toggle="tab">Linux</a></li></ul>
      <div><div id="w">Run it.</div><div id="l" style="display:none">Unpack it.</div></div>`;
    const unnamed = aria.replace(/ (?:id|aria-labelledby)="\w+"/g, "");
    for (const tabs of [aria, bootstrap, unnamed])
      expect(
        textOf(`<h1>Install</h1><div>${tabs}</div><p>Done.</p>`).replace("# Install\n\nDone.", "# Help\n\nDone."),
      ).toBe(expected);
  });

  it("are named by plain buttons that alternate with them, and by controls whose panel the style sheet hides", () => {
    const plain = "<button>How long?</button><div>Ten days.</div><button>Who pays?</button><div>We do.</div>";
    expect(textOf(`<h1>Orders</h1>${plain}`)).toBe("# Orders\n\n## How long?\n\nTen days.\n\n## Who pays?\n\nWe do.");
    const styled = '<div role="button" aria-expanded="false">How long?</div><div class="panel">Ten days.</div>';
    expect(textOf(`<h1>Orders</h1>${styled}`)).toBe("# Orders\n\n## How long?\n\nTen days.");
    expect(textOf("<p>Text.</p><div><button>Send</button><div>Sent.</div></div>")).toBe("Text.\n\nSent.");
  });

  it("that no control opens are left out and lower the coverage, and so is a dialog", () => {
    const { text, coverage } = read(
      "<p>Twenty letters of text.</p><div hidden>Not shown to anyone.</div><dialog>Cookies</dialog>",
    );
    expect(text).toBe("Twenty letters of text.");
    expect(coverage).toBeLessThan(0.6);
  });
});

describe("lists", () => {
  it("keep their start, values, direction and kind of numbers", () => {
    const list = '<ol start="3"><li>three</li><li value="9">nine</li></ol>';
    const reversed = "<ol reversed><li>two</li><li>one</li></ol>";
    const nested =
      '<ol type="I" start="4"><li>four<ol style="list-style-type: lower-alpha"><li>a</li><li>b</li></ol></li></ol>';
    expect(textOf(list + reversed + nested)).toBe("3. three\n9. nine\n2. two\n1. one\nIV. four\n  a. a\n  b. b");
  });

  it("of definitions have their terms as headings", () => {
    const list = `<dl><dt>Out?</dt><dt>Late?</dt><dd>At 11.</dd><dd>Sundays at 14.</dd>
      <div><dt>Parking</dt><dd><dl><dt>Car</dt><dd>12</dd></dl></dd></div></dl>`;
    expect(textOf(`<h2>Stay</h2>${list}<p>Bye.</p>`)).toBe(
      "## Stay\n\n### Out? / Late?\n\nAt 11.\n\nSundays at 14.\n\n### Parking\n\n#### Car\n\n12\n\n## Stay\n\nBye.",
    );
  });
});

describe("signs", () => {
  it("keep powers, indices, ordinals, ticks and formulas, and lose struck text", () => {
    expect(
      textOf(
        '<p>10<sup>3</sup> m<sup>2</sup> 2<sup>10k</sup> 1<sup>st</sup> CO<sub>2</sub> V<sub>max</sub><sup><a href="#f">1</a></sup></p><p><s>20</s> <del>15</del> 12 euros</p><p><input type="checkbox" checked> in <input type="checkbox"> out</p><p><math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math></p>',
      ),
    ).toBe("10³ m² 2^10k 1st CO₂ V_max[1]\n\n12 euros\n\n☒ in ☐ out\n\na/(b + 1)");
  });

  it("at the end of a heading stay unless they are its link", () => {
    const link = '<a href="#x">¶</a>';
    expect(
      textOf(
        `<h2>C#${link}</h2><p>a</p><h2>Under §</h2><p>b</p><h2><a href="#y">#</a> D</h2><p>c <span style="text-decoration: line-through">20</span></p><h2>E <a class="header-anchor" href="#e">Permalink</a></h2><p>d</p>`,
      ),
    ).toBe("## C#\n\na\n\n## Under §\n\nb\n\n## D\n\nc\n\n## E\n\nd");
  });

  it("that nobody sees go, also when they are written as entities", () => {
    expect(
      textOf(
        "<h2>Reise&shy;kosten</h2><p>Pro&#8203;jekt a&nbsp;b</p><table><tr><th>Ki&shy;lo<th>b<tr><td>1<td>2</table>",
      ),
    ).toBe("## Reisekosten\n\nProjekt a b\n\n| Kilo | b |\n| 1 | 2 |");
  });
});

describe("tables", () => {
  it("keep spans, captions, groups, several header rows and cells with a symbol alone", () => {
    const table = `<table><caption>Postage</caption><thead><tr><th rowspan="2">Zone</th><th colspan="2">Price</th></tr><tr><th>2 kg</th><th>10 kg</th></tr></thead>
      <tr><th colspan="3">Abroad</th></tr><tr><td rowspan="2">A</td><td>6</td><td><img alt="no"></td></tr><tr><td><span aria-hidden="true">✓</span></td><td></td></tr></table>`;
    expect(textOf(table)).toBe(
      "Postage\n| Zone | Price: 2 kg | Price: 10 kg |\n| Abroad |\n| A | 6 | no |\n| A | ✓ |  |",
    );
  });

  it("have the first row as header if its cells are bold or if only the corner is no name, and keep steps in a cell", () => {
    const bold =
      "<table><tr><td><b>Day</b><td><strong>Open</strong><tr><td>Monday<td><ol start=2><li>early<li>late</ol></table>";
    const corner = "<table><tr><td></td><th>S</th><th>M</th></tr><tr><th>Price</th><td>1</td><td>2</td></tr></table>";
    const { blocks } = extract(`<main>${bold}${corner}</main>`, "html");
    expect(blocks).toMatchObject([
      { header: [["Day", "Open"]], rows: [["Monday", "2. early 3. late"]] },
      { header: [["", "S", "M"]], rows: [["Price", "1", "2"]] },
    ]);
  });

  it("become two where a row names the columns anew", () => {
    const table = "<table><tr><th>A<th>B<tr><td>1<td>2<tr><th>C<th>D<tr><td>3<td>4</table>";
    expect(textOf(table)).toBe("| A | B |\n| 1 | 2 |\n\n| C | D |\n| 3 | 4 |");
  });
});

it("a page of controls and panels four times as long costs about four times as much", () => {
  const page = (count: number) =>
    Array.from(
      { length: count },
      (_, n) =>
        `<h3><button aria-expanded="false" aria-controls="p${n}">Q${n}?</button></h3><div id="p${n}" hidden><dl><dt>t<dd>d</dl></div><table><tr><td aria-hidden="true">✓<td><svg></svg></table>`,
    ).join("");
  expect(costsInProportion((size) => textOf(page(size)), 800)).toBe(true);
});
