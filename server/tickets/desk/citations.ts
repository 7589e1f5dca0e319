import type { Draft } from "../../../protocol/admin.ts";
import type { AnswerCitations } from "../../../protocol/admin-answers.ts";
import type { Citation } from "../../../protocol/messages.ts";
import { type CitableChunk, findCitableChunks } from "../../assistant/store/chunks.ts";
import { AppError } from "../../core/errors.ts";
import { claimsByMark, quoteFor } from "../../core/text/claims.ts";
import { languageOf } from "../../core/text/language.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** An agent's answer to a visitor, and the sources chosen for it. */
interface Sourced {
  answer: string;
  /** Undefined: use those of the draft. */
  chosen: AnswerCitations | undefined;
  draft: Draft | null;
}

/**
 * Builds the citations of an agent's answer from the stored passages; only the marks and passage ids come from the caller. A passage is
 * left out when its mark is not in the text. A passage that visitors may not see is rejected. So is one that is no longer in the documents,
 * unless the draft cites it.
 * @throws AppError `source_refused`.
 */
export async function citeFor(tx: TenantTransaction, { answer, chosen, draft }: Sourced): Promise<Citation[]> {
  const claims = claimsByMark(answer);
  const wanted = (chosen ?? draft?.citations ?? [])
    .filter(({ index }) => claims.has(index))
    .toSorted((one, other) => one.index - other.index);
  const found = await findCitableChunks(
    tx,
    wanted.map(({ chunk_id: id }) => id),
  );
  const byId = new Map(found.map((chunk) => [chunk.chunk_id, chunk]));
  return wanted.flatMap(({ index, chunk_id: id }) => {
    const drafted = draft?.citations.find((citation) => citation.chunk_id === id);
    const chunk = byId.get(id);
    if (chunk?.hidden) throw refusal(index, hiddenWords(chunk));
    // The draft's quote was taken from the passage when the draft was written.
    if (drafted) return [{ ...drafted, index }];
    if (!chunk?.is_current) throw refusal(index, "is no longer in the library");
    return [toCitation(index, chunk, claims.get(index) ?? "")];
  });
}

function toCitation(index: number, chunk: CitableChunk, claim: string): Citation {
  return {
    index,
    chunk_id: chunk.chunk_id,
    document_id: chunk.document_id,
    title: chunk.title,
    ...(chunk.url ? { url: chunk.url } : {}),
    ...(chunk.page ? { page: chunk.page } : {}),
    ...(chunk.heading ? { heading: chunk.heading } : {}),
    quote: quoteFor(claim, chunk.text, languageOf(chunk.text)),
  };
}

function hiddenWords({ hidden }: CitableChunk): string {
  if (hidden === "internal") return "is internal and cannot be shown to visitors";
  return hidden === "not_yet_valid" ? "is not public yet" : "is no longer public";
}

function refusal(index: number, why: string): AppError {
  return new AppError("source_refused", `Source [${index}] ${why}. Remove it to send the answer.`);
}
