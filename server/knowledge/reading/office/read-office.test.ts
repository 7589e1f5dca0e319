import { utils, type WorkBook, write } from "@e965/xlsx";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { readFile } from "../child/read-file.ts";
import { renderBlocks } from "../extract/blocks.ts";
import { defaultLimits } from "../parsers/parser-limits.ts";

async function read(bytes: Uint8Array) {
  const file = { bytes, name: "file", declaredType: null, kind: null, allowed: null, limits: defaultLimits };
  const { extraction, ...reading } = await readFile({ ...file, onScans: () => undefined });
  return { ...reading, ...extraction, text: renderBlocks(extraction.blocks) };
}

describe("a spreadsheet", () => {
  const bytesOf = (book: WorkBook) => new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);

  it("is a heading and a table for each visible sheet, with values as they are shown", async () => {
    const prices = utils.aoa_to_sheet([
      ["Our prices"],
      [],
      ["Lamp", "Price", "From"],
      ["Kestrel", 1234.5, 46000],
      ["Heron", 9, 46001],
    ]);
    for (const [cell, format] of Object.entries({ B4: "#,##0.00", C4: "yyyy-mm-dd", B5: "0.00", C5: "yyyy-mm-dd" }))
      prices[cell].z = format;
    const merged = utils.aoa_to_sheet([
      ["Zone", "Weight", "Cost"],
      ["North", "5 kg", 14.3],
      ["", "10 kg", 22.5],
    ]);
    merged["!merges"] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
    const book: WorkBook = { SheetNames: [], Sheets: {} };
    utils.book_append_sheet(book, prices, "Prices");
    utils.book_append_sheet(book, merged, "Parcels");
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ["secret", "margin"],
        ["a", 5],
      ]),
      "Internal",
    );
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 0 }, { Hidden: 1 }] };
    const found = await read(bytesOf(book));
    expect(found).toMatchObject({ format: "xlsx", notes: ["Hidden sheets were left out: 1."] });
    expect(found.coverage).toBeLessThan(1);
    expect(found.text).toBe(
      [
        "## Prices\n\nOur prices\n\n| Lamp | Price | From |\n| Kestrel | 1,234.50 | 2025-12-09 |\n| Heron | 9.00 | 2025-12-10 |",
        "## Parcels\n\n| Zone | Weight | Cost |\n| North | 5 kg | 14.3 |\n| North | 10 kg | 22.5 |",
      ].join("\n\n"),
    );
  });

  it("is read without its hidden rows, columns and sheets, which are counted and lower the coverage", async () => {
    const prices = utils.aoa_to_sheet([
      ["Lamp", "Margin", "Price"],
      ["Kestrel", "40 %", "12 euros"],
      ["Heron", "30 %", "9 euros"],
      ["Stork", "50 %", "20 euros"],
    ]);
    prices["!cols"] = [{}, { hidden: true }, {}, { hidden: true }];
    prices["!rows"] = [{}, {}, { hidden: true }, {}, { hidden: true }];
    const internal = utils.aoa_to_sheet([["All of it"]]);
    internal["!rows"] = [{ hidden: true }];
    const book: WorkBook = { SheetNames: [], Sheets: {} };
    utils.book_append_sheet(book, prices, "Prices");
    utils.book_append_sheet(book, internal, "Internal");
    const found = await read(bytesOf(book));
    expect(found.text).toBe("## Prices\n\n| Lamp | Price |\n| Kestrel | 12 euros |\n| Stork | 20 euros |");
    expect(found.notes).toEqual(["Hidden rows were left out: 2.", "Hidden columns were left out: 1."]);
    expect(found.coverage).toBeCloseTo(0.55, 1);
  });

  it("that is a bomb is refused", async () => {
    const zip = new JSZip();
    zip.file("xl/workbook.xml", "<workbook/>");
    zip.file("xl/worksheets/sheet1.xml", Buffer.alloc(60 * 1024 * 1024, " "));
    await expect(read(await zip.generateAsync({ type: "uint8array", compression: "DEFLATE" }))).rejects.toThrow(
      "too large",
    );
  });
});

describe("slides", () => {
  const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const shape = (kind: string, ...texts: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr>${kind && `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${texts.map(paragraph).join("")}</p:txBody></p:sp>`;
  const row = (...texts: string[]) =>
    `<a:tr>${texts.map((text) => `<a:tc><a:txBody>${paragraph(text)}</a:txBody></a:tc>`).join("")}</a:tr>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;

  it("are read in their order: title, list, table and notes, without hidden ones and page numbers", async () => {
    const zip = new JSZip();
    zip.file(
      "ppt/presentation.xml",
      '<p:presentation><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/><p:sldId r:id="r3"/></p:sldIdLst></p:presentation>',
    );
    zip.file(
      "ppt/_rels/presentation.xml.rels",
      `<Relationships>${[1, 2, 3].map((n) => relation(`r${n}`, "slide", `slides/slide${n}.xml`)).join("")}</Relationships>`,
    );
    zip.file(
      "ppt/slides/slide2.xml",
      `<p:sld>${shape("body", "Five years for lamps", "Two for tents &amp; poles")}${shape("title", "Warranty")}${shape("sldNum", "1")}</p:sld>`,
    );
    zip.file(
      "ppt/slides/slide1.xml",
      `<p:sld><p:graphicFrame><a:tbl>${row("Zone", "Days")}${row("North", "3")}</a:tbl></p:graphicFrame></p:sld>`,
    );
    zip.file("ppt/slides/slide3.xml", `<p:sld show="0">${shape("title", "Draft")}</p:sld>`);
    zip.file(
      "ppt/slides/_rels/slide2.xml.rels",
      `<Relationships>${relation("n", "notesSlide", "../notesSlides/notesSlide1.xml")}</Relationships>`,
    );
    zip.file("ppt/notesSlides/notesSlide1.xml", `<p:notes>${shape("body", "Mention the receipt.")}</p:notes>`);
    const found = await read(await zip.generateAsync({ type: "uint8array" }));
    expect(found).toMatchObject({ format: "pptx", title: "Warranty", notes: ["Hidden slides were left out: 1."] });
    expect(found.text).toBe(
      "## Warranty\n\n- Five years for lamps\n- Two for tents & poles\n\nNotes: Mention the receipt.\n\n## Slide 2\n\n| Zone | Days |\n| North | 3 |",
    );
  });
});
