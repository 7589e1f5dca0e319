import type { ComparedRow, ComparisonResult, CopilotDocument } from "../../../../protocol/copilot.ts";
import type { CompareInput, Concluded } from "../../../copilot/ports.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import { type ExcerptList, listExcerpts } from "../excerpts.ts";
import { alignLines } from "./align.ts";
import { changesAlone } from "./alone.ts";
import { changesBetween, type Elsewhere, weightOf } from "./changes.ts";
import { concerning } from "./concerning.ts";
import { fixesSomething, type Line, linesOfDocument } from "./lines.ts";
import { hasWordsIn, isMovedTo, type Open, openOf } from "./moved.ts";
import { renamesIn } from "./renames.ts";
import { wordsFor } from "./words.ts";

/** Rows of one table: more nobody reads. Of those that say the same only some are shown, as a sample. */
const mostRows = 150;
const mostSame = 40;
/** What a statement weighs that one document alone has: more when it fixes something. */
const weightAlone = 0.3;
const weightAloneFixed = 0.6;
const weightOfHeadings = 0.5;
const fewestOfSentence = 4;

interface Side {
  document: CopilotDocument;
  lines: Line[];
}

/** A row with its place in the reading order of the first document. */
interface Placed {
  row: ComparedRow;
  place: number;
}

/**
 * What the first document and each of the others say otherwise: statements are paired by their words and, with an engine, by their meaning,
 * and pairs are compared in their numbers, dates, obligations, negations and opposites. It quotes and judges nothing.
 */
export async function compareByRules(
  input: CompareInput,
  embed: EmbedTexts | undefined,
): Promise<Concluded<ComparisonResult>> {
  const sides = input.documents.map(({ document, chunks }) => ({
    document,
    lines: linesOfDocument(chunks, input.locale),
  }));
  const [first, ...others] = sides;
  const excerpts = listExcerpts();
  const alone = new Map<Line, Open[][]>();
  const placed: Placed[] = [];
  for (const other of first ? others : []) {
    const pairs = first ? await alignLines(first.lines, other.lines, embed) : [];
    if (first) placed.push(...rowsOf({ first, other, pairs, excerpts, alone }));
  }
  // What is in none of the others is said by the first alone.
  for (const [index, line] of (first?.lines ?? []).entries())
    if (first && others.length > 0 && alone.get(line)?.length === others.length && standsAlone(line))
      placed.push({
        row: aloneRow(first.document, line, { side: "here", opposite: alone.get(line)?.flat() ?? [], excerpts }),
        place: index,
      });
  const rows = placed.toSorted((one, two) => one.place - two.place).map(({ row }) => row);
  const focus = input.focus?.trim() || null;
  const shown = listed(focus === null ? rows : await concerning(rows, { focus, locale: input.locale, embed }));
  const { kept, used } = withUsedExcerpts(shown, excerpts);
  return {
    result: {
      action: "compare",
      focus,
      overview:
        focus === null
          ? overviewOf(rows, sides, { unlisted: countDiffering(rows) - countDiffering(shown), locale: input.locale })
          : "",
      rows: kept,
      implications: [],
    },
    excerpts: used,
    inference: null,
    judge: "rules",
  };
}

function rowsOf({
  first,
  other,
  pairs,
  excerpts,
  alone,
}: {
  first: Side;
  other: Side;
  pairs: { here: number; there: number }[];
  excerpts: ExcerptList;
  /** Statements of the first without a partner, with those of each of the others. */
  alone: Map<Line, Open[][]>;
}): Placed[] {
  const placed: Placed[] = [];
  const partners = new Map(pairs.map(({ here, there }) => [here, there]));
  const takenThere = new Map(pairs.map(({ here, there }) => [there, here]));
  const open = {
    here: openOf(first.lines, (index) => other.lines[partners.get(index) ?? -1]),
    there: openOf(other.lines, (index) => first.lines[takenThere.get(index) ?? -1]),
  };
  const isRenaming = renamesIn(
    pairs.map(({ here, there }) => [first.lines[here]?.plain ?? "", other.lines[there]?.plain ?? ""] as const),
  );
  for (const [index, line] of first.lines.entries()) {
    const partner = other.lines[partners.get(index) ?? -1];
    const elsewhere = partner && {
      ...elsewhereOf({ line, partner, open }),
      isRenaming,
    };
    if (partner && elsewhere)
      placed.push({ row: pairRow(first, line, { other, partner, excerpts, elsewhere }), place: index });
    else alone.set(line, [...(alone.get(line) ?? []), open.there]);
  }
  let place = -1;
  for (const [index, line] of other.lines.entries()) {
    place = takenThere.get(index) ?? place;
    if (!takenThere.has(index) && standsAlone(line))
      placed.push({
        row: aloneRow(other.document, line, { side: "there", opposite: open.here, excerpts }),
        place: place + 0.5,
      });
  }
  return placed;
}

