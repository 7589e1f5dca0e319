import { describe, expect, it } from "vitest";
import { renderBlocks } from "../extract/blocks.ts";
import { readCsv } from "./read-csv.ts";

const read = (text: string) => {
  const { extraction, notes } = readCsv(text, []);
  return { text: renderBlocks(extraction.blocks), coverage: extraction.coverage, notes, blocks: extraction.blocks };
};

describe("a table of questions and answers", () => {
  it("becomes a heading and its answer a row, whatever separates the cells", () => {
    const rows = [
      ["id", "Question", "Answer", "URL"],
      ["1", "How do I pay?", "By card.", "https://example.com/pay"],
      ["2", "Can I cancel?", "Yes.", ""],
    ];
    const expected = "## How do I pay?\n\nBy card.\n\nhttps://example.com/pay\n\n## Can I cancel?\n\nYes.";
    for (const separator of [",", ";", "\t", "|"]) {
      const { text, coverage, notes } = read(rows.map((row) => row.join(separator)).join("\n"));
      expect(text).toBe(expected);
      expect(coverage).toBe(1);
      expect(notes).toEqual(["Questions and answers: 2."]);
    }
  });

  it("may have names in other languages, and quoted cells with line ends", () => {
    expect(read('Frage;Antwort\n"Wie zahle ich?";"Mit Karte.\n\nOder ""bar""."').text).toBe(
      '## Wie zahle ich?\n\nMit Karte.\n\nOder "bar".',
    );
    expect(read("질문,답변\n환불?,가능합니다").text).toBe("## 환불?\n\n가능합니다");
    expect(read("title,content\nRefunds,In 14 days").text).toBe("## Refunds\n\nIn 14 days");
  });

  it("needs no names when one of two columns asks", () => {
    expect(read("How?,So.\nWhy?,Therefore.").text).toBe("## How?\n\nSo.\n\n## Why?\n\nTherefore.");
    expect(read("So.,How?\nTherefore.,Why?").text).toBe("## How?\n\nSo.\n\n## Why?\n\nTherefore.");
  });

  it("reads answers that are HTML", () => {
    const { text } = read(
      'question,answer\nHow?,"<p>First <b>ask</b>.</p><ul><li>then wait</li></ul><script>x()</script>"',
    );
    expect(text).toBe("## How?\n\nFirst ask.\n\n- then wait");
  });

  it("keeps further columns with each pair, and beside a question that is asked several times", () => {
    const { text, coverage } = read(
      "no;question;answer;country;plan\n1;How long?;30 days.;Germany;Basic\n2;How long?;14 days.;Switzerland;\n3;Who pays?;We do.;Germany;Basic",
    );
    expect(text).toBe(
      "## How long? (Germany, Basic)\n\ncountry: Germany; plan: Basic\n\n30 days.\n\n## How long? (Switzerland)\n\ncountry: Switzerland\n\n14 days.\n\n## Who pays?\n\ncountry: Germany; plan: Basic\n\nWe do.",
    );
    expect(coverage).toBe(1);
  });

  it("may name its separator first, and has no invisible characters", () => {
    expect(read("sep=;\nquestion;answer\nHow lo\u00adng?;3 days, or 4.").text).toBe("## How long?\n\n3 days, or 4.");
  });

  it("says which rows it left out", () => {
    const { notes, coverage } = read("question,answer\nHow?,So.\nWhy?,\n,Because I say so.\n\n");
    expect(notes).toEqual(["Questions and answers: 1.", "Rows skipped because the question or answer is missing: 2."]);
    expect(coverage).toBeLessThan(0.5);
  });
});

describe("another table", () => {
  it("stays a table", () => {
    const { blocks, notes } = read("Plan,Price,Seats\nFree,0,1\nPro,9,a|b\n");
    expect(blocks).toEqual([
      {
        type: "table",
        caption: null,
        header: [["Plan", "Price", "Seats"]],
        rows: [
          ["Free", "0", "1"],
          ["Pro", "9", "a|b"],
        ],
      },
    ]);
    expect(notes).toEqual(["No question and answer columns were found. The file was read as a table."]);
  });

  it("has its title as caption", () => {
    const { blocks } = read("Prices 2026,\nPlan,Price\nFree,0");
    expect(blocks).toEqual([
      { type: "table", caption: "Prices 2026", header: [["Plan", "Price"]], rows: [["Free", "0"]] },
    ]);
  });

  it("of nothing has no blocks", () => {
    expect(read("\n\n , \n").blocks).toEqual([]);
  });
});
