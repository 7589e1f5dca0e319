import type { DocumentView } from "../../../../protocol/admin-documents.ts";

const steps: Record<string, string> = { fetching: "Fetching", reading: "Reading", indexing: "Indexing" };

/** What is going on with a document, in a word or two. */
export function stepWord({ status, step, chunks, embedded }: DocumentView): string {
  switch (status) {
    case "queued":
      return "Queued";
    case "processing":
      return steps[step ?? ""] ?? "Processing";
    case "searchable":
      return embedded < chunks ? `Searchable, ${embedded}/${chunks} vectors` : "Searchable";
    case "ready":
      return "Ready";
    case "failed":
      return "Failed";
    default:
      return status satisfies never;
  }
}
