import { describe, expect, it } from "vitest";
import { makeDocx, paragraph, relation, wordXml } from "../../../test/support/make-docx.ts";
import { renderBlocks } from "../extract/blocks.ts";
import { readDocx } from "./read-docx.ts";

const level = (index: number, format: string, text: string, more = "") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = wordXml(
  "numbering",
  `<w:abstractNum w:abstractNumId="7">${level(0, "upperRoman", "Part %1", '<w:pStyle w:val="Part"/>')}${level(1, "decimal", "%1.%2", "<w:isLgl/>")}${level(2, "lowerLetter", "(%3)")}</w:abstractNum>
   <w:abstractNum w:abstractNumId="8">${level(0, "decimal", "%1.")}${level(1, "bullet", "•")}</w:abstractNum>
   <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
   <w:num w:numId="3"><w:abstractNumId w:val="8"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`,
);
const styles = wordXml(
  "styles",
  `<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>
   <w:style w:type="paragraph" w:styleId="Part"><w:name w:val="Part"/><w:basedOn w:val="Heading1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`,
);
const options = {
  parts: { "word/numbering.xml": numbering, "word/styles.xml": styles },
  relations: relation("n1", "numbering", "numbering.xml") + relation("s1", "styles", "styles.xml"),
};
const item = (text: string, numId: number, at: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const read = async (body: string) => {
  const { extraction, notes } = await readDocx({ bytes: await makeDocx(body, options) });
  return { text: renderBlocks(extraction.blocks), coverage: extraction.coverage, notes };
};
const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const namespaces = (...names: string[]) => names.map((name) => `xmlns:${name}="urn:${name}"`).join(" ");

describe("the automatic numbers of Word", () => {
  it("are those that Word shows, over headings, clauses and letters", async () => {
    const body =
      paragraph("Booking", "Part") +
      item("Binding.", 1, 1) +
      item("We keep", 1, 1) +
      item("half,", 1, 2) +
      item("all.", 1, 2) +
      paragraph("Damage", "Part") +
      item("Report it.", 1, 1) +
      item("at once,", 1, 2);
    expect(await read(body)).toMatchObject({
      text: "# Part I Booking\n\n  1.1 Binding.\n  1.2 We keep\n    (a) half,\n    (b) all.\n\n# Part II Damage\n\n  2.1 Report it.\n    (a) at once,",
      coverage: 1,
    });
  });

  it("are written once where the end of a paragraph is deleted", async () => {
    const deleted = item("One", 2, 0).replace("</w:numPr>", '</w:numPr><w:rPr><w:del w:id="1" w:author="a"/></w:rPr>');
    expect((await read(deleted + item(" and more", 2, 0) + item("Two", 2, 0))).text).toBe("1. One and more\n2. Two");
  });

  it("go on after other text, and start anew where the list says so", async () => {
    const body = `${item("One", 2, 0)}${item("dot", 2, 1)}${paragraph("Between.")}${item("Two", 2, 0)}${item("Five", 3, 0)}${item("Six", 3, 0)}`;
    expect((await read(body)).text).toBe("1. One\n  - dot\n\nBetween.\n\n2. Two\n5. Five\n6. Six");
  });
});

describe("parts that the library does not know", () => {
  it("are read: text boxes, once although they are written twice", async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const drawn = `<w:p><w:r><w:t>Wait.</w:t></w:r><w:r><mc:AlternateContent ${namespaces("mc", "wps", "v")}><mc:Choice><w:drawing><wps:txbx>${box("Never run it dry.")}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box("Never run it dry.")}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const old = `<w:p><w:r><w:pict><v:shape ${namespaces("v")}><v:textbox>${box("Call 4417.")}</v:textbox></v:shape></w:pict></w:r></w:p>`;
    expect(await read(drawn + old + paragraph("Done."))).toMatchObject({
      text: "Wait.\n\nNever run it dry.\n\nCall 4417.\n\nDone.",
      coverage: 1,
      notes: [],
    });
  });

  it("are read with a note: formulas, which lower the coverage", async () => {
    const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const formula = `<m:oMathPara ${namespaces("m")}><m:oMath>${run("x=")}<m:f><m:num>${run("a+1")}</m:num><m:den>${run("2")}</m:den></m:f></m:oMath></m:oMathPara>`;
    const { text, coverage, notes } = await read(`${paragraph("The value is")}<w:p>${formula}</w:p>`);
    expect(text).toBe("The value is\n\nx=(a+1)/2");
    expect(coverage).toBeLessThan(1);
    expect(notes).toEqual(["Formulas read as plain text, which may be wrong: 1."]);
  });

  it("leave a note and lower the coverage when they cannot be read: pictures and objects, not symbols", async () => {
    const picture = (size: number) =>
      `<w:p><w:r><w:drawing><wp:inline ${namespaces("wp", "a")}><wp:extent cx="${size}" cy="${size}"/><a:blip/></wp:inline></w:drawing></w:r></w:p>`;
    const object = `<w:p><w:r><w:object><v:imagedata ${namespaces("v")}/></w:object></w:r></w:p>`;
    const { coverage, notes } = await read(paragraph("See the picture.") + picture(900_000) + picture(90_000) + object);
    expect(coverage).toBeLessThan(1);
    expect(notes).toEqual([
      "Pictures that were not read: 1.",
      "Charts, diagrams and embedded objects that were not read: 1.",
    ]);
  });
});

describe("signs and tables of Word", () => {
  it("lose struck and hidden text, which lowers the coverage, and keep powers", async () => {
    const run = (text: string, look = "") => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p>${run("Now ")}${run("20", "<w:strike/>")}${run("15", "<w:dstrike/>")}${run("secret", "<w:vanish/>")}${run("12 m")}${run("2", '<w:vertAlign w:val="superscript"/>')}</w:p>`;
    const { text, coverage } = await read(body);
    expect(text).toBe("Now 12 m²");
    expect(coverage).toBeLessThan(1);
  });

  it("keep values under their column: merged cells, rows that start later, and the first row as header", async () => {
    const merged = (text: string, kind: string) => cell(text, `<w:vMerge${kind}/>`);
    const body = `<w:tbl><w:tblPr><w:tblLook w:val="04A0"/></w:tblPr>
      <w:tr>${cell("Zone")}${cell("Price", '<w:gridSpan w:val="2"/>')}</w:tr>
      <w:tr>${merged("A", ' w:val="restart"')}${cell("6")}${cell("14")}</w:tr><w:tr>${merged("", "")}${cell("11")}${cell("")}</w:tr>
      <w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell("9")}${cell("18")}</w:tr></w:tbl>`;
    const { extraction } = await readDocx({ bytes: await makeDocx(body) });
    expect(extraction.blocks).toEqual([
      {
        type: "table",
        caption: null,
        header: [["Zone", "Price", "Price"]],
        rows: [
          ["A", "6", "14"],
          ["A", "11", ""],
          ["", "9", "18"],
        ],
      },
    ]);
  });
});
