import type { Citation } from "../../../protocol/messages.ts";
import type { RetrievedChunk } from "../ports.ts";
import type { CallResult } from "../tool-ports.ts";

/** Cites a chunk with a quote from it. */
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

/** Cites a tool result: "from Orders, just now". The quote is from the text that was shown to people. */
export function toolCitation(index: number, { call_id, tool }: CallResult, quote: string): Citation {
  return { index, chunk_id: call_id, tool_call_id: call_id, title: tool.connection, quote };
}
