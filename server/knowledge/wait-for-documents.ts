import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentView } from "../../protocol/admin-documents.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { findDocument } from "./documents.ts";

export interface WaitOptions {
  ids: string[];
  /** `searchable`: found by words; `ready` (the default): vectors are there as well. */
  until?: "searchable" | "ready";
  onProgress?(document: DocumentView): void;
  signal?: AbortSignal;
}

const pollMs = 150;

/** Looks at documents until each is settled or failed. */
export async function waitForDocuments(
  deps: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { ids, until = "ready", onProgress, signal }: WaitOptions,
): Promise<DocumentView[]> {
  const settled = new Map<string, DocumentView>();
  const seen = new Map<string, string>();
  for (;;) {
    for (const id of ids) {
      if (settled.has(id)) continue;
      const document = await findDocument(deps, tenantId, id);
      const state = `${document.status} ${document.embedded}`;
      if (seen.get(id) !== state) onProgress?.(document);
      seen.set(id, state);
      if (isSettled(document, until)) settled.set(id, document);
    }
    if (settled.size >= new Set(ids).size) break;
    await sleep(pollMs, undefined, { signal });
  }
  return ids.flatMap((id) => settled.get(id) ?? []);
}

function isSettled({ status, error }: DocumentView, until: "searchable" | "ready"): boolean {
  if (status === "failed" || status === "ready") return true;
  return status === "searchable" && (until === "searchable" || error !== null);
}
