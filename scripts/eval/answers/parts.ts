import { createHash } from "node:crypto";
import type { QueryRow } from "../data/sets.ts";

/** The part that rules are made and weights are fitted on, and the part that is only looked at in the end. */
export type Part = "work" | "apart";

/** Which part a question is in: a third of the documents (or else conversations) are kept apart, always the same ones. */
export function partOf({ relevant, conversation_id, id }: QueryRow): Part {
  const key = relevant[0] ?? conversation_id ?? id;
  return createHash("sha256").update(key).digest().readUInt32BE(0) % 3 === 0 ? "apart" : "work";
}
