import { DOMParser } from "linkedom";
import { type NumeralStyle, numeralOf } from "../numerals.ts";

/** One level of a list in `numbering.xml`. */
interface Level {
  start: number;
  format: string;
  /** The label with a mark for each level: `%1.%2`. */
  text: string;
  /** All numbers of the label are digits. */
  isLegal: boolean;
  /** The number of the level that starts this one anew; 0 for none. */
  restart: number | undefined;
  /** The paragraph style that has this level. */
  styleId: string | undefined;
}

interface List {
  listId: string;
  starts: Map<number, number>;
}

interface ParagraphStyle {
  name: string;
  basedOn: string | undefined;
  numId: string | undefined;
  level: number | undefined;
}

/** The number that Word shows in front of a paragraph. */
export interface ParagraphLabel {
  text: string;
  /** The level of the list, from 0. */
  level: number;
  /** The heading style of the paragraph, or the one that its style is based on. */
  headingStyle: string | undefined;
}

const maxLevels = 9;
/** Styles whose basis is followed. */
const maxBases = 10;
/** Longest label; real ones have a word and a few numbers. */
const maxLabelChars = 60;
const numerals: Record<string, NumeralStyle> = {
  lowerLetter: "lower-letter",
  upperLetter: "upper-letter",
  lowerRoman: "lower-roman",
  upperRoman: "upper-roman",
};

type XmlElement = ReturnType<ReturnType<DOMParser["parseFromString"]>["createElement"]>;

/** Counts the automatic numbers of a Word document, as Word does while it shows the text. */
export class Numbering {
  readonly #lists = new Map<string, Level[]>();
  readonly #numbers = new Map<string, List>();
  readonly #styles: Map<string, ParagraphStyle>;
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  /** @param numberingXml, stylesXml the parts of the document; empty when it has none */
  constructor(numberingXml: string, stylesXml: string) {
    this.#styles = readStyles(stylesXml);
    const links = new Map<string, string>();
    for (const list of elementsOf(numberingXml, "w:abstractNum")) {
      const id = list.getAttribute("w:abstractNumId") ?? "";
      this.#lists.set(id, readLevels(list));
      const link = attributeOf(list, "w:numStyleLink");
      if (link) links.set(id, link);
    }
    for (const number of elementsOf(numberingXml, "w:num")) {
      const listId = attributeOf(number, "w:abstractNumId") ?? "";
      this.#numbers.set(number.getAttribute("w:numId") ?? "", { listId, starts: readStarts(number) });
    }
    for (const number of this.#numbers.values()) {
      const linked = this.#styles.get(links.get(number.listId) ?? "")?.numId;
      number.listId = this.#numbers.get(linked ?? "")?.listId ?? number.listId;
    }
  }

  /** The label of the next paragraph; null for a paragraph without one. Call it once for each paragraph, in order. */
  next(paragraph: {
    styleId: string | undefined;
    numId: string | undefined;
    level: number | undefined;
  }): ParagraphLabel | null {
    const bases = this.#basesOf(paragraph.styleId);
    const heading = bases.find(({ style }) => /^(?:heading [1-9]|title|subtitle)$/i.test(style.name));
    const numId = paragraph.numId ?? bases.find(({ style }) => style.numId !== undefined)?.style.numId;
    const number = this.#numbers.get(numId ?? "");
    const levels = this.#lists.get(number?.listId ?? "");
    if (!number || !levels || numId === undefined) return null;
    const ofStyle = levels.findIndex(({ styleId }) => bases.some(({ id }) => id === styleId));
    const inherited = ofStyle >= 0 ? ofStyle : bases.find(({ style }) => style.level !== undefined)?.style.level;
    const level = paragraph.level ?? inherited ?? 0;
    const own = levels[level];
    if (!own) return null;
    const counts = this.#count(number, { numId, level, levels });
    const text = own.format === "bullet" ? "-" : labelOf(own, levels, counts);
    return text === "" ? null : { text, level, headingStyle: heading?.id };
  }

