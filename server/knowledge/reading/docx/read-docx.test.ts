import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { makeDocx, paragraph, relation, wordXml } from "../../../test/support/make-docx.ts";
import { renderBlocks } from "../extract/blocks.ts";
import { readDocx } from "./read-docx.ts";

const read = async (bytes: Uint8Array) => {
  const { extraction } = await readDocx({ bytes });
  return { ...extraction, text: renderBlocks(extraction.blocks) };
};
const styles = wordXml(
  "styles",
  ["heading 1", "heading 2", "Title"]
    .map(
      (name) => `<w:style w:type="paragraph" w:styleId="${name.replace(" ", "")}"><w:name w:val="${name}"/></w:style>`,
    )
    .join(""),
);
const styled = {
  parts: { "word/styles.xml": styles },
  relations: relation("s1", "styles", "styles.xml"),
};
const cell = (...texts: string[]) => `<w:tc>${texts.map((text) => paragraph(text)).join("")}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;

describe("a Word document", () => {
  it("gives its title, headings, text and tables", async () => {
    const body =
      paragraph("Our rules", "Title") +
      paragraph("Refunds", "heading1") +
      paragraph("Within 14 days.") +
      `<w:tbl>${row(cell("Plan"), cell("Price"))}${row(cell("Free"), cell("0"))}</w:tbl>` +
      paragraph("Abroad", "heading2") +
      paragraph("Later.");
    const { title, text, coverage } = await read(await makeDocx(body, styled));
    expect(title).toBe("Our rules");
    expect(text).toBe(
      "# Our rules\n\n# Refunds\n\nWithin 14 days.\n\n| Plan | Price |\n| Free | 0 |\n\n## Abroad\n\nLater.",
    );
    expect(coverage).toBe(1);
  });

  it("takes what was inserted and leaves what was deleted", async () => {
    const body = `<w:p><w:r><w:t>Pay within </w:t></w:r><w:del w:id="1" w:author="a"><w:r><w:delText>30</w:delText></w:r></w:del><w:ins w:id="2" w:author="a"><w:r><w:t>14</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> days.</w:t></w:r></w:p>`;
    expect(await read(await makeDocx(body))).toMatchObject({ text: "Pay within 14 days.", coverage: 1 });
  });

  it("keeps footnotes, with their numbers and without arrows", async () => {
    const body = `<w:p><w:r><w:t>Prices rise</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`;
    const notes = wordXml("footnotes", `<w:footnote w:id="2">${paragraph("Not for old contracts.")}</w:footnote>`);
    const bytes = await makeDocx(body, {
      parts: { "word/footnotes.xml": notes },
      relations: relation("f1", "footnotes", "footnotes.xml"),
    });
    expect((await read(bytes)).text).toBe("Prices rise[1]\n\n[1] Not for old contracts.");
  });

  it("keeps text that stands in direction marks and under pronunciation", async () => {
    const body = `<w:p><w:dir w:val="rtl"><w:r><w:t>مرحبا</w:t></w:r></w:dir><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>`;
    expect((await read(await makeDocx(body))).text).toBe("مرحبا漢字");
  });

  it("divides cells that hold a column of lines, if they are level", async () => {
    const level = `<w:tbl>${row(cell("Income", "Tax"), cell("100", "20"))}${row(cell("Rest"), cell("80"))}</w:tbl>`;
    expect((await read(await makeDocx(level))).text).toBe("| Income | 100 |\n| Tax | 20 |\n| Rest | 80 |");
    const uneven = `<w:tbl>${row(cell("Income", "Tax"), cell("100"))}${row(cell("Rest"), cell("80"))}</w:tbl>`;
    expect((await read(await makeDocx(uneven))).text).toBe("| Income Tax | 100 |\n| Rest | 80 |");
  });

  it("has bold lines for headings when it has no styles, but not when all is bold", async () => {
    const text = paragraph("A sentence of the text.");
    expect((await read(await makeDocx(bold("Refunds") + text.repeat(4)))).blocks[0]).toMatchObject({ type: "heading" });
    expect((await read(await makeDocx(bold("Refunds") + bold("Payment")))).blocks[0]).toMatchObject({
      type: "paragraph",
    });
  });
});

/** The offset of a file's entry in the archive's directory. */
function directoryEntry(bytes: Buffer, name: string): number {
  const at = bytes.lastIndexOf(Buffer.from(name)) - 46;
  expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
  return at;
}

const put16 = (bytes: Buffer, at: number, value: number) => {
  bytes.writeUInt16LE(value, at);
  return bytes;
};
const put32 = (bytes: Buffer, at: number, value: number) => {
  bytes.writeUInt32LE(value, at);
  return bytes;
};
const endRecord = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
const docx = async (options = {}) => Buffer.from(await makeDocx(paragraph("Refunds take 14 days."), options));

describe("a Word document that other programs open", () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ["with a comment one byte shorter than said", (bytes) => put16(bytes, endRecord(bytes) + 20, 1)],
    ["with a comment one byte longer than said", (bytes) => Buffer.concat([bytes, Buffer.from("x")])],
    ["with bytes behind it", (bytes) => Buffer.concat([bytes, Buffer.alloc(70_000, "\r\n")])],
    ["with bytes before it", (bytes) => Buffer.concat([Buffer.from("MIME-Version: 1.0\r\n\r\n"), bytes])],
    [
      "with a signature of the end behind it",
      (bytes) => Buffer.concat([bytes, Buffer.from("PK\u0005\u0006 and more text behind")]),
    ],
    ["with a wrong place of the directory", (bytes) => put32(bytes, endRecord(bytes) + 16, 7)],
    ["with a wrong size of the directory", (bytes) => put32(bytes, endRecord(bytes) + 12, 9)],
    ["with a wrong number of parts", (bytes) => put16(bytes, endRecord(bytes) + 10, 1)],
    ["of several disks, as it says", (bytes) => put16(bytes, endRecord(bytes) + 4, 1)],
    ["with wrong checks", (bytes) => put32(bytes, directoryEntry(bytes, "word/document.xml") + 16, 1)],
    [
      "with the flag for sizes behind the data",
      (bytes) => {
        const at = directoryEntry(bytes, "word/document.xml");
        bytes.writeUInt16LE(0x0008, at + 8);
        bytes.writeUInt32LE(0, at + 20);
        bytes.writeUInt32LE(0, at + 24);
        return bytes;
      },
    ],
    [
      "with marks of ZIP64 in place of sizes",
      (bytes) => {
        const at = directoryEntry(bytes, "word/document.xml");
        bytes.writeUInt32LE(0xffffffff, at + 20);
        bytes.writeUInt32LE(0xffffffff, at + 24);
        return bytes;
      },
    ],
    [
      "with backslashes in the names of its parts",
      (bytes) => {
        for (let at = bytes.indexOf("word/document.xml"); at >= 0; at = bytes.indexOf("word/document.xml", at)) {
          bytes.write("word\\document.xml", at);
        }
        return bytes;
      },
    ],
  ];

  it.each(damages)("%s is read", async (_, damage) => {
    expect((await read(damage(await docx()))).text).toBe("Refunds take 14 days.");
  });

  it("with broken settings and styles is read without them", async () => {
    const bytes = await docx({ parts: { "word/settings.xml": wordXml("settings", "<w:zoom/>".repeat(50)) } });
    const at = bytes.indexOf("word/settings.xml");
    bytes.fill(0xff, at + 17, at + 60);
    expect((await read(bytes)).text).toBe("Refunds take 14 days.");
  });

  it("with control characters and blanks around its XML is read", async () => {
    const body = wordXml("document", `<w:body>${paragraph("Refunds\u0000 take\u000b 14 days.")}</w:body>`);
    expect((await read(await docx({ parts: { "word/document.xml": `\n  ${body}\n` } }))).text).toBe(
      "Refunds take 14 days.",
    );
  });

  it("with megabytes of looks and one run for each word is read whole, in several parts", async () => {
    const looks = `<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:color w:val="000000"/><w:sz w:val="20"/><w:lang w:val="en-US"/></w:rPr>`;
    const words = (text: string) =>
      text.replace(
        /\S+/g,
        (word) =>
          `<w:r w:rsidRPr="00B21">${looks}<w:t xml:space="preserve">${word} </w:t></w:r><w:proofErr w:type="spellEnd"/>`,
      );
    const rows = (count: number) =>
      Array.from({ length: count }, (_, n) => row(cell(`Plan ${n}`), cell(`${n} euros`))).join("");
    const text = (n: number) =>
      `Paragraph ${n} says how long refunds take, whom they are paid to, and what may be kept of them for good.`;
    const paragraphs = Array.from({ length: 2_000 }, (_, n) => `<w:p>${words(text(n))}</w:p>`).join("");
    const note = `<w:p><w:r><w:t>Noted</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`;
    const notes = wordXml("footnotes", `<w:footnote w:id="2">${paragraph("Not for old contracts.")}</w:footnote>`);
    const body = `${note}${paragraphs}<w:tbl>${rows(4_500)}</w:tbl>${note}`;
    expect(body.length).toBeGreaterThan(6_000_000);
    const whole = await read(
      await makeDocx(body, {
        parts: { "word/footnotes.xml": notes },
        relations: relation("f1", "footnotes", "footnotes.xml"),
      }),
    );
    for (const n of [0, 999, 1_999]) expect(whole.text).toContain(text(n));
    for (const n of [0, 2_250, 4_499]) expect(whole.text).toContain(`| Plan ${n} | ${n} euros |`);
    expect(whole.text).toContain("Noted[1]");
    expect(whole.text).toContain("Noted[2]");
    expect(whole.coverage).toBe(1);
  }, 120_000);
});

describe("a hostile archive", () => {
  const filler = (bytes: number) => paragraph("x".repeat(bytes));

  it.each([
    [
      "with too many parts",
      { parts: Object.fromEntries(Array.from({ length: 4_001 }, (_, n) => [`word/media/${n}`, ""])) },
      /too many parts/,
    ],
    [
      "that grows too much",
      { parts: { "word/styles.xml": wordXml("styles", " ".repeat(20 * 1024 * 1024)) } },
      /too large when unpacked/,
    ],
    [
      "with entities",
      { parts: { "word/styles.xml": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${styles}` } },
      /entities/,
    ],
    [
      "with entities in UTF-16",
      { parts: { "word/styles.xml": Buffer.from(`\ufeff<!DOCTYPE x [<!ENTITY a "b">]>`, "utf16le") } },
      /entities/,
    ],
  ])("%s is refused", async (_, options, reason) => {
    await expect(read(await makeDocx(paragraph("text"), options))).rejects.toThrow(reason);
  });

  it("with a text that unpacks to more than it may is refused while it grows", async () => {
    const bytes = await makeDocx(filler(30 * 1024 * 1024));
    expect(bytes.length).toBeLessThan(200_000);
    await expect(read(bytes)).rejects.toThrow(/too large when unpacked/);
  });

  it("that lies about the size of a part is counted while it is unpacked", async () => {
    const bytes = Buffer.from(await makeDocx(filler(30 * 1024 * 1024)));
    const directory = directoryEntry(bytes, "word/document.xml");
    bytes.writeUInt32LE(100, directory + 24);
    await expect(read(bytes)).rejects.toThrow(/too large when unpacked/);
  });

  it("that is cut has no directory and is refused, also with a whole document inside", async () => {
    const inner = await makeDocx(paragraph("The inner document."), { compression: "STORE" });
    const parts = { "word/embeddings/inner.docx": inner, "word/media/last.png": Buffer.alloc(4_000, 7) };
    const bytes = await makeDocx(paragraph("The outer document."), { parts, compression: "STORE" });
    for (const share of [0.3, 0.5, 0.9, 0.97]) {
      await expect(read(bytes.subarray(0, Math.floor(bytes.length * share))), `${share}`).rejects.toThrow(/damaged/);
    }
  });

  it("with two different documents of one name is refused", async () => {
    const bytes = Buffer.from(await makeDocx(paragraph("One."), { parts: { "word/documenu.xml": "<other/>" } }));
    for (let at = bytes.indexOf("word/documenu.xml"); at >= 0; at = bytes.indexOf("word/documenu.xml", at)) {
      bytes.write("word/document.xml", at);
    }
    await expect(read(bytes)).rejects.toThrow(/damaged/);
  });

  it("with parts for its pictures and objects only has these left packed", async () => {
    const parts = { "word/embeddings/big.xml": " ".repeat(40 * 1024 * 1024), "word/media/a.png": "x" };
    expect((await read(await makeDocx(paragraph("text"), { parts }))).text).toBe("text");
  });

  it.each([
    ["spreadsheetml.sheet", /Spreadsheet/],
    ["presentationml.presentation", /slides/i],
    ["something.else", /Archives/],
  ])("of %s is told from a Word document", async (kind, reason) => {
    const zip = new JSZip().file("[Content_Types].xml", `<Types ContentType="application/${kind}.main+xml"/>`);
    await expect(read(await zip.generateAsync({ type: "uint8array" }))).rejects.toThrow(reason);
  });
});
