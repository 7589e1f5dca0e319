import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import { makePdf, type PdfLine, type PdfPicture, scanOf } from "../../../test/support/make-pdf.ts";
import { renderBlocks } from "../extract/blocks.ts";
import { defaultLimits } from "../parsers/parser-limits.ts";
import { readPdf } from "./read-pdf.ts";

async function read(pages: (PdfLine[] | PdfPicture)[]) {
  const file = { bytes: makePdf(pages), name: "file.pdf", declaredType: null, kind: null, allowed: null };
  const { extraction, notes } = await readPdf({ ...file, limits: defaultLimits, onScans: () => undefined });
  return { ...extraction, text: renderBlocks(extraction.blocks), notes };
}
const lines = (x: number, y: number, texts: string[]) => texts.map((text, index) => ({ x, y: y + index * 12, text }));
/** Cells drawn row by row; an empty cell draws nothing. */
const grid = (y: number, rows: string[][], gap = 18) =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column) => (text === "" ? [] : [{ x: 50 + column * 110, y: y + index * gap, text }])),
  );

describe("short columns", () => {
  const left = [
    "The tool shed is open when the",
    "sun is up, and members bring the",
    "tools back before it sets again.",
  ];
  const right = [
    "Wheelbarrows can be borrowed by",
    "everybody, but the saw only by",
    "people who have done the course.",
  ];
  const third = ["Compost is turned every month,", "in the last week, by the group", "that has the number of the day."];

  it("are read one after the other, also when each line is drawn across them", async () => {
    const across = left.flatMap((text, row) =>
      [text, right[row] ?? "", third[row] ?? ""].map((each, column) => ({
        x: 40 + column * 180,
        y: 200 + row * 13,
        text: each,
      })),
    );
    const before = {
      x: 40,
      y: 100,
      text: "A sentence that runs over the whole page stands above the three columns, as in a leaflet.",
    };
    expect((await read([[before, ...across]])).text.split("\n\n")).toEqual([
      before.text,
      ...[left, right, third].map((column) => column.join(" ")),
    ]);
  });

  it("are a table when each line is a cell", async () => {
    const rows = [
      ["Borrowed by members only", "saw, drill and long ladder"],
      ["Borrowed by everybody", "spade, rake and small bucket"],
      ["Not borrowed at all", "lawn mower and its fuel"],
    ];
    const cells = rows.flatMap((row, index) =>
      row.map((text, column) => ({ x: 50 + column * 250, y: 100 + index * 14, text })),
    );
    expect((await read([cells])).blocks).toMatchObject([{ type: "table", rows }]);
  });
});

describe("a table", () => {
  it("keeps its empty cells, by the position of the others", async () => {
    const rows = [
      ["Item", "Shelf", "Count", "State"],
      ["K-1", "A", "", "ok"],
      ["K-2", "", "17", ""],
      ["", "B", "", "lost"],
      ["K-4", "C", "9", "ok"],
    ];
    expect((await read([grid(100, rows)])).blocks).toMatchObject([{ header: [rows[0]], rows: rows.slice(1) }]);
  });

  it("goes on over the page, with or without its header, below the line that pages repeat", async () => {
    const head = ["Lamp", "Watt", "Price"];
    const row = (number: number) => [`L-${number}`, `${number} W`, `${number},00`];
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index));
    const furniture = (page: number) => [
      { x: 50, y: 30, text: "Lighthouse Ltd, list of prices" },
      { x: 480, y: 815, text: `page ${page} of 3` },
    ];
    const { blocks } = await read([
      [...furniture(1), ...grid(120, [head, ...numbers(10, 40)])],
      [...furniture(2), ...grid(60, [head, ...numbers(40, 75)])],
      [...furniture(3), ...grid(60, numbers(75, 76))],
    ]);
    expect(blocks).toEqual([{ type: "table", caption: null, header: [head], rows: numbers(10, 76), page: 1 }]);
    const { blocks: two } = await read([
      [...furniture(1).slice(0, 1), ...grid(120, [head, ...numbers(10, 40)])],
      [...furniture(2).slice(0, 1), ...grid(60, numbers(40, 41))],
    ]);
    expect(two).toMatchObject([{ type: "paragraph" }, { type: "table", header: [head], rows: numbers(10, 41) }]);
  });
});

