import type { Block } from "../extract/blocks.ts";
import { type Band, bandsOf } from "./bands.ts";
import { findGap, sideOf } from "./columns.ts";
import { type Row, rowOf, rowsOf, type Segment } from "./lines.ts";
import { isLabel, tableAt } from "./tables.ts";

/** Columns of columns: three side by side are found in two steps. */
const maxDepth = 2;

/** A part of a page that is read as one: lines from top to bottom, or a table. */
export type Region = { type: "lines"; rows: Row[] } | { type: "table"; block: Extract<Block, { type: "table" }> };

/** The parts of a page in the order in which a person reads them: columns one after the other. */
export function readingOrder(segments: Segment[], page: number, depth = 0): Region[] {
  const gap = depth < maxDepth ? findGap(segments) : undefined;
  if (gap === undefined) return regionsOf(segments, page);
  const place = new Map(segments.map((segment, index) => [segment, index]));
  const asDrawn = (group: Segment[]) => group.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const regions: Region[] = [];
  let columns: Record<"left" | "right", Segment[]> = { left: [], right: [] };
  let across: Segment[] = [];
  const flushColumns = () => {
    const sides = [columns.left, columns.right].filter((side) => side.length > 0);
    for (const side of isRightToLeft(segments) ? sides.reverse() : sides) {
      regions.push(...readingOrder(asDrawn(side), page, depth + 1));
    }
    columns = { left: [], right: [] };
  };
  const flushAcross = () => {
    if (across.length > 0) regions.push(...regionsOf(asDrawn(across), page));
    across = [];
  };
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    const side = sideOf(segment, gap);
    if (side === "across") {
      flushColumns();
      across.push(segment);
    } else {
      flushAcross();
      columns[side].push(segment);
    }
  }
  flushAcross();
  flushColumns();
  return regions;
}

/** Regions of a page or column that has no columns inside. */
function regionsOf(segments: Segment[], page: number): Region[] {
  const bands = bandsOf(segments);
  const regions: Region[] = [];
  const addRows = (rows: Row[]) => {
    const last = regions.at(-1);
    if (last?.type === "lines") last.rows.push(...rows);
    else regions.push({ type: "lines", rows });
  };
  for (let index = 0; index < bands.length; index += 1) {
    const band = bands[index] ?? [];
    const table = tableAt(bands, index, page);
    if (table) {
      regions.push({ type: "table", block: table.block });
      index = table.end - 1;
    } else if (band.every((cell) => cell.length === 1)) addRows([rowOf(band.flat())]);
    else if (band.length === 2 && isLabel(band[0] ?? [])) addRows(labelled(band));
    // Text side by side: one after the other.
    else for (const cell of band) addRows(rowsOf(cell));
  }
  return regions;
}

/** A number and the paragraph beside it. */
function labelled([label = [], text = []]: Band): Row[] {
  const [first, ...others] = text;
  return first ? [rowOf([...label, first]), ...rowsOf(others)] : rowsOf(label);
}

function isRightToLeft(segments: Segment[]): boolean {
  return segments.filter((segment) => segment.isRightToLeft).length * 2 > segments.length;
}
