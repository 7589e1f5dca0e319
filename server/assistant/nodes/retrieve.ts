import type { RetrievedChunk } from "../ports.ts";
import { nothingFound, readingStatus } from "../prompts.ts";
import { withoutPlaces } from "../readings.ts";
import { searchWithQuestionBefore, withoutRefused } from "../second-search.ts";
import { contextEntries, type SupportStateType, type SupportUpdate, standaloneQuestion } from "../state.ts";
import { type SupportNode, type TurnPorts, tellStatus } from "../turn-ports.ts";
import { asHit } from "./check-cache.ts";

/** Documents named in the status line; more would not be read. */
const maxDocumentsShown = 5;

/** Finds the passages an answer may rest on. */
export const retrieve: SupportNode = async (state, ports) => {
  tellStatus(ports, "retrieve");
  const asked = standaloneQuestion(state);
  const results = await ports.search(state.hint === "" ? asked : `${asked} (${state.hint})`, ports.signal);
  const first = {
    question: asked,
    chunks: withoutRefused(withoutPlaces(results, state.passed_over), state.refused),
  };
  const second = await searchWithQuestionBefore(first, state, ports);
  const { question, chunks } = second ?? first;
  const seen = second ? { rephrased_question: question, refused: second.refused } : {};
  for (const chunk of chunks) ports.passages.set(chunk.chunk_id, chunk);
  const documents = documentsOf(chunks);
  ports.emit("status", {
    node: "retrieve",
    content: readingStatus(
      documents.map((document) => document.title),
      ports.language,
    ),
    documents: documents.slice(0, maxDocumentsShown),
  });
  if (chunks.length > 0)
    return {
      ...seen,
      context: contextEntries(chunks),
      ...(second ? {} : await cachedFor(question, chunks, { state, ports })),
    };
  return {
    ...seen,
    context: [],
    escalation_reason: "no_documents",
    grade: { score: 0, tier: "low", reason: nothingFound },
  };
};

/** An answer given before from the same passages. A hint, or a reading that was not meant, makes this question another one. */
async function cachedFor(
  question: string,
  chunks: RetrievedChunk[],
  { state, ports }: { state: SupportStateType; ports: TurnPorts },
): Promise<SupportUpdate> {
  if (state.hint !== "" || state.passed_over.length > 0 || state.refused.length > 0) return {};
  const passages = chunks.map(({ chunk_id }) => chunk_id);
  return asHit(await ports.cache.lookupByPassages(question, passages));
}

function documentsOf(chunks: RetrievedChunk[]): { id: string; title: string; url?: string }[] {
  const byId = new Map<string, { id: string; title: string; url?: string }>();
  for (const { document_id: id, title, url } of chunks)
    if (!byId.has(id)) byId.set(id, { id, title, ...(url ? { url } : {}) });
  return [...byId.values()];
}
