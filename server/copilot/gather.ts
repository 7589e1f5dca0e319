import type { CopilotAction, CopilotDocument } from "../../protocol/copilot.ts";
import { estimateTokens } from "../core/text/estimate-tokens.ts";
import { sentenceSpans } from "../core/text/sentences.ts";
import type { AuditedStatement, CompareInput, CopilotChunk, CopilotPorts, ReadDocument } from "./ports.ts";
import { keptOf, meanSimilarity, type PickedChunk, pickOfEach, sampleEvenly } from "./sampling.ts";
import type { CopilotStateType } from "./state.ts";
import { withWeb } from "./with-web.ts";

/** The evidence for an action. */
export interface Gathered {
  documents: CompareInput["documents"];
  /** Best first; from `documents`, or from the whole library. */
  chunks: CopilotChunk[];
  /** Mean similarity; null when the documents themselves were requested and nothing was searched. */
  retrieval: number | null;
  /** Similarity of the nearest section; null when unknown. */
  best: number | null;
  /** The statements that are audited; empty for other actions. */
  text: string;
  statements: AuditedStatement[];
  /** For a comparison: as much of the documents as a model reads at once. */
  fitted: Read;
  /** The outcome of the web search, if one was wanted. */
  web?: "searched" | "failed";
}

/** @param words the search text */
export type Gather = (state: CopilotStateType, words: string, ports: CopilotPorts) => Promise<Gathered>;
type Read = ReadDocument[];

/** Tokens of documents per answer. Documents that fit are read whole. */
const readTokens = 16_000;
const sampleBounds = { least: 10, most: 30 };
// The figures of the table in design section 16.
const inquiryFloor = 0.6;
const inquiryEach = { least: 3, most: 5 };
const inquiryInAll = 15;
const inquiryTokens = 6_000;
/** Most statements of a text that are checked, and sections compared with each. */
const maxStatements = 80;
const minStatementChars = 12;
const nearestSections = 3;

function gathered(documents: Gathered["documents"], more: Partial<Gathered> = {}): Gathered {
  const chunks = documents.flatMap((each) => each.chunks);
  return { documents, chunks, retrieval: null, best: null, text: "", statements: [], fitted: documents, ...more };
}

async function readAll(documents: readonly CopilotDocument[], ports: CopilotPorts): Promise<Read> {
  const read: Read = [];
  // One after another, because the embedded database has one connection.
  for (const document of documents) {
    ports.signal.throwIfAborted();
    read.push({ document, chunks: await ports.readChunks(document.version_id) });
  }
  return read;
}

