import type { StreamEventOf } from "../../../../protocol/events.ts";

/** A step of a turn in the tenant's words, with the documents that it searched. */
export interface StatusLine {
  content: string;
  documents: readonly { id: string; title: string }[];
}

/** Converts the view's status into a line. */
export function toStatusLine(status: StreamEventOf<"status">): StatusLine {
  return { content: status.content, documents: status.documents ?? [] };
}