/** What else the two documents say, for two statements that were paired. */
function elsewhereOf({
  line,
  partner,
  open,
}: {
  line: Line;
  partner: Line;
  open: Record<"here" | "there", Open[]>;
}): Omit<Elsewhere, "isRenaming"> {
  return {
    isMoved: (fact, side) =>
      side === "here" ? isMovedTo(open.there, fact, line) : isMovedTo(open.here, fact, partner),
    hasWords: (text, side) => hasWordsIn(side === "here" ? open.there : open.here, text),
  };
}

function pairRow(
  first: Side,
  line: Line,
  { other, partner, excerpts, elsewhere }: { other: Side; partner: Line; excerpts: ExcerptList; elsewhere: Elsewhere },
): ComparedRow {
  const changes = line.key === partner.key ? [] : changesBetween(line, partner, { language: line.language, elsewhere });
  const weight =
    Math.max(0.05, ...changes.map(({ kind }) => weightOf[kind])) * (line.kind === "heading" ? weightOfHeadings : 1);
  return {
    kind: changes.length > 0 ? "changed" : "same",
    aspect: aspectOf(line),
    cells: [cellOf(first.document, line, excerpts), cellOf(other.document, partner, excerpts)],
    changes,
    weight,
  };
}

function aloneRow(
  document: CopilotDocument,
  line: Line,
  { side, opposite, excerpts }: { side: "here" | "there"; opposite: readonly Open[]; excerpts: ExcerptList },
): ComparedRow {
  const fixes = fixesSomething(line);
  const weight = (fixes ? weightAloneFixed : weightAlone) * (line.kind === "heading" ? weightOfHeadings : 1);
  return {
    kind: "only_in_one",
    aspect: aspectOf(line),
    cells: [cellOf(document, line, excerpts)],
    changes: changesAlone(line, side, opposite),
    weight,
  };
}

/** An announcement says nothing without what follows it, unless it binds, "You may not:", or is a sentence of its own. */
function standsAlone(line: Line): boolean {
  return !line.announces || fixesSomething(line) || line.topic.size >= fewestOfSentence;
}

function aspectOf(line: Line): string {
  return line.kind === "heading" ? line.plain : line.heading;
}

function cellOf({ version_id }: CopilotDocument, line: Line, excerpts: ExcerptList): ComparedRow["cells"][number] {
  return { version_id, text: line.plain, proof: [excerpts.add(line.chunk, line)] };
}

/** The weightiest rows that there is room for, in the order of the documents. */
function listed(rows: ComparedRow[]): ComparedRow[] {
  const byWeight = rows.filter(({ kind }) => kind !== "same").toSorted((one, other) => other.weight - one.weight);
  const same = rows.filter(({ kind }) => kind === "same").slice(0, mostSame);
  const kept = new Set([...byWeight, ...same].slice(0, mostRows));
  return rows.filter((row) => kept.has(row));
}

/** Only excerpts that a row points at, numbered anew. */
function withUsedExcerpts(rows: ComparedRow[], excerpts: ExcerptList) {
  const all = excerpts.all();
  const places = new Map<number, number>();
  const place = (old: number) => {
    const known = places.get(old);
    if (known !== undefined) return known;
    places.set(old, places.size);
    return places.size - 1;
  };
  const kept = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, proof: cell.proof.map(place) })),
  }));
  return { kept, used: [...places.keys()].flatMap((old) => all[old] ?? []) };
}

function countDiffering(rows: ComparedRow[]): number {
  return rows.filter(({ kind }) => kind !== "same").length;
}

function overviewOf(
  rows: ComparedRow[],
  sides: Side[],
  { unlisted, locale }: { unlisted: number; locale: string },
): string {
  const changed = rows.filter(({ kind }) => kind === "changed");
  const weighty = changed.filter(({ changes }) =>
    changes.some(({ kind }) => kind !== "wording" && kind !== "opposite"),
  );
  const same = rows.filter(({ kind }) => kind === "same");
  const alone = sides.map(({ document }) => ({
    title: labelOf(document, sides),
    count: rows.filter(({ kind, cells }) => kind === "only_in_one" && cells[0]?.version_id === document.version_id)
      .length,
  }));
  return wordsFor(locale).overview({
    changed: changed.length,
    weighty: weighty.length,
    same: same.length,
    alone,
    unlisted,
  });
}

/** Two versions of one document have the same title. */
function labelOf({ title, version }: CopilotDocument, sides: Side[]): string {
  return sides.filter(({ document }) => document.title === title).length > 1 ? `${title} (${version})` : title;
}