function tokensOf(chunks: readonly CopilotChunk[]): number {
  return chunks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

/** Whole documents if they fit, each in its share of the room; of others the sections nearest to the query, or an even sample. */
async function fitted(read: Read, query: string | null, ports: CopilotPorts): Promise<Read> {
  if (ports.model.readsWhole) return read;
  const isWhole = tokensOf(read.flatMap(({ chunks }) => chunks)) <= readTokens;
  if (isWhole) return read;
  const share = readTokens / read.length;
  const result: Read = [];
  for (const { document, chunks } of read) {
    if (tokensOf(chunks) <= share) result.push({ document, chunks });
    else if (query === null) result.push({ document, chunks: sampleEvenly(chunks, 0.2, sampleBounds) });
    else result.push({ document, chunks: within(await ports.rankChunks(query, chunks), share) });
  }
  return result;
}

/** The first ones that fit, in reading order. */
function within(ranked: readonly CopilotChunk[], tokens: number): CopilotChunk[] {
  let used = 0;
  const taken = ranked.filter(({ text }, at) => {
    used += estimateTokens(text);
    return at === 0 || used <= tokens;
  });
  return taken.toSorted((one, other) => one.ordinal - other.ordinal);
}

const summarize: Gather = async ({ documents, focus }, _words, ports) =>
  gathered(await fitted(await readAll(documents, ports), focus, ports));

/** Searches only the named documents if there are any, otherwise the library. */
const inquire: Gather = async (state, words, ports) => {
  const { documents, mentions } = state;
  if (documents.length === 0 || (mentions.sets ?? []).length > 0) return search(state, words, ports);
  const read = await readAll(documents, ports);
  const ranked = await ports.rankChunks(
    words,
    read.flatMap(({ chunks }) => chunks),
  );
  const known = ranked.length > 0 ? ranked : read.flatMap(({ chunks }) => chunks);
  const best = ranked.slice(0, inquiryEach.least);
  const figures = { retrieval: meanSimilarity(best), best: ranked[0]?.similarity ?? null };
  // A copilot without a model quotes the best sections of each document.
  if (ports.model.readsWhole) {
    const each = { least: inquiryEach.most, most: inquiryEach.most };
    const chunks = keptOf(pickOfEach(known, { each, inAll: inquiryInAll, floor: inquiryFloor }));
    return gathered(of(chunks, documents), { ...figures, chunks });
  }
  return gathered(await fitted(read, words, ports), figures);
};

const search: Gather = async ({ documents, mentions }, words, ports) => {
  const taken = await ports.assemble({
    purpose: "answer",
    query: words,
    versions: [],
    sets: mentions.sets ?? [],
    ...(documents.length > 0 ? { among: documents } : {}),
    pick: pickForAnswer,
    limits: { found: inquiryInAll * 2, tokens: inquiryTokens, most: inquiryInAll },
  });
  const chunks = taken.map(({ chunk }) => chunk);
  // The evidence is the best of the requested passages; the others only add to it.
  const asked = taken.filter(({ source }) => source === "mentioned" || source === "search").map(({ chunk }) => chunk);
  const nearest = (asked.length > 0 ? asked : chunks).slice(0, inquiryEach.least);
  const known = chunks.flatMap(({ similarity }) => similarity ?? []);
  const best = known.length > 0 ? Math.max(...known) : null;
  return gathered([], { chunks, retrieval: meanSimilarity(nearest), best });
};

function of(chunks: readonly CopilotChunk[], documents: readonly CopilotDocument[]): Read {
  return documents.map((document) => ({
    document,
    chunks: chunks
      .filter(({ version_id: version }) => version === document.version_id)
      .toSorted((one, other) => one.ordinal - other.ordinal),
  }));
}

/** Near passages of the library, and always the best three. */
function pickForAnswer(ranked: readonly CopilotChunk[]): PickedChunk[] {
  const picked = pickOfEach(ranked, { each: { ...inquiryEach, least: 0 }, inAll: inquiryInAll, floor: inquiryFloor });
  if (keptOf(picked).length >= inquiryEach.least) return picked;
  return ranked.map((chunk, at) =>
    at < inquiryEach.least ? { chunk } : { chunk, refused: "not relevant to the question" },
  );
}

/** Documents are aligned as a whole; of different ones, a model reads as much as fits. */
const compare: Gather = async ({ documents, focus }, _words, ports) => {
  const read = await readAll(documents, ports);
  const whole: Gathered["documents"] = [];
  for (const each of read) whole.push({ ...each, links: await ports.readLinks(each.document.version_id) });
  return gathered(whole, { fitted: await fitted(read, focus, ports) });
};

/**
 * Without its own text, the first document is compared with the others; if one is a regulation, it is what the others are compared
 * with. Each statement gets its nearest sections.
 */
const audit: Gather = async (state, _words, ports) => {
  const isRegulation = ({ kind }: CopilotDocument) => Number(kind === "regulation");
  const ordered = state.documents.toSorted((one, other) => isRegulation(one) - isRegulation(other));
  const all = await readAll(ordered, ports);
  const own = state.text === "" ? all[0] : undefined;
  const read = own ? all.slice(1) : all;
  const text = own ? own.chunks.map((chunk) => chunk.text).join("\n\n") : state.text;
  const chunks = read.flatMap((each) => each.chunks);
  const statements: AuditedStatement[] = [];
  for (const span of statementsOf(text)) {
    ports.signal.throwIfAborted();
    const ranked = await ports.rankChunks(span.text, chunks);
    statements.push({ ...span, nearest: ranked.slice(0, nearestSections) });
  }
  const near = statements.flatMap(({ nearest }) => nearest[0] ?? []);
  return gathered(read, { text, statements, retrieval: meanSimilarity(near) });
};

/** Sentences of a text; an even sample when there are too many. */
function statementsOf(text: string): { start: number; end: number; text: string }[] {
  const all = sentenceSpans(text)
    .map(({ start, end }) => ({ start, end, text: text.slice(start, end) }))
    .filter((each) => each.text.length >= minStatementChars && !/^#/.test(each.text));
  return sampleEvenly(all, 1, { least: 1, most: maxStatements });
}

/** The same ports, recording how much of each document is used. */
function noted(gather: Gather): Gather {
  return async (state, words, ports) => {
    const result = await gather(state, words, ports);
    const read = [];
    // Each version is read once.
    for (const each of result.documents) read.push({ ...each, all: await ports.readChunks(each.document.version_id) });
    if (read.length > 0) ports.noteRead?.(read);
    return result;
  };
}

/** How each action gathers its evidence. */
export const gatherFor: Record<CopilotAction, Gather> = {
  summarize: noted(summarize),
  inquire: noted(withWeb(inquire)),
  compare: noted(compare),
  audit: noted(audit),
};
