import { DOMParser } from "linkedom";
import { countVisible } from "../extract/blocks.ts";
import { type FormulaNode, formulaText } from "../formula.ts";
import type { Losses } from "./losses.ts";
import type { Numbering, ParagraphLabel } from "./numbering.ts";
import { attributeOf, headerMark, isOn, isSmall, rowStart, runOf } from "./word-xml.ts";

/** Paragraph style of a list item, with its level; the reader's style map has the same names. */
export const itemStyle = "ParleyItem";
export const itemLevels = 9;

const token = /<(\/?)([\w:]+)(?![\w:])([^<>]*?)(\/?)>/g;
const listMark = /<w:numPr\s*\/>|<w:numPr>(?:(?!<w:numPr>)[\s\S]){0,4000}?<\/w:numPr>/g;
const maxFormulas = 2_000;

interface Token {
  whole: string;
  name: string;
  isEnd: boolean;
  attributes: string;
  isAlone: boolean;
}

/**
 * Writes out what the reader of Word documents does not know: automatic numbers and the text of text boxes become text, formulas one line.
 * Counts the pictures and objects that are not read.
 */
export function plainParts(xml: string, numbering: Numbering): { xml: string; losses: Losses } {
  const writer = new PartWriter(numbering);
  let at = 0;
  for (const { index, 0: whole, 1: closing, 2: name = "", 3: attributes = "", 4: alone } of xml.matchAll(token)) {
    if (index > at) writer.text(xml.slice(at, index));
    writer.tag({ whole, name, isEnd: closing === "/", attributes, isAlone: alone === "/" });
    at = index + whole.length;
  }
  writer.text(xml.slice(at));
  return { xml: writer.end(), losses: writer.losses };
}

class PartWriter {
  readonly losses: Losses = { formulas: 0, formulaChars: 0, pictures: 0, objects: 0, addedChars: 0 };
  readonly #numbering: Numbering;
  /** The document, and the open text boxes in it. */
  readonly #outputs: string[][] = [[]];
  /** The open paragraphs, with the text boxes that follow each. */
  readonly #paragraphs: string[][] = [];
  /** The open drawings, with the number of text boxes before each. */
  readonly #choices: { boxes: number }[] = [];
  readonly #tables: { hasHeader: boolean; rows: number }[] = [];
  #boxes = 0;
  /** A part that is collected until its end tag: properties of a paragraph or row, a formula, a part that is left out. */
  #collected: { name: string; depth: number; parts: string[]; use(xml: string): string } | undefined;
  /** The label of a paragraph that continues in the next one. */
  #continued: ParagraphLabel | undefined;
  #isHiddenRun = false;
  #isInRun = false;
  /** The properties of the first row of a table with a header follow. */
  #isHeaderRow = false;
  /** An embedded object has a picture of its own. */
  #isInObject = false;
  /** The picture that follows is a symbol. */
  #isSmall = false;

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  text(text: string): void {
    if (this.#collected) this.#collected.parts.push(text);
    else this.#write(text);
  }

  tag(tag: Token): void {
    const { whole, name, isEnd, isAlone } = tag;
    const collected = this.#collected;
    if (collected) {
      collected.parts.push(whole);
      if (name !== collected.name || isAlone) return;
      collected.depth += isEnd ? -1 : 1;
      if (collected.depth > 0) return;
      this.#collected = undefined;
      this.#write(collected.use(collected.parts.join("")));
      return;
    }
    this.#open(tag);
  }

  end(): string {
    if (this.#collected) this.#write(this.#collected.parts.join(""));
    return this.#outputs.flat().join("");
  }

  #write(xml: string): void {
    this.#outputs.at(-1)?.push(xml);
  }

  #collect({ name, whole, isAlone }: Token, use: (xml: string) => string): void {
    if (isAlone) this.#write(use(whole));
    else this.#collected = { name, depth: 1, parts: [whole], use };
  }

