import type { Citation } from "../../../protocol/messages.ts";
import type { RetrievedChunk } from "../ports.ts";
import type { CallResult } from "../tool-ports.ts";

/** A citation of a chunk with words that stand in it. */
export function citationOf(index: number, chunk: RetrievedChunk, quote: string): Citation {
  return {
    index,
    chunk_id: chunk.chunk_id,
    document_id: chunk.document_id,
    title: chunk.title,
    ...(chunk.url ? { url: chunk.url } : {}),
    ...(chunk.page ? { page: chunk.page } : {}),
    ...(chunk.heading ? { heading: chunk.heading } : {}),
    quote,
  };
}

/** A citation of what a tool told: "from Orders, just now". The quote is what people were shown of it. */
export function toolCitation(index: number, { call_id, tool }: CallResult, quote: string): Citation {
  return { index, chunk_id: call_id, tool_call_id: call_id, title: tool.connection, quote };
}
