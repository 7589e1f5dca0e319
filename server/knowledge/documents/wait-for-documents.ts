import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { withTenant } from "../../database/transaction.ts";
import { listDocumentStates } from "../store/documents.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { findDocument } from "./documents.ts";

export interface WaitOptions {
  ids: string[];
  /** `searchable`: full-text search finds the document. `ready` (default): the vectors are complete as well. */
  until?: "searchable" | "ready";
  onProgress?(document: DocumentView): void;
  signal?: AbortSignal;
}

/** Many documents take long, and each poll uses the same database, so the interval grows with each unfinished document. */
const pollMs = 150;
const pollMsEach = 4;

/** Waits until each document is processed or has failed. @throws AppError `not_found` when one is deleted in the meantime. */
export async function waitForDocuments(
  deps: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { ids, until = "ready", onProgress, signal }: WaitOptions,
): Promise<DocumentView[]> {
  const settled = new Map<string, DocumentView>();
  const seen = new Map<string, string>();
  for (;;) {
    const open = [...new Set(ids)].filter((id) => !settled.has(id));
    const states = await withTenant(deps.db, tenantId, (tx) => listDocumentStates(tx, open));
    for (const id of open) {
      const state = states.get(id);
      if (state !== undefined && seen.get(id) === state) continue;
      const document = await findDocument(deps, tenantId, id);
      onProgress?.(document);
      seen.set(id, state ?? "");
      if (isSettled(document, until)) settled.set(id, document);
    }
    if (settled.size >= new Set(ids).size) break;
    await sleep(pollMs + pollMsEach * (open.length - 1), undefined, { signal });
  }
  return ids.flatMap((id) => settled.get(id) ?? []);
}

/** Longest wait for vectors that the caller did not request, in ms. Full-text search finds the documents earlier. */
const vectorPatienceMs = 90_000;

/**
 * Waits for the vectors as well, up to a limit.
 * @returns whether all vectors are stored.
 * @throws AppError as `waitForDocuments`.
 */
export async function waitForVectors(
  deps: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  options: Omit<WaitOptions, "until" | "signal">,
): Promise<boolean> {
  try {
    await waitForDocuments(deps, tenantId, { ...options, signal: AbortSignal.timeout(vectorPatienceMs) });
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return false;
    throw error;
  }
}

function isSettled({ status, error }: DocumentView, until: "searchable" | "ready"): boolean {
  if (status === "failed" || status === "ready") return true;
  return status === "searchable" && (until === "searchable" || error !== null);
}
