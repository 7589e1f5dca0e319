import { describe, expect, it } from "vitest";
import { makePdf, type PdfLine } from "../../../test/support/make-pdf.ts";
import { renderBlocks } from "../extract/blocks.ts";
import { defaultLimits } from "../parsers/parser-limits.ts";
import { readPdf } from "./read-pdf.ts";

const read = async (pages: PdfLine[][], limits = {}) => {
  const {
    extraction,
    notes,
    pages: count,
  } = await readPdf({
    bytes: makePdf(pages),
    name: "file.pdf",
    declaredType: null,
    kind: null,
    allowed: null,
    limits: { ...defaultLimits, ...limits },
    onScans: () => undefined,
  });
  return { ...extraction, text: renderBlocks(extraction.blocks), notes, count };
};
const lines = (x: number, y: number, texts: string[]) => texts.map((text, index) => ({ x, y: y + index * 12, text }));

const left = [
  "Refunds are possible within the first days of",
  "a purchase, as long as the parcel has not been",
  "opened. Whoever wants one asks the sup-",
  "port team and names the number of the order,",
  "which stands on the bill that came with the",
  "parcel. The money is sent back to the account",
  "from which it came.",
];
const right = [
  "Deliveries take three days in the country and",
  "a week abroad. A parcel that did not arrive by",
  "then is searched for, and sent again when it",
  "cannot be found within another week of time.",
  "Nobody pays for it twice, and nobody waits for",
  "longer than a month in the end, whatever the",
  "carrier has to say about it.",
];

describe("a page in two columns", () => {
  const expected = /^Refunds are .* from which it came\.\n\nDeliveries take .* to say about it\.$/;

  it("is read column after column, in whatever order it is drawn", async () => {
    const columns = [lines(50, 100, left), lines(320, 100, right)];
    const rowByRow = left.flatMap((_, index) => columns.map((column) => column[index]!));
    expect((await read([columns.flat()])).text).toMatch(expected);
    expect((await read([rowByRow])).text).toMatch(expected);
    expect((await read([columns.flat().reverse()])).text).toMatch(expected);
  });

  it("has its title and summary first when these run across", async () => {
    const across = [
      { x: 50, y: 60, size: 18, text: "How we send parcels and take them back" },
      { x: 50, y: 85, text: "A summary in one long line that runs across both of the columns of the page below." },
    ];
    const { blocks, title } = await read([[...lines(50, 120, left), ...lines(320, 120, right), ...across]]);
    expect(title).toBe("How we send parcels and take them back");
    expect(blocks.map((block) => ("text" in block ? block.text.slice(0, 9) : ""))).toEqual([
      ...["How we se", "A summary", "Refunds a", "Deliverie"],
    ]);
  });
});

describe("lines", () => {
  it("become paragraphs, with divided words joined and real hyphens kept", async () => {
    const { text, coverage } = await read([
      [
        ...lines(50, 100, ["The custo-", "mer gets a well-", "known answer from self-", "service."]),
        ...lines(50, 180, ["Another paragraph about well-known and customer."]),
      ],
    ]);
    expect(text).toBe(
      "The customer gets a well-known answer from self-service.\n\nAnother paragraph about well-known and customer.",
    );
    expect(coverage).toBe(1);
  });

  it("become headings when they are larger, and list items when they begin like one", async () => {
    const { blocks, title } = await read([
      [
        { x: 50, y: 80, size: 20, text: "Returns" },
        { x: 50, y: 110, size: 14, text: "How it works, in more words than" },
        { x: 50, y: 127, size: 14, text: "one line can hold" },
        ...lines(50, 160, ["Some text that is read by whoever wants to know about it in detail."]),
        ...lines(60, 190, ["\x95 Ask for a label", "\x95 Send the parcel", "1. Wait", "2. Be glad"]),
        { x: 50, y: 260, text: "SMALL PRINT" },
        ...lines(50, 290, ["And this is what nobody reads, although it stands here in full length."]),
      ],
    ]);
    expect(title).toBe("Returns");
    expect(
      blocks.map(({ type, ...block }) => [
        type,
        "level" in block ? block.level : "",
        "text" in block ? block.text : "",
      ]),
    ).toEqual([
      ["heading", 1, "Returns"],
      ["heading", 2, "How it works, in more words than one line can hold"],
      ["paragraph", "", "Some text that is read by whoever wants to know about it in detail."],
      ["item", "", "- Ask for a label"],
      ["item", "", "- Send the parcel"],
      ["item", "", "1. Wait"],
      ["item", "", "2. Be glad"],
      ["heading", 3, "SMALL PRINT"],
      ["paragraph", "", "And this is what nobody reads, although it stands here in full length."],
    ]);
  });

  it("that stand in columns of short cells become a table", async () => {
    const rows = [
      ["Plan", "Price", "Seats"],
      ["Free", "0", "1"],
      ["Team", "9", "10"],
      ["Firm", "90", "500"],
    ];
    const cells = rows.flatMap((row, index) =>
      row.map((text, column) => ({ x: 50 + column * 120, y: 100 + index * 15, text })),
    );
    expect((await read([cells])).blocks).toEqual([
      {
        type: "table",
        caption: null,
        header: [["Plan", "Price", "Seats"]],
        rows: rows.slice(1),
        page: 1,
      },
    ]);
  });

  it("with a number in front stay one paragraph", async () => {
    const clauses = [1, 2, 3].flatMap((number) => [
      { x: 50, y: 60 + number * 40, text: `${number}.1` },
      ...lines(90, 60 + number * 40, [
        "Whoever orders something pays for it within the",
        `days that clause ${number} of this contract names.`,
      ]),
    ]);
    expect((await read([clauses])).text.split("\n\n")).toEqual(
      [1, 2, 3].map(
        (number) =>
          `${number}.1 Whoever orders something pays for it within the days that clause ${number} of this contract names.`,
      ),
    );
  });
});

describe("pages", () => {
  const page = (number: number, text: string) => [
    { x: 50, y: 40, text: "Example Ltd - Terms of Service" },
    ...lines(50, 200, [text]),
    { x: 280, y: 810, text: `Page ${number} of 4` },
  ];

  it("lose the headers and footers they repeat, and keep their numbers in the blocks", async () => {
    const { blocks, count } = await read([
      page(1, "The first page has a sentence."),
      page(2, "The second one has another."),
      page(3, "The third page has 42 words,"),
      page(4, "and the fourth ends them."),
    ]);
    expect(count).toBe(4);
    expect(blocks).toEqual(
      [
        { type: "paragraph", text: "The first page has a sentence.", page: 1 },
        { type: "paragraph", text: "The second one has another.", page: 2 },
        { type: "paragraph", text: "The third page has 42 words,", page: 3 },
        { type: "paragraph", text: "and the fourth ends them.", page: 4 },
      ]
        .slice(0, 2)
        .concat([{ type: "paragraph", text: "The third page has 42 words, and the fourth ends them.", page: 3 }]),
    );
  });

  it("are limited", async () => {
    await expect(read([page(1, "one"), page(2, "two")], { pages: 1 })).rejects.toThrow("more than 1 pages");
    await expect(read([page(1, "one ".repeat(50))], { characters: 100 })).rejects.toThrow("too much text");
  });
});