  #basesOf(styleId: string | undefined): { id: string; style: ParagraphStyle }[] {
    const bases: { id: string; style: ParagraphStyle }[] = [];
    for (let id = styleId; id !== undefined && bases.length < maxBases; id = bases.at(-1)?.style.basedOn) {
      const style = this.#styles.get(id);
      if (!style) break;
      bases.push({ id, style });
    }
    return bases;
  }

  #count(
    list: List,
    { numId, level, levels }: { numId: string; level: number; levels: Level[] },
  ): (number | undefined)[] {
    const counts = this.#counts.get(list.listId) ?? [];
    this.#counts.set(list.listId, counts);
    const start = list.starts.get(level);
    const key = `${numId} ${level}`;
    if (start !== undefined && !this.#started.has(key)) counts[level] = start - 1;
    this.#started.add(key);
    counts[level] = (counts[level] ?? (levels[level]?.start ?? 1) - 1) + 1;
    for (const [index, each] of levels.entries()) {
      if (index < level) counts[index] ??= each.start;
      else if (index > level && (each.restart === undefined || level < each.restart)) counts[index] = undefined;
    }
    return counts;
  }
}

function labelOf(own: Level, levels: Level[], counts: (number | undefined)[]): string {
  if (own.format === "none") return "";
  const label = own.text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const count = counts[index] ?? levels[index]?.start ?? 1;
    const format = own.isLegal ? "decimal" : (levels[index]?.format ?? "decimal");
    if (format === "decimalZero") return String(count).padStart(2, "0");
    return numeralOf(count, numerals[format] ?? "decimal");
  });
  return label.trim().slice(0, maxLabelChars);
}

function readLevels(list: XmlElement): Level[] {
  const levels: Level[] = [];
  for (const level of list.getElementsByTagName("w:lvl")) {
    const index = Number(level.getAttribute("w:ilvl") ?? 0);
    const restart = attributeOf(level, "w:lvlRestart");
    if (!(index >= 0 && index < maxLevels)) continue;
    levels[index] = {
      start: integerOf(attributeOf(level, "w:start")) ?? 1,
      format: attributeOf(level, "w:numFmt") ?? "decimal",
      text: (attributeOf(level, "w:lvlText") ?? "").slice(0, maxLabelChars),
      isLegal: level.getElementsByTagName("w:isLgl").length > 0,
      restart: integerOf(restart),
      styleId: attributeOf(level, "w:pStyle"),
    };
  }
  const missing: Level = { start: 1, format: "none", text: "", isLegal: false, restart: undefined, styleId: undefined };
  return Array.from(levels, (level) => level ?? missing);
}

function readStarts(number: XmlElement): Map<number, number> {
  const starts = new Map<number, number>();
  for (const change of number.getElementsByTagName("w:lvlOverride")) {
    const start = integerOf(attributeOf(change, "w:startOverride"));
    if (start !== undefined) starts.set(Number(change.getAttribute("w:ilvl") ?? 0), start);
  }
  return starts;
}

function readStyles(xml: string): Map<string, ParagraphStyle> {
  return new Map(
    elementsOf(xml, "w:style").map((style) => [
      style.getAttribute("w:styleId") ?? "",
      {
        name: attributeOf(style, "w:name") ?? "",
        basedOn: attributeOf(style, "w:basedOn"),
        numId: attributeOf(style, "w:numId"),
        level: integerOf(attributeOf(style, "w:ilvl")),
      },
    ]),
  );
}

function elementsOf(xml: string, name: string): XmlElement[] {
  return xml === "" ? [] : [...new DOMParser().parseFromString(xml, "text/xml").getElementsByTagName(name)];
}

function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.getElementsByTagName(name)[0]?.getAttribute("w:val") ?? undefined;
}

function integerOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
