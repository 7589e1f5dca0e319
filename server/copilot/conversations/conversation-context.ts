import { z } from "zod";
import {
  type ComparisonResult,
  type CopilotDocument,
  type CopilotResult,
  copilotActionSchema,
  copilotDocumentSchema,
} from "../../../protocol/copilot.ts";
import { asError } from "../../core/errors.ts";
import { markPattern } from "../../core/text/claims.ts";
import { cut, shorten } from "../../core/text/shorten.ts";
import { unitCosine } from "../../core/vectors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { meaningOf } from "../conversation-summary.ts";
import { unique } from "../name-documents.ts";
import type { CopilotSaid } from "../ports.ts";
import { findGiven } from "../store/copilot-branches.ts";
import { type CopilotMessageRow, listCopilotMessages } from "../store/copilot-messages.ts";
import { listConversationChunks } from "../store/copilot-summaries.ts";
import type { ConversationDeps } from "./deps.ts";
import { bodyOf } from "./views.ts";

const saidSchema = z.object({
  role: z.enum(["person", "copilot"]),
  content: z.string(),
  action: copilotActionSchema.nullable(),
});

const givenSchema = z.object({
  said: z.array(saidSchema),
  /** Notes that replace earlier messages: summaries, or the marked words with which the branch began. */
  notes: z.array(z.string()),
  documents: z.array(copilotDocumentSchema),
});

/** The context that a branch got from its parent. */
export type Given = z.infer<typeof givenSchema>;

export const noContext: Given = { said: [], notes: [], documents: [] };

/** Longest part of the marked words in a search, in UTF-16 units. Longer words would outweigh the question. */
const maxLookedForChars = 300;

/** The context of a branch; it contains nothing of other conversations. */
export async function readGiven(tx: TenantTransaction, conversationId: string): Promise<Given & { about?: string }> {
  const row = await findGiven(tx, conversationId);
  if (!row?.kind) return noContext;
  const given = givenSchema.safeParse(row.given).data ?? noContext;
  // The stored text is newer: a summary may have been replaced, and marked words are stored as text only.
  if (row.kind === "whole") return given;
  return {
    ...given,
    notes: [row.text],
    ...(row.kind === "anchor" ? { about: cut(row.text, maxLookedForChars) } : {}),
  };
}

/** The part of a conversation before a message. */
export interface Before {
  said: CopilotSaid[];
  /** Documents that the messages used, the last used first. */
  registry: CopilotDocument[];
  /** The marked words with which the conversation began. Its questions are about them. */
  about?: string;
}

/** Reads the messages up to `upTo`: summaries of the oldest where they exist, the others word for word. */
export async function readEarlierMessages(
  tx: TenantTransaction,
  { conversationId, upTo }: { conversationId: string; upTo: number },
): Promise<Before> {
  const given = await readGiven(tx, conversationId);
  const rows = (await listCopilotMessages(tx, conversationId)).filter(({ seq }) => seq <= upTo);
  const all = [...given.said, ...rows.map(toSaid)];
  // A chunk that ends after the message contains later messages.
  const chunks = (await listConversationChunks(tx, conversationId)).filter(
    ({ last_place: last }) => last <= all.length,
  );
  const notes = [...given.notes, ...chunks.map(({ summary }) => summary)].map(toNote);
  return {
    said: [...notes, ...all.slice(chunks.at(-1)?.last_place ?? 0)],
    registry: unique([...documentsUsedIn(rows), ...given.documents]),
    ...(given.about === undefined ? {} : { about: given.about }),
  };
}

/** Most summaries that are sent with a message. */
const maxNotes = 3;
/** Most summaries of a long conversation that are compared; the newest are used. */
const maxCompared = 60;

/** The summaries of old messages that are most similar to the message, in their original order. Without vectors, the last ones. */
export async function nearestNotes(
  { embeddings, log }: Pick<ConversationDeps, "embeddings" | "log">,
  said: readonly CopilotSaid[],
  message: string,
): Promise<CopilotSaid[]> {
  const notes = said.filter(({ role }) => role === "note").slice(-maxCompared);
  if (notes.length <= maxNotes) return [...said];
  let kept = notes.slice(-maxNotes);
  try {
    const texts = [message.slice(0, 2_000), ...notes.map(({ content }) => meaningOf(content))];
    const [wanted, ...vectors] = await embeddings.embed(texts, { priority: "query" });
    const near = notes.map((note, at) => ({ note, near: wanted ? unitCosine(wanted, vectors[at]) : 0 }));
    const best = near.toSorted((one, other) => other.near - one.near).slice(0, maxNotes);
    kept = notes.filter((note) => best.some((each) => each.note === note));
  } catch (error) {
    log.warn({ err: asError(error).message }, "Embedding model is unavailable; the last summaries are used");
  }
  return [...kept, ...said.filter(({ role }) => role !== "note")];
}

/** Converts a message with its result for the prompts of later messages. */
export function toSaid(row: Pick<CopilotMessageRow, "role" | "content" | "action" | "body">): Given["said"][number] {
  const { role, content, action } = row;
  const gist = gistOf(row);
  return { role, content: gist === "" ? content : `${content}\n${gist}`, action };
}

function toNote(content: string): CopilotSaid {
  return { role: "note", content, action: null };
}

/** The documents that these messages used, the last used first. */
export function documentsUsedIn(rows: readonly Pick<CopilotMessageRow, "body">[]): CopilotDocument[] {
  return unique(rows.toReversed().flatMap((row) => bodyOf(row)?.documents ?? []));
}

/** Longest gist of a result, in UTF-16 units. */
const maxGistChars = 600;
/** Most points of a document, lines of a comparison and findings of an audit in a gist. */
const maxPoints = 3;

/** The result of a copilot message in a line or two of plain words; empty without a result. */
function gistOf(row: Pick<CopilotMessageRow, "body">): string {
  const result = bodyOf(row)?.result;
  return result ? shorten(wordsOf(result).replace(markPattern, ""), maxGistChars - 1) : "";
}

function wordsOf(result: CopilotResult): string {
  switch (result.action) {
    case "inquire":
      return result.answer;
    case "summarize":
      return result.documents
        .map(({ title, points }) => `${title}: ${points.slice(0, maxPoints).map(textOf).join(" ")}`)
        .join(" ");
    case "compare":
      return [result.overview, ...weightiest(result)].filter((line) => line !== "").join(" ");
    case "audit":
      return result.findings
        .slice(0, maxPoints)
        .map(({ theme, consequence }) => `${theme}: ${consequence}`)
        .join(" ");
    default:
      return result satisfies never;
  }
}

function weightiest({ rows }: ComparisonResult): string[] {
  return rows
    .filter(({ kind }) => kind !== "same")
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maxPoints)
    .map(({ aspect, cells }) => `${aspect}: ${cells.map(textOf).join(" / ")}`);
}

function textOf({ text }: { text: string }): string {
  return text;
}
