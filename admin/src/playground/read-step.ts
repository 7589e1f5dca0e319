import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { Grade } from "../../../protocol/messages.ts";
import type { PlaygroundResult } from "../../../protocol/playground.ts";

/** A passage in the search results. */
export interface Passage {
  chunk_id: string;
  document_id: string;
  title: string;
  heading: string | null;
  text: string;
  score: number;
  parts: Record<string, number>;
}

/** The known parts of a node's output; everything else is shown as raw data. */
export interface StepOutput {
  question?: string;
  passages?: Passage[];
  /** Included and excluded content, for the search step. */
  context?: ContextRecord;
  cache?: NonNullable<PlaygroundResult["cache"]>;
  grade?: Grade;
  grading?: { supported: string[]; unsupported: string[]; missing: string[] };
  /** Number of sources that the answer cites. */
  sources?: number;
}

type Fields = Record<string, unknown>;

/** Parses the stored output, which may come from an older version. */
export function readStep(output: unknown): StepOutput {
  const given = fieldsOf(output);
  const [cache, grade, grading] = [fieldsOf(given["cache"]), fieldsOf(given["grade"]), given["grading"]];
  const passages = given["passages"];
  return {
    ...(typeof given["rephrased_question"] === "string" ? { question: given["rephrased_question"] } : {}),
    ...(Array.isArray(passages) ? { passages: passages.map(passageOf) } : {}),
    ...(isRecord(given["context"]) ? { context: given["context"] } : {}),
    ...(typeof cache["reason"] === "string" ? { cache: cacheOf(cache, cache["reason"]) } : {}),
    ...(typeof grade["score"] === "number" ? { grade: grade as unknown as Grade } : {}), // a grade is kept whole
    ...(grading ? { grading: gradingOf(fieldsOf(grading)) } : {}),
    ...(Array.isArray(given["citations"]) ? { sources: given["citations"].length } : {}),
  };
}

/** A context record is stored complete. */
function isRecord(value: unknown): value is ContextRecord {
  const { taken, left_out: leftOut, sources, budget } = fieldsOf(value);
  return [taken, leftOut, sources].every(Array.isArray) && typeof budget === "object";
}

function passageOf(value: unknown): Passage {
  const given = fieldsOf(value);
  const parts = Object.entries(fieldsOf(given["parts"])).filter(([, part]) => typeof part === "number");
  return {
    chunk_id: textOf(given["chunk_id"]),
    document_id: textOf(given["document_id"]),
    title: textOf(given["title"]),
    heading: textOf(given["heading"]) || null,
    text: textOf(given["text"]),
    score: numberOf(given["score"]),
    parts: Object.fromEntries(parts.map(([name, part]) => [name, numberOf(part)])),
  };
}

function cacheOf({ hit, similarity, question }: Fields, reason: string): NonNullable<StepOutput["cache"]> {
  return {
    hit: hit === true,
    reason,
    similarity: typeof similarity === "number" ? similarity : null,
    ...(typeof question === "string" ? { question } : {}),
  };
}

function gradingOf({ supported, unsupported, missing }: Fields): NonNullable<StepOutput["grading"]> {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(textOf).filter(Boolean) : []);
  return { supported: texts(supported), unsupported: texts(unsupported), missing: texts(missing) };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {}; // an object has fields
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
