import type { GapAnswered } from "../../../protocol/admin-gaps.ts";
import { asError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { closeGap, listGapsToCheck, listNewerChunks, updateChecked } from "../store/gaps.ts";
import type { GapDeps } from "./deps.ts";

/** Questions that one run asks again. What is left is asked by the next one. */
const maxChecks = 20;
/** What was stored by a transaction that was open while the question was asked is looked at again. */
const toleranceMs = 60_000;

/**
 * Asks the questions of open gaps again, once the documents have changed, and closes those that are answered now by something that is newer
 * than the gap. A lucky answer from what was there all along closes nothing.
 * @returns how many were closed, and whether others are still to be asked.
 */
export async function closeAnswered(
  deps: GapDeps,
  tenantId: string,
  isStopped: () => boolean,
): Promise<{ closed: number; isMore: boolean }> {
  const open = await withTenant(deps.db, tenantId, (tx) => listGapsToCheck(tx, maxChecks));
  let closed = 0;
  let asked = 0;
  for (const gap of open) {
    if (isStopped()) break;
    const startedAt = Date.now();
    const answered = await answerOf(deps, tenantId, gap);
    if (answered === undefined) continue;
    asked += 1;
    const isClosed = await withTenant(deps.db, tenantId, async (tx) => {
      await updateChecked(tx, gap.id, new Date(startedAt - toleranceMs));
      return answered !== null && closeGap(tx, gap.id, answered);
    });
    if (isClosed) closed += 1;
  }
  return { closed, isMore: asked === maxChecks };
}

/** What answers the gap's question now and did not before; null when nothing does, undefined when it could not be asked. */
async function answerOf(
  { db, log, askAgain }: GapDeps,
  tenantId: string,
  gap: { id: string; question: string; opened_at: Date },
): Promise<GapAnswered | null | undefined> {
  const tried = await askAgain(tenantId, gap.question).catch((error: unknown) => {
    log.warn({ tenant: tenantId, gap: gap.id, err: asError(error).message }, "Could not ask a gap's question again");
    return undefined;
  });
  if (!tried) return undefined;
  if (!tried.isAnswered) return null;
  const ids = tried.citations.map(({ chunk_id }) => chunk_id);
  const newer = await withTenant(db, tenantId, (tx) => listNewerChunks(tx, ids, gap.opened_at));
  const source = tried.citations.find(({ chunk_id }) => newer.includes(chunk_id));
  if (!source?.document_id) return null;
  const { document_id, title, heading = null, quote } = source;
  return { document_id, title, heading, quote, score: tried.score };
}
