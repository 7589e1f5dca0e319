import { z } from "zod";
import type { ComparedRow, ComparisonResult } from "../../../../protocol/copilot.ts";
import { askJson } from "../../../assistant/models/chat/ask-json.ts";
import type { Caller } from "../../../assistant/models/chat/chat-tasks.ts";
import { tagged } from "../../../assistant/models/prompt-parts.ts";
import { cut } from "../../../core/text/shorten.ts";
import type { CompareInput, Concluded } from "../../ports.ts";
import { alignedRows, overviewOf } from "../aligned-rows.ts";
import { type ExcerptList, listExcerpts } from "../excerpts.ts";
import { changesPrompt, copilotPrompt, wishBlocks } from "./prompts.ts";
import { clamp, ProofBook, proofSchema, safeText } from "./proofs.ts";

const aspectsSchema = z.object({
  overview: z.string(),
  rows: z.array(
    z.object({
      aspect: z.string(),
      kind: z.enum(["same", "changed", "only_in_one"]),
      weight: z.number(),
      cells: z.array(z.object({ text: z.string(), proof: proofSchema })),
    }),
  ),
  implications: z.array(z.object({ text: z.string(), proof: proofSchema })),
  confidence: z.number(),
});

const changesSchema = z.object({
  overview: z.string(),
  changes: z.array(
    z.object({
      number: z.number().int(),
      aspect: z.string(),
      note: z.string(),
      weight: z.number(),
      relevant: z.boolean().nullish(),
    }),
  ),
  implications: z.array(z.object({ text: z.string(), number: z.number().int() })),
  confidence: z.number(),
});

/** Below this similarity, documents are not versions of one text, and a model compares their statements. */
const minAlike = 0.25;
/** Most changes that a model explains, the most important first. */
const maxExplained = 80;
const maxCellChars = 1_500;

/**
 * Finds the differences between documents. Similar texts are aligned first, so that no change is missed, and a model explains the changes.
 * A model alone compares different texts.
 */
export async function compareBy(caller: Caller, input: CompareInput): Promise<Concluded<ComparisonResult>> {
  const excerpts = listExcerpts();
  const rows = alignedRows(input.documents, excerpts);
  const paired = rows.filter(({ kind }) => kind !== "only_in_one").length;
  return paired / Math.max(1, rows.length) >= minAlike
    ? explain(caller, input, { rows, excerpts })
    : compareAspects(caller, input);
}

async function explain(
  caller: Caller,
  { focus, ...wish }: CompareInput,
  { rows, excerpts }: { rows: ComparedRow[]; excerpts: ExcerptList },
): Promise<Concluded<ComparisonResult>> {
  const explained = rows
    .filter(({ kind }) => kind !== "same")
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maxExplained);
  const given = explained.map(({ cells, changes, aspect }, at) => {
    const [first, second] = cells.map(({ text }) => cut(text, maxCellChars));
    const isGone = second === undefined && changes.some(({ here }) => here !== "");
    const [old, now] = second === undefined ? (isGone ? [first, "(removed)"] : ["(added)", first]) : [first, second];
    return tagged(
      "passage",
      `Old: ${old}\nNew: ${now}`,
      ` number="${at + 1}" title="${aspect.replace(/["<>\s]+/g, " ")}"`,
    );
  });
  if (given.length === 0) {
    const result = { action: "compare" as const, focus, overview: overviewOf(rows), rows, implications: [] };
    return { result, excerpts: excerpts.all(), inference: 1, judge: "model" };
  }
  const prompt = changesPrompt(given, wishBlocks({ focus, ...wish }));
  const said = await askJson(caller, { name: "changes", schema: changesSchema, prompt });
  const noteOf = new Map(said.changes.map((each) => [explained[each.number - 1], each]));
  const noted = rows.flatMap((row) => {
    const note = noteOf.get(row);
    if (focus !== null && (note ? note.relevant === false : row.kind === "same")) return [];
    if (!note) return [row];
    return [
      { ...row, aspect: safeText(note.aspect) || row.aspect, note: safeText(note.note), weight: clamp(note.weight) },
    ];
  });
  const implications = said.implications.flatMap(({ text, number }) => {
    const proof = explained[number - 1]?.cells.flatMap((cell) => cell.proof) ?? [];
    return proof.length === 0 ? [] : [{ text: safeText(text), proof }];
  });
  const result = { action: "compare" as const, focus, overview: safeText(said.overview), rows: noted, implications };
  return { result, excerpts: excerpts.all(), inference: clamp(said.confidence), judge: "model" };
}

/** Compares by a model alone. It drops cells without a proof, and rows that then compare nothing. */
async function compareAspects(caller: Caller, input: CompareInput): Promise<Concluded<ComparisonResult>> {
  const { fitted, focus } = input;
  const chunks = fitted.flatMap((each) => each.chunks);
  const prompt = copilotPrompt("compare", chunks, wishBlocks(input));
  const said = await askJson(caller, { name: "comparison", schema: aspectsSchema, prompt });
  const book = new ProofBook(chunks);
  const rows = said.rows.flatMap(({ aspect, kind, weight, cells }) => {
    const proven = cells.flatMap(({ text, proof }) => {
      const places = book.take(proof);
      const version = places[0] === undefined ? undefined : book.excerpts[places[0]]?.version_id;
      return version ? [{ version_id: version, text: safeText(text), proof: places }] : [];
    });
    const isWhole =
      proven.length > 0 && (kind === "only_in_one" || new Set(proven.map((cell) => cell.version_id)).size > 1);
    return isWhole
      ? [{ kind, aspect: safeText(aspect), note: "", cells: proven, changes: [], weight: clamp(weight) }]
      : [];
  });
  const implications = said.implications.flatMap(({ text, proof }) => {
    const places = book.take(proof);
    return places.length === 0 ? [] : [{ text: safeText(text), proof: places }];
  });
  const overview = focus === null ? safeText(said.overview) : "";
  const result: ComparisonResult = { action: "compare", focus, overview, rows, implications };
  return { result, excerpts: book.excerpts, inference: clamp(said.confidence) * book.honesty, judge: "model" };
}
