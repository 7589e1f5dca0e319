import {
  type CachePort,
  type HistoryMessage,
  ModelFailure,
  type ModelPort,
  type Picture,
  type RetrievedChunk,
} from "../../assistant/ports.ts";
import { askSources, type Source } from "../../assistant/retrieval-context/ask-sources.ts";
import { answerTokens, choose, choosePassages } from "../../assistant/retrieval-context/assemble.ts";
import { type Candidate, noCircumstances } from "../../assistant/retrieval-context/candidate.ts";
import { listThreadChunks, type ThreadChunk } from "../../assistant/store/thread-chunks.ts";
import { asError } from "../../core/errors.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { withTenant } from "../../database/transaction.ts";
import { findAttachmentFile } from "../store/attachments.ts";
import type { TurnDeps } from "./deps.ts";
import { nearestChunks } from "./thread-summary.ts";
import type { RunningTurn } from "./turn-context.ts";

/**
 * Looks up the visitor's memories and the earlier conversation at the same time. When a lookup is late or fails, the answer does without
 * it.
 */
export async function recallBeside(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const sources: Source<() => void>[] = [];
  const said: string[] = [];
  const memories: RunningTurn["memories"][number][] = [];
  if (turn.remembers && deps.memory && turn.question !== "")
    sources.push({
      name: "memory",
      ask: async () =>
        (await recallMemories(deps, turn)).map((memory, rank) => ({
          ...nothingOfDocuments,
          ...{ source: "memory", kind: "memory", id: memory.id, tokens: estimateTokens(memory.content), rank },
          item: () => void memories.push(memory),
        })),
    });
  if (turn.isLong && deps.threads)
    sources.push({
      name: "thread",
      ask: async () =>
        (await recallThread(deps, turn)).map(({ ordinal, summary }, rank) => ({
          ...nothingOfDocuments,
          ...{ source: "thread", kind: "thread", id: String(ordinal), tokens: estimateTokens(summary), rank },
          item: () => void said.push(summary),
        })),
    });
  if (sources.length === 0) return;
  const started = performance.now();
  const answered = await askSources(sources, { signal: turn.stop.signal, limitMs: deps.recallMs });
  const { taken, record } = choose(answered, { circumstances: noCircumstances(new Date()), room, started });
  for (const { item } of taken) item();
  turn.memories = memories;
  if (said.length > 0) turn.history = [noteOf(said), ...turn.history];
  turn.recalled = { candidates: answered.candidates.map(withoutItem), sources: answered.sources };
  turn.context = record;
}

const room = { tokens: answerTokens };
const nothingOfDocuments = { document_id: null, version_id: null, similarity: null };

function withoutItem<Item>(candidate: Candidate<Item>): Candidate<null> {
  return { ...candidate, item: null };
}

/** Selects the passages that fit beside the recalled items; the turn records the ones left out. */
export function passagesThatFit(turn: RunningTurn, found: RetrievedChunk[], ms: number): RetrievedChunk[] {
  const { passages, record } = choosePassages(found, { recalled: turn.recalled, ms });
  turn.context = record;
  return passages;
}

/** Memories of the visitor that are relevant to the turn. @throws errors of the memory; the caller answers without it. */
async function recallMemories({ memory, log }: TurnDeps, turn: RunningTurn): Promise<RunningTurn["memories"]> {
  const { tenantId, visitorId, question } = turn;
  if (!memory) return [];
  return memory.recall({ tenantId, visitorId }, question).catch((error: unknown) => {
    log.warn({ turn_id: turn.turnId, err: asError(error).message }, "Could not recall memories");
    throw error;
  });
}

/** Counts the use of the memories in the turn's answer. */
export async function noteMemoriesUsed({ memory, log }: TurnDeps, turn: RunningTurn): Promise<void> {
  if (!memory || !turn.hasUsedMemories) return;
  await memory.noteUse(turn.tenantId, turn.memories).catch((error: unknown) => {
    log.warn({ turn_id: turn.turnId, err: asError(error).message }, "Could not count the use of memories");
  });
}

/** Ids of the memories used in an answer. Small talk and fixed sentences of the rules use none. */
export function memoriesOf(turn: RunningTurn, { isAnswer }: { isAnswer: boolean }): { memories?: string[] } {
  if (!isAnswer || turn.memories.length === 0) return {};
  turn.hasUsedMemories = true;
  return { memories: turn.memories.map(({ id }) => id) };
}

/** For an answer about one visitor: it must not be stored for others, and answers for others do not fit it. */
export const noCache: CachePort = {
  lookup: async () => null,
  lookupByPassages: async () => null,
  store: async () => {},
};

/** Earlier parts of a long ticket that are relevant to the question, oldest first; empty when none are stored yet. */
async function recallThread(deps: TurnDeps, turn: RunningTurn): Promise<ThreadChunk[]> {
  const { threads } = deps;
  if (!threads) return [];
  const chunks = await withTenant(deps.db, turn.tenantId, (tx) => listThreadChunks(tx, turn.ticketId));
  if (chunks.length === 0) return [];
  const values = await threads.embed(turn.question).catch(() => null);
  const vector = values ? { model: threads.model, values } : null;
  return nearestChunks(chunks, { question: turn.question, vector });
}

/** These parts as a note before the last messages. */
function noteOf(summaries: readonly string[]): HistoryMessage {
  return {
    role: "system",
    content: ["Parts of this conversation that may matter here:", ...summaries].join("\n\n"),
  };
}

/** Most pictures of a question that a model receives; more cost much and add little. */
const maxPictures = 4;
/** Limit for their total size, in bytes: providers accept requests of some tens of megabytes, and base64 adds a third. */
const maxPictureBytes = 8 * 1024 * 1024;

/**
 * Describes the question's pictures in words and stores the description on the turn, if the model can read pictures. The turn can go on
 * without it; the visitor is then informed that nobody has looked at the pictures yet.
 */
export async function describePictures(deps: TurnDeps, turn: RunningTurn, model: ModelPort): Promise<void> {
  const { pictures: ids, others } = turn.files;
  if (!model.look || ids.length === 0) return;
  const pictures = await readPictures(deps, turn, ids.slice(0, maxPictures));
  if (pictures.length === 0) return;
  const { question, tenant, stop } = turn;
  try {
    turn.seen = await model.look({ pictures, question, tenant }, stop.signal);
    turn.files = { pictures: ids.slice(0, pictures.length), others: [...ids.slice(pictures.length), ...others] };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    deps.log.warn({ turn_id: turn.turnId, tenant_id: turn.tenantId, kind: error.kind }, "Could not read pictures");
  }
}

/** The first pictures that fit within the size limit. */
async function readPictures(deps: TurnDeps, turn: RunningTurn, ids: readonly string[]): Promise<Picture[]> {
  return withTenant(deps.db, turn.tenantId, async (tx) => {
    const pictures: Picture[] = [];
    let room = maxPictureBytes;
    for (const id of ids) {
      const file = await findAttachmentFile(tx, { ticketId: turn.ticketId, id }, { size: "full", reader: "visitor" });
      room -= file?.bytes.length ?? 0;
      if (!file?.isPicture || room < 0) break;
      pictures.push({ type: file.type, bytes: file.bytes });
    }
    return pictures;
  });
}
