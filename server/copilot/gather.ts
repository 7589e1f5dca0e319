import type { CopilotAction, CopilotDocument } from "../../protocol/copilot.ts";
import type { CopilotChunk, CopilotPorts } from "./ports.ts";
import { bestOfEach, keptOf, meanSimilarity, type PickedChunk, pickOfEach, sampleEvenly } from "./sampling.ts";
import type { Settled } from "./state.ts";
import { withWeb } from "./with-web.ts";

/** What an action is made from. */
export interface Gathered {
  documents: { document: CopilotDocument; chunks: CopilotChunk[] }[];
  /** In the order of their worth; those of `documents`, or of the whole library. */
  chunks: CopilotChunk[];
  /** Mean similarity; null where nothing was looked for, because the documents themselves were asked for. */
  retrieval: number | null;
  /** What is audited; empty for other actions. */
  text: string;
  /** Whether the web was searched, where that was wanted. */
  web?: "searched" | "failed";
}

type Gather = (asked: { words: string; settled: Settled }, ports: CopilotPorts) => Promise<Gathered>;

// The figures below are those of the table in design section 16.
const summaryShare = 0.2;
const summaryBounds = { least: 10, most: 30 };
const inquiryFloor = 0.6;
const inquiryEach = { least: 3, most: 5 };
const inquiryInAll = 15;
const focusEach = { least: 3, most: 5 };
const wholeBounds = { least: 15, most: 20 };
const auditEach = { least: 3, most: 5 };

async function readAll(documents: readonly CopilotDocument[], ports: CopilotPorts): Promise<Gathered["documents"]> {
  const read: Gathered["documents"] = [];
  // One after the other: the embedded database has one connection.
  for (const document of documents) {
    ports.signal.throwIfAborted();
    read.push({ document, chunks: await ports.readChunks(document.version_id) });
  }
  return read;
}

function flat(documents: Gathered["documents"]): CopilotChunk[] {
  return documents.flatMap(({ chunks }) => chunks);
}

function of(chunks: readonly CopilotChunk[], documents: Gathered["documents"]): Gathered["documents"] {
  return documents.map(({ document }) => ({
    document,
    chunks: chunks
      .filter(({ version_id: version }) => version === document.version_id)
      .toSorted((one, other) => one.ordinal - other.ordinal),
  }));
}

const summarize: Gather = async ({ settled }, ports) => {
  const read = await readAll(settled.documents, ports);
  const documents = read.map(({ document, chunks }) => ({
    document,
    chunks: ports.model.readsWhole ? chunks : sampleEvenly(chunks, summaryShare, summaryBounds),
  }));
  return { documents, chunks: flat(documents), retrieval: null, text: "" };
};

/** Tokens of an answer's passages: fifteen of the usual size, and some to spare. */
const inquiryTokens = 6_000;

const inquire: Gather = async ({ words, settled }, ports) => {
  const versions = settled.documents.map(({ version_id: version }) => version);
  const taken = await ports.assemble({
    purpose: "answer",
    query: words,
    versions,
    pick: (ranked) => pickForAnswer(ranked, versions.length > 0),
    limits: { found: inquiryInAll * 2, tokens: inquiryTokens, most: inquiryInAll },
  });
  const chunks = taken.map(({ chunk }) => chunk);
  // What an answer rests on is the best of what was asked for: the rest is read for what it may add.
  const asked = taken.filter(({ source }) => source === "mentioned" || source === "search").map(({ chunk }) => chunk);
  const best = (asked.length > 0 ? asked : chunks).slice(0, inquiryEach.least);
  const documents = settled.documents.map((document) => ({ document, chunks: [] }));
  return { documents: of(chunks, documents), chunks, retrieval: meanSimilarity(best), text: "" };
};