  #open(tag: Token): void {
    const { whole, name, isEnd } = tag;
    switch (name) {
      case "w:p":
        return this.#paragraph(tag);
      case "w:r":
        this.#isInRun = !isEnd;
        this.#isHiddenRun = false;
        return this.#write(whole);
      case "w:vanish":
        if (this.#isInRun) this.#isHiddenRun = isOn(tag.attributes);
        return;
      case "w:dstrike":
        return this.#write(whole.replace("w:dstrike", "w:strike"));
      case "w:t":
        if (this.#isHiddenRun && !isEnd) return this.#collect(tag, () => "");
        return this.#write(whole);
      case "w:pPr":
        return this.#collect(tag, (xml) => this.#properties(xml));
      case "w:trPr":
        return this.#collect(tag, (xml) => rowStart(xml, this.#takeHeaderRow()));
      case "w:tr":
        if (!isEnd) this.#startRow();
        return this.#write(whole);
      case "w:tc":
        if (!isEnd && this.#takeHeaderRow()) this.#write(`<w:trPr>${headerMark}</w:trPr>`);
        return this.#write(whole);
      case "w:tbl":
        if (isEnd) this.#tables.pop();
        else this.#tables.push({ hasHeader: false, rows: 0 });
        return this.#write(whole);
      case "w:tblLook":
        this.#lookOf(tag);
        return this.#write(whole);
      case "m:oMathPara":
        return;
      case "m:oMath":
        return this.#collect(tag, (xml) => this.#formula(xml));
      case "w:txbxContent":
        return this.#textBox(tag);
      case "mc:AlternateContent":
      case "mc:Fallback":
        return this.#alternative(tag);
      default:
        if (!isEnd) this.#countLoss(tag);
        else if (name === "w:object") this.#isInObject = false;
        return this.#write(whole);
    }
  }

  #paragraph({ whole, isEnd, isAlone }: Token): void {
    this.#write(whole);
    if (isAlone) return;
    if (!isEnd) this.#paragraphs.push([]);
    else for (const box of this.#paragraphs.pop() ?? []) this.#write(box);
  }

  /** A drawing is written twice, the second time for old readers. Its text is read once. */
  #alternative(tag: Token): void {
    const { whole, name, isEnd } = tag;
    if (name === "mc:Fallback" && !isEnd && (this.#choices.at(-1)?.boxes ?? 0) < this.#boxes)
      return this.#collect(tag, () => "");
    if (name === "mc:AlternateContent" && isEnd) this.#choices.pop();
    else if (name === "mc:AlternateContent") this.#choices.push({ boxes: this.#boxes });
    this.#write(whole);
  }

  /** The text of a text box follows the paragraph that holds it. */
  #textBox({ isEnd, isAlone }: Token): void {
    if (isAlone) return;
    if (!isEnd) {
      this.#outputs.push([]);
      this.#boxes += 1;
      return;
    }
    if (this.#outputs.length === 1) return;
    const box = this.#outputs.pop()?.join("") ?? "";
    const holder = this.#paragraphs.at(-1);
    if (holder) holder.push(box);
    else this.#write(box);
  }

  /** Adds the number of a paragraph in front of its text. A paragraph whose end is deleted continues in the next one. */
  #properties(xml: string): string {
    const own = xml.replace(/<w:pPrChange(?:\s[^<>]*)?>[\s\S]*$/, "");
    const continued = this.#continued;
    const label = continued ?? this.#labelOf(own);
    const deleted = /<w:del(?:\s[^<>]*)?\/>/.exec(own)?.[0];
    this.#continued = deleted === undefined ? undefined : (label ?? undefined);
    if (!label) return xml.replace(listMark, "");
    const style = label.headingStyle ?? `${itemStyle}${Math.min(label.level, itemLevels - 1)}`;
    const properties = `<w:pPr><w:pStyle w:val="${style}"/><w:rPr>${deleted ?? ""}</w:rPr></w:pPr>`;
    if (continued) return properties;
    this.losses.addedChars += countVisible(label.text);
    return `${properties}${runOf(`${label.text} `)}`;
  }

  #labelOf(properties: string): ParagraphLabel | null {
    const level = attributeOf(properties, "w:ilvl");
    return this.#numbering.next({
      styleId: attributeOf(properties, "w:pStyle"),
      numId: attributeOf(properties, "w:numId"),
      level: level === undefined ? undefined : Number(level),
    });
  }

  #formula(xml: string): string {
    this.losses.formulas += 1;
    if (this.losses.formulas > maxFormulas) return "";
    const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
    // A node of linkedom has more than the interface names.
    const text = root ? formulaText(root as unknown as FormulaNode).trim() : "";
    this.losses.formulaChars += countVisible(text);
    return runOf(text);
  }

  /** Word marks the first row as a header by the look of the table. */
  #lookOf({ attributes }: Token): void {
    const table = this.#tables.at(-1);
    const bits = Number.parseInt(/w:val="([0-9A-Fa-f]{1,4})"/.exec(attributes)?.[1] ?? "0", 16);
    if (table) table.hasHeader = /w:firstRow="(?:1|true|on)"/.test(attributes) || (bits & 0x20) !== 0;
  }

  #startRow(): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    table.rows += 1;
    this.#isHeaderRow = table.hasHeader && table.rows === 1;
  }

  #takeHeaderRow(): boolean {
    const isHeaderRow = this.#isHeaderRow;
    this.#isHeaderRow = false;
    return isHeaderRow;
  }

  #countLoss({ name, attributes, isAlone }: Token): void {
    if (name === "w:object") this.#isInObject = !isAlone;
    if (name === "wp:extent") this.#isSmall = isSmall(attributes);
    else if (name === "w:object") this.losses.objects += 1;
    else if (this.#isInObject) return;
    else if (name === "a:blip" && !this.#isSmall) this.losses.pictures += 1;
    else if (name === "v:imagedata" && this.#choices.length === 0) this.losses.pictures += 1;
    else if (name === "c:chart" || name === "dgm:relIds") this.losses.objects += 1;
  }
}
