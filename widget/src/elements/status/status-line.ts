import type { StreamEventOf } from "../../../../protocol/events.ts";

/** A step of a turn in the tenant's words, with the documents it looked at. */
export interface StatusLine {
  content: string;
  documents: readonly { id: string; title: string }[];
}

/** The view's status as a line. */
export function toStatusLine(status: StreamEventOf<"status">): StatusLine {
  return { content: status.content, documents: status.documents ?? [] };
}