/** Of documents that were named each is heard; of the whole library only what is near, and the three best however near they are. */
function pickForAnswer(ranked: readonly CopilotChunk[], hasNamed: boolean): PickedChunk[] {
  const each = hasNamed ? inquiryEach : { ...inquiryEach, least: 0 };
  const picked = pickOfEach(ranked, { each, inAll: inquiryInAll, floor: inquiryFloor });
  if (keptOf(picked).length >= inquiryEach.least) return picked;
  return ranked.map((chunk, at) =>
    at < inquiryEach.least ? { chunk } : { chunk, refused: "not relevant to the question" },
  );
}

const compare: Gather = async ({ words, settled }, ports) => {
  const read = await readAll(settled.documents, ports);
  if (ports.model.readsWhole) return { documents: read, chunks: flat(read), retrieval: null, text: "" };
  if (!hasFocus(words)) {
    const sampled = read.map(({ document, chunks }) => ({ document, chunks: sampleEvenly(chunks, 1, wholeBounds) }));
    return { documents: sampled, chunks: flat(sampled), retrieval: null, text: "" };
  }
  const ranked = await ports.rankChunks(words, flat(read));
  const chunks = bestOfEach(ranked, { each: focusEach, inAll: focusEach.most * read.length, floor: inquiryFloor });
  return { documents: of(chunks, read), chunks, retrieval: meanSimilarity(chunks), text: "" };
};

/** Without a text of its own, the first document is held against the others. */
const audit: Gather = async ({ settled }, ports) => {
  const all = await readAll(settled.documents, ports);
  const own = settled.text === "" ? all[0] : undefined;
  const read = own ? all.slice(1) : all;
  const text = own ? own.chunks.map((chunk) => chunk.text).join("\n\n") : settled.text;
  if (ports.model.readsWhole) return { documents: read, chunks: flat(read), retrieval: null, text };
  const chunks: CopilotChunk[] = [];
  for (const piece of piecesOf(text)) {
    const ranked = await ports.rankChunks(piece, flat(read));
    const best = bestOfEach(ranked, { each: auditEach, inAll: auditEach.most * read.length, floor: inquiryFloor });
    chunks.push(...best.filter((chunk) => chunks.every(({ chunk_id: id }) => id !== chunk.chunk_id)));
  }
  return { documents: of(chunks, read), chunks, retrieval: meanSimilarity(chunks), text };
};

/** Words of a text up to which it is looked up as a whole; a longer one by up to ten pieces. */
const directWords = 1_000;
const mostPieces = 10;

function piecesOf(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length <= directWords) return [text];
  const size = Math.ceil(words.length / mostPieces);
  return Array.from({ length: mostPieces }, (_, at) => words.slice(at * size, (at + 1) * size).join(" "));
}

/** What is left of a request when the words that every comparison has are taken out. */
export function focusOf(words: string): string | null {
  const about =
    /\b(?:about|regarding|concerning|on|with regard to|in terms of|focus(?:ing|ed)? on|bezüglich|hinsichtlich|zum thema|in bezug auf|über|sobre|concernant)\s+(?<focus>[^?.!\n]{3,120})/iu.exec(
      words,
    )?.groups?.["focus"];
  return about?.trim() || null;
}

function hasFocus(words: string): boolean {
  return focusOf(words) !== null;
}

/** The same way of finding, with a note of how much of each document that it read goes in. */
function noted(gather: Gather): Gather {
  return async (asked, ports) => {
    const all = new Map<string, CopilotChunk[]>();
    const readChunks = async (version: string) => {
      const chunks = await ports.readChunks(version);
      all.set(version, chunks);
      return chunks;
    };
    const gathered = await gather(asked, { ...ports, readChunks });
    ports.noteRead?.(
      gathered.documents.map(({ document, chunks }) => ({
        document,
        all: all.get(document.version_id) ?? chunks,
        taken: chunks,
      })),
    );
    return gathered;
  };
}

/** How each action finds what it is made from. */
export const gatherFor: Record<CopilotAction, Gather> = {
  summarize: noted(summarize),
  inquire: withWeb(inquire),
  compare: noted(compare),
  audit: noted(audit),
};
