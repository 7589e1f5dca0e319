import type { ContextEntry, ContextRecord, ContextSource } from "../../../protocol/context-record.ts";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import type { CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import type { Source } from "../../assistant/retrieval-context/ask-sources.ts";
import { assemble } from "../../assistant/retrieval-context/assemble.ts";
import { baseWeights, type Candidate } from "../../assistant/retrieval-context/candidate.ts";
import { noStanding, readStanding, type Standing } from "../../assistant/retrieval-context/standing.ts";
import { asError } from "../../core/errors.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { evidenceFloor } from "../evidence-level.ts";
import type { ContextWish, CopilotChunk, CopilotPorts } from "../ports.ts";
import { keptOf, type PickedChunk, pickOfEach } from "../sampling.ts";
import type { ConversationDeps, Person } from "./deps.ts";

type Deps = Pick<ConversationDeps, "db" | "embeddings" | "log" | "sourceMs">;
type Library = Pick<CopilotPorts, "listDocuments" | "readChunks" | "findChunks" | "rankChunks">;

/** Most documents per source that are added to the requested ones. */
const maxBeside = 5;
/** Most passages per such document. */
const passagesBeside = 3;
/** Most passages per such source, and the token limit for all of them. */
const besideInAll = 5;
const besideTokens = 4_000;
/** Passages of a pinned document that are added at any distance from the question. */
const passagesPinned = 1;

export interface Assembler {
  assemble: CopilotPorts["assemble"];
  /** The record of the last assembled context; null before the first. */
  record(): ContextRecord | null;
}

/** Assembles the context of one message, with the person's own changes to the conversation's context. */
export function assemblerFor(
  deps: Deps,
  person: Person,
  about: { conversationId: string | null; mentions: CopilotMentions; library: Library; signal: AbortSignal },
): Assembler {
  const { library, mentions, signal, conversationId } = about;
  const leftOut = mentions.leave_out ?? [];
  let record: ContextRecord | null = null;
  const stands = () =>
    readStanding(deps, person, { conversationId, leftOut }).catch((error: unknown) => {
      deps.log.warn({ err: asError(error).message }, "Could not read preferences and branches");
      return noStanding(leftOut);
    });
  return {
    record: () => record,
    async assemble(wish) {
      const standing = stands();
      const ask: Asking = { deps, library, wish, standing, also: mentions.also ?? [] };
      const assembled = await assemble<CopilotChunk>({
        sources: sourcesFor(ask),
        circumstances: standing.then(({ circumstances }) => circumstances),
        // Added passages have their own limits: they change the order but displace nothing.
        room: {
          tokens: wish.limits.tokens + besideTokens,
          most: wish.limits.most + (wish.purpose === "answer" ? 2 * besideInAll : 0),
        },
        signal,
        limitMs: deps.sourceMs,
      });
      record = assembled.record;
      return assembled.taken.map(({ source, item }) => ({ source, chunk: item }));
    },
  };
}

interface Asking {
  deps: Deps;
  library: Library;
  wish: ContextWish;
  standing: Promise<Standing>;
  /** Versions that the person added to the message. */
  also: readonly string[];
}

function sourcesFor(ask: Asking): Source<CopilotChunk>[] {
  const { library, wish, also } = ask;
  // An audit searches for its targets among policies that nobody named.
  const main =
    (wish.purpose === "answer" && wish.versions.length > 0) || (wish.sets ?? []).length > 0 ? "mentioned" : "search";
  const found: Source<CopilotChunk> = {
    name: main,
    isMain: true,
    ask: async () => {
      const within = { versions: wish.versions, sets: wish.sets ?? [] };
      const ranked = await library.findChunks(wish.query, within, wish.limits.found);
      const { leftOut, unwanted } = (await ask.standing).circumstances;
      // A left-out document displaces nothing. The record gives the reason.
      const isOut = ({ document_id: id }: CopilotChunk) => leftOut.has(id) || (main === "search" && unwanted.has(id));
      const out = ranked.filter(isOut).map((chunk) => ({ chunk }));
      return candidates(ask, main, { picked: [...wish.pick(ranked.filter((chunk) => !isOut(chunk))), ...out] });
    },
  };
  const added: Source<CopilotChunk> = {
    name: "mentioned",
    isMain: true,
    ask: async () => candidates(ask, "mentioned", { picked: await pickAdded(ask) }),
  };
  return [
    found,
    ...(also.length > 0 ? [added] : []),
    { name: "always", ask: () => askAlways(ask) },
    { name: "branch", ask: () => askBranch(ask) },
  ];
}

async function pickAdded(ask: Asking): Promise<PickedChunk[]> {
  const documents = (await ask.library.listDocuments()).filter(({ version_id: id }) => ask.also.includes(id));
  const near = await inVersions(ask, documents);
  return pickOfEach(near, { each: { least: passagesBeside, most: passagesBeside }, inAll: near.length, floor: 1 });
}

/** Passages of certain versions, which need not be the current ones. */
async function inVersions({ library, wish }: Asking, documents: readonly CopilotDocument[]): Promise<CopilotChunk[]> {
  const versions = documents.map(({ version_id: id }) => id);
  return versions.length === 0 ? [] : library.findChunks(wish.query, { versions }, wish.limits.found);
}

async function askAlways(ask: Asking): Promise<Candidate<CopilotChunk>[]> {
  const { always, circumstances } = await ask.standing;
  const wanted = new Map(
    always.filter(({ documentId: id }) => !circumstances.leftOut.has(id)).map((each) => [each.documentId, each]),
  );
  const near = await nearBeside(ask, new Set(wanted.keys()));
  const pinned = new Set(always.filter(({ isByHand }) => isByHand).map(({ documentId }) => documentId));
  const picked = pickBeside(ask, near, pinned);
  return candidates(ask, "always", { picked, why: (documentId) => wanted.get(documentId)?.why });
}

async function askBranch(ask: Asking): Promise<Candidate<CopilotChunk>[]> {
  const near = await nearBeside(ask, new Set((await ask.standing).ofParent));
  return candidates(ask, "branch", { picked: pickBeside(ask, near, new Set()) });
}

/** The nearest passages of the documents with these ids that still exist and may be added. */
async function nearBeside(ask: Asking, ids: ReadonlySet<string>): Promise<CopilotChunk[]> {
  if (ids.size === 0) return [];
  const { library, wish } = ask;
  const all = wish.among ?? (await library.listDocuments());
  const current = all.filter(({ document_id: id, is_current: isCurrent }) => isCurrent && ids.has(id));
  const order = [...ids];
  const documents = current
    .toSorted((one, other) => order.indexOf(one.document_id) - order.indexOf(other.document_id))
    .slice(0, maxBeside);
  return inVersions(ask, documents);
}

/** Unrequested passages must be near to the question, except one passage of each pinned document. */
function pickBeside({ deps }: Asking, near: readonly CopilotChunk[], pinned: ReadonlySet<string>): PickedChunk[] {
  const floor = evidenceFloor(deps.embeddings.model);
  const options = (least: number) => ({ each: { least, most: passagesBeside }, inAll: near.length, floor });
  const ofPinned = near.filter(({ document_id: id }) => pinned.has(id));
  const others = near.filter(({ document_id: id }) => !pinned.has(id));
  const picked = [...pickOfEach(ofPinned, options(passagesPinned)), ...pickOfEach(others, options(0))];
  const kept = new Set(keptOf(picked).slice(0, besideInAll));
  return picked.map((each) =>
    each.refused !== undefined || kept.has(each.chunk) ? each : { ...each, refused: "enough of the documents beside" },
  );
}

/** Passages as candidates; for targets, each document once with its best passage. */
function candidates(
  { wish }: Asking,
  source: ContextSource,
  {
    picked,
    why = () => undefined,
  }: { picked: readonly PickedChunk[]; why?: (documentId: string) => string | undefined },
): Candidate<CopilotChunk>[] {
  const among = wish.among && new Set(wish.among.map(({ version_id: id }) => id));
  const allowed = among ? picked.filter(({ chunk }) => among.has(chunk.version_id)) : picked;
  const kept = wish.purpose === "answer" ? allowed : bestOfVersions(allowed);
  return kept.map(({ chunk, refused }, rank) => {
    const reason = why(chunk.document_id);
    return {
      source,
      kind: wish.purpose === "answer" ? "passage" : "document",
      id: wish.purpose === "answer" ? chunk.chunk_id : chunk.version_id,
      document_id: chunk.document_id,
      version_id: chunk.version_id,
      tokens: estimateTokens(chunk.text),
      similarity: chunk.similarity,
      rank,
      item: chunk,
      ...(reason === undefined ? {} : { why: reason }),
      ...(refused === undefined ? {} : { refused }),
    };
  });
}

function bestOfVersions(picked: readonly PickedChunk[]): PickedChunk[] {
  const best = new Map<string, PickedChunk>();
  for (const chunk of keptOf(picked)) if (!best.has(chunk.version_id)) best.set(chunk.version_id, { chunk });
  return [...best.values()];
}

type Read = Parameters<NonNullable<CopilotPorts["noteRead"]>>[0];

/**
 * Records the named documents that were read, one entry per document; their other passages are recorded as left out. There is no
 * budget: the action decides how many passages it reads.
 */
export function recordOfRead(read: Read, tookMs: number): ContextRecord {
  const taken = read.map((each) => entryOf(each, each.chunks, reasonTaken(each)));
  const cut = read.filter(({ all, chunks }) => chunks.length < all.length);
  const left = cut.map((each) => {
    const inside = new Set(each.chunks.map(({ chunk_id: id }) => id));
    const rest = each.all.filter(({ chunk_id: id }) => !inside.has(id));
    return entryOf(each, rest, `${rest.length} of ${each.all.length} passages were not read`);
  });
  return {
    taken: taken.filter(({ tokens }) => tokens > 0),
    left_out: left,
    more_left_out: 0,
    budget: { tokens: 0, used: taken.reduce((sum, { tokens }) => sum + tokens, 0) },
    sources: [{ source: "mentioned", state: "answered", ms: tookMs, found: read.length }],
    has_drifted: false,
    took_ms: tookMs,
  };
}

function reasonTaken({ document, all, chunks }: Read[number]): string {
  const inFull = all.length === 1 ? "read in full: 1 passage" : `read in full: ${all.length} passages`;
  const isCut = chunks.length < all.length;
  const share = isCut ? `${chunks.length} of ${all.length} passages, chosen for the question` : inFull;
  return document.is_current ? share : `version ${document.version}, ${share}`;
}

function entryOf({ document }: Read[number], chunks: readonly CopilotChunk[], reason: string): ContextEntry {
  return {
    source: "mentioned",
    kind: "document",
    id: document.version_id,
    document_id: document.document_id,
    version_id: document.version_id,
    weight: baseWeights.mentioned,
    base: baseWeights.mentioned,
    modifiers: [],
    tokens: chunks.reduce((sum, { text }) => sum + estimateTokens(text), 0),
    similarity: null,
    reason,
  };
}
