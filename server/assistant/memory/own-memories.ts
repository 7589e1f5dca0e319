import { maxMemories, type VisitorMemoriesResponse, type VisitorMemory } from "../../../protocol/memories.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { lockVisitor } from "../../tickets/store/visitors.ts";
import { deleteMemories, deleteMemoriesOf, findRemembering, listMemories } from "../store/memories.ts";
import { correct, requireMemory } from "./correct.ts";
import type { MemoryDeps, WhoseMemories } from "./deps.ts";
import { toVisitorMemory } from "./views.ts";

type Deps = Pick<MemoryDeps, "db" | "wake">;

/** The visitor of a session. */
type Own = WhoseMemories & { identified: boolean };

/** Lists the memories of the visitor who asks. @throws AppError `forbidden` when the visitor is not identified. */
export function readOwnMemories(deps: Deps, { tenantId, ...own }: Own): Promise<VisitorMemoriesResponse> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const isEnabled = await requireIdentified(tx, own);
    const rows = await listMemories(tx, own.visitorId, { all: false, limit: maxMemories });
    return { is_enabled: isEnabled, items: rows.map(toVisitorMemory) };
  });
}

/** Corrects a memory for its visitor. @throws AppError `forbidden`, `not_found`, `invalid_request`, `conflict`. */
export async function correctOwnMemory(
  deps: Deps,
  { tenantId, ...own }: Own,
  { id, content }: { id: string; content: string },
): Promise<VisitorMemory> {
  const { row, job } = await withTenant(deps.db, tenantId, async (tx) => {
    await requireIdentified(tx, own);
    const corrected = await correct(tx, await requireMemory(tx, id, own.visitorId), { content, origin: "visitor" });
    await note(tx, own.visitorId, { verb: "change", id });
    return corrected;
  });
  if (job) await deps.wake(tenantId, job);
  return toVisitorMemory(row);
}

/** Erases one memory and the memories that it replaced. @throws AppError `forbidden`, `not_found`. */
export async function eraseOwnMemory(deps: Deps, { tenantId, ...own }: Own, id: string): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    await requireIdentified(tx, own);
    await requireMemory(tx, id, own.visitorId);
    await deleteMemories(tx, [id]);
    await note(tx, own.visitorId, { verb: "erase", id });
  });
}

/** Erases all memories of the visitor. @throws AppError `forbidden`. */
export function eraseOwnMemories(deps: Deps, { tenantId, ...own }: Own): Promise<{ erased: number }> {
  return withTenant(deps.db, tenantId, async (tx) => {
    await requireIdentified(tx, own);
    await lockVisitor(tx, own.visitorId);
    const erased = await deleteMemoriesOf(tx, own.visitorId);
    await note(tx, own.visitorId, { verb: "erase", id: own.visitorId });
    return { erased };
  });
}

/** @returns whether the tenant uses memories. When the tenant has switched them off, earlier memories can still be read and erased. */
async function requireIdentified(
  tx: TenantTransaction,
  { visitorId, identified }: Omit<Own, "tenantId">,
): Promise<boolean> {
  const state = await findRemembering(tx, visitorId);
  if (!identified || !state?.isIdentified)
    throw new AppError("forbidden", "Only identified visitors have memories. Sign in first.");
  return state.isEnabled;
}

/** Logs the action without the content. */
async function note(
  tx: TenantTransaction,
  visitorId: string,
  { verb, id }: { verb: "change" | "erase"; id: string },
): Promise<void> {
  await insertAudit(tx, {
    actor: { kind: "visitor", id: visitorId },
    action: `memory.${verb}`,
    target: { kind: "memory", id },
  });
}