describe("letters and numbers that are not the text", () => {
  it("are read once when they are drawn several times, and double letters stay", async () => {
    const bold = ["Balloon billing", "Illness and will"].flatMap((text, row) =>
      [0, 0.3, 0.6].map((x) => ({ x: 50 + x, y: 100 + row * 40, text })),
    );
    // The widths of the letters in Helvetica, for 10 points.
    const widths: Record<string, number> = { S: 6.67 };
    let x = 50;
    const letters = [..."Speed"].flatMap((text) => {
      const start = x;
      x += widths[text] ?? 5.56;
      return [0, 0.4].map((offset) => ({ x: start + offset, y: 200, text }));
    });
    // Narrow letters, each drawn alone and closer than a letter of this font is wide.
    const narrow = [..."llll"].map((text, index) => ({ x: 50 + index * 1.4, y: 240, text }));
    expect((await read([[...bold, ...letters, ...narrow]])).text).toBe(
      "Balloon billing\n\nIllness and will\n\nSpeed\n\nllll",
    );
  });

  it("are left out in the margin, and kept in lists and tables", async () => {
    const words = Array.from(
      { length: 12 },
      (_, index) => `The party of the second part agrees to clause ${index} in full,`,
    );
    const numbered = words.flatMap((text, index) => [
      { x: 30, y: 100 + index * 20, text: String(index + 1), size: 8 },
      { x: 70, y: 100 + index * 20, text },
    ]);
    expect((await read([numbered])).text).not.toMatch(/\b\d+ The party/);
    const rows = words.slice(0, 8).map((_, index) => [String(index + 1), "Lamp", "12"]);
    expect((await read([grid(100, rows)])).text).toContain("| 8 | Lamp | 12 |");
  });

  it("are read last when they are slanted, and once when each page has them", async () => {
    const stamp = { x: 150, y: 500, size: 60, text: "DRAFT", angle: 45 };
    const side = { x: 580, y: 500, text: "Form 12, printed sideways", angle: 90 };
    const { text } = await read([
      [stamp, side, ...lines(50, 100, ["The first page has one sentence about lamps."])],
      [stamp, ...lines(50, 100, ["The second page has one about tents."])],
    ]);
    expect(text.split("\n\n").map((each) => each.replace(/^#+ /, ""))).toEqual([
      "The first page has one sentence about lamps.",
      "Form 12, printed sideways",
      "DRAFT",
      "The second page has one about tents.",
    ]);
  });
});

describe("a picture on a page with text", () => {
  const shown = lines(50, 60, [
    "This page has a text of its own, which is long enough to be",
    "the text of a page, and a picture below it.",
  ]);

  it("leaves a note and lowers the coverage when it shows more text", async () => {
    const picture = scanOf([
      "Warranty five years for lamps",
      "Returns within thirty days",
      "Delivery costs twelve pounds",
    ]);
    const { notes, coverage, text } = await read([{ ...picture, shown }]);
    expect(notes).toEqual(["Text in pictures was not read: page 1."]);
    expect(coverage).toBeLessThan(0.8);
    expect(text).toMatch(/^This page .* below it\.$/);
  }, 30_000);

  it("is nothing to tell when it shows none", async () => {
    const canvas = createCanvas(600, 400);
    const context = canvas.getContext("2d");
    const sky = context.createLinearGradient(0, 0, 600, 400);
    sky.addColorStop(0, "white");
    sky.addColorStop(1, "darkgreen");
    context.fillStyle = sky;
    context.fillRect(0, 0, 600, 400);
    const { notes, coverage } = await read([{ jpeg: canvas.toBuffer("image/jpeg"), width: 600, height: 400, shown }]);
    expect([notes, coverage]).toEqual([[], 1]);
  }, 30_000);
});
