import { Parser } from "htmlparser2";
import type { FileInHand } from "../child/read-file.ts";
import { type Block, blockText, cleanText, countVisible, coverageOf } from "../extract/blocks.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { tableOf } from "../table.ts";
import { officeParts } from "./office-parts.ts";

const wanted =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/i;
/** Most slides of a presentation. */
const maxSlides = 1_000;

/** Reads slides in their order: title, text, tables and notes. Hidden slides are counted and left out. */
export async function readPptx({ bytes }: Pick<FileInHand, "bytes">): Promise<Reading> {
  const parts = officeParts(bytes, wanted);
  const text = (name: string) => parts.get(name)?.toString("utf8") ?? "";
  const blocks: Block[] = [];
  let hidden = 0;
  let lost = 0;
  for (const [index, name] of slidesOf(text).entries()) {
    const slide = readShapes(text(name));
    const note = relationsOf(text(relationsName(name))).find(({ type }) => type.endsWith("/notesSlide"));
    const notes = note ? readShapes(text(`ppt/notesSlides/${note.target.split("/").at(-1) ?? ""}`)) : undefined;
    const said = (notes?.shapes ?? []).flatMap(({ place, lines }) => (place === "body" ? lines : []));
    const found = [
      ...blocksOfSlide(slide.shapes, index + 1),
      ...(said.length > 0 ? [{ type: "paragraph" as const, text: `Notes: ${said.join(" ")}` }] : []),
    ];
    if (slide.isHidden) {
      hidden += 1;
      lost += countVisible(found.map(blockText).join(" "));
    } else blocks.push(...found);
  }
  const visible = countVisible(blocks.map(blockText).join(" "));
  const title = blocks.find((block) => block.type === "heading");
  return {
    format: "pptx",
    extraction: {
      title: title?.type === "heading" && !/^Slide \d+$/.test(title.text) ? title.text : null,
      blocks,
      coverage: coverageOf(blocks, visible + lost),
    },
    pages: 1,
    notes: hidden > 0 ? [`Hidden slides were left out: ${hidden}.`] : [],
  };
}

/** The parts of the slides, in the order of the presentation. */
function slidesOf(text: (name: string) => string): string[] {
  const relations = new Map(relationsOf(text("ppt/_rels/presentation.xml.rels")).map(({ id, target }) => [id, target]));
  const names: string[] = [];
  walk(text("ppt/presentation.xml"), {
    open: (tag, attributes) => {
      const target = tag === "p:sldId" ? relations.get(attributes["r:id"] ?? "") : undefined;
      if (target && names.length < maxSlides) names.push(`ppt/slides/${target.split("/").at(-1) ?? ""}`);
    },
  });
  return names;
}

function relationsName(name: string): string {
  return name.replace("slides/", "slides/_rels/").concat(".rels");
}

function relationsOf(xml: string): { id: string; type: string; target: string }[] {
  const found: { id: string; type: string; target: string }[] = [];
  walk(xml, {
    open: (tag, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (tag === "Relationship") found.push({ id, type, target });
    },
  });
  return found;
}

interface Shape {
  /** The placeholder: `title`, `body`, `sldNum`; empty for a text box. */
  place: string;
  lines: string[];
  rows: string[][];
}

function readShapes(xml: string): { shapes: Shape[]; isHidden: boolean } {
  const shapes: Shape[] = [];
  let isHidden = false;
  let line = "";
  let cell: string[] | null = null;
  let isText = false;
  const shape = () => shapes.at(-1);
  walk(xml, {
    open: (tag, attributes) => {
      if (tag === "p:sld") isHidden = attributes["show"] === "0" || attributes["show"] === "false";
      if (tag === "p:sp" || tag === "p:graphicFrame") shapes.push({ place: "", lines: [], rows: [] });
      const last = shape();
      if (tag === "p:ph" && last) last.place = attributes["type"] ?? "body";
      if (tag === "a:tr") last?.rows.push([]);
      if (tag === "a:tc") cell = [];
      if (tag === "a:br") line += " ";
      isText = tag === "a:t";
    },
    text: (data) => {
      if (isText) line += data;
    },
    close: (tag) => {
      if (tag === "a:t") isText = false;
      if (tag === "a:p") {
        const found = cleanText(line).replace(/\s+/g, " ").trim();
        if (found !== "") (cell ?? shape()?.lines)?.push(found);
        line = "";
      }
      if (tag !== "a:tc") return;
      shape()
        ?.rows.at(-1)
        ?.push((cell ?? []).join(" "));
      cell = null;
    },
  });
  return { shapes, isHidden };
}

const furniture = new Set(["sldNum", "dt", "ftr", "hdr"]);
const isTitle = ({ place }: Shape) => place === "title" || place === "ctrTitle";

function blocksOfSlide(shapes: Shape[], number: number): Block[] {
  const title = shapes
    .filter(isTitle)
    .flatMap(({ lines }) => lines)
    .join(" ");
  const blocks = shapes
    .filter((shape) => !isTitle(shape) && !furniture.has(shape.place))
    .flatMap(({ place, lines, rows }): Block[] => [
      ...lines.map(
        (text): Block => (place === "body" ? { type: "item", text: `- ${text}` } : { type: "paragraph", text }),
      ),
      ...(rows.length > 0 ? [{ type: "table" as const, ...tableOf(rows, rows.length > 1 ? 1 : 0) }] : []),
    ]);
  return blocks.length === 0 && title === ""
    ? []
    : [{ type: "heading", level: 2, text: title || `Slide ${number}` }, ...blocks];
}

interface Visit {
  open?(tag: string, attributes: Record<string, string>): void;
  text?(data: string): void;
  close?(tag: string): void;
}

function walk(xml: string, { open, text, close }: Visit): void {
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => open?.(tag, attributes),
      ontext: (data) => text?.(data),
      onclosetag: (tag) => close?.(tag),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}
