import type { z } from "zod";
import type { Memory, MemoryChange, MemoryListResponse, newMemorySchema } from "../../../protocol/memories.ts";
import { AppError } from "../../core/errors.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { lockVisitor } from "../../tickets/store/visitors.ts";
import {
  deleteMemories,
  deleteMemoriesOf,
  findMemory,
  findRemembering,
  listMemories,
  listRivals,
} from "../store/memories.ts";
import { correct, requireMemory, requireStorable } from "./correct.ts";
import type { MemoryDeps, WhoseMemories } from "./deps.ts";
import { keepStatements } from "./keep.ts";
import { hashOf } from "./statement.ts";
import { queueVectors } from "./vectors.ts";
import { toMemory } from "./views.ts";

type Deps = Pick<MemoryDeps, "db" | "wake">;

/** An agent of a tenant. */
interface Caller {
  tenantId: string;
  actor: AuditActor;
}

/** Most rows of one response: all valid memories, and as many invalidated ones. */
const maxListed = 400;

/** Lists a visitor's memories. @throws AppError `not_found`. */
export function readMemories(
  deps: Deps,
  { tenantId, visitorId }: WhoseMemories,
  { all }: { all: boolean },
): Promise<MemoryListResponse> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const state = await requireVisitor(tx, visitorId);
    const rows = await listMemories(tx, visitorId, { all, limit: maxListed });
    return { is_enabled: state.isEnabled, is_identified: state.isIdentified, items: rows.map(toMemory) };
  });
}

/**
 * Adds a memory for an agent. A statement that exists already changes only its confidence.
 * @throws AppError `not_found`, `invalid_request` for a content that must not be stored, `conflict` when memories are switched off or the
 * visitor is not identified.
 */
export async function addMemory(
  deps: Deps,
  { tenantId, actor }: Caller,
  { visitorId, ...given }: z.output<typeof newMemorySchema> & { visitorId: string },
): Promise<Memory> {
  const content = requireStorable(given.content);
  const { row, job } = await withTenant(deps.db, tenantId, async (tx) => {
    const state = await requireVisitor(tx, visitorId);
    if (!state.isEnabled || !state.isIdentified)
      throw new AppError(
        "conflict",
        "This visitor has no memories: memory is turned off, or the visitor's identity is not signed.",
      );
    await lockVisitor(tx, visitorId);
    const validUntil = given.valid_until === null ? null : new Date(given.valid_until);
    const statement = { type: given.type, content, subject: "", confidence: 1, messageId: null, validUntil };
    const kept = await keepStatements(tx, { visitorId, origin: "agent", ticketId: null }, [statement]);
    const [same] = await listRivals(tx, visitorId, { hash: hashOf(content), subject: "" });
    const row = same && (await findMemory(tx, same.id));
    if (!row) throw new Error("the memory that was added is gone");
    await note(tx, actor, { verb: "add", kind: "memory", id: row.id });
    return { row, job: kept.added.length > 0 ? await queueVectors(tx, visitorId) : null };
  });
  if (job) await deps.wake(tenantId, job);
  return toMemory(row);
}

/** @throws AppError `not_found`, `invalid_request`, `conflict`. */
export async function changeMemory(
  deps: Deps,
  { tenantId, actor }: Caller,
  { id, ...change }: MemoryChange & { id: string },
): Promise<Memory> {
  const { row, job } = await withTenant(deps.db, tenantId, async (tx) => {
    const corrected = await correct(tx, await requireMemory(tx, id), { ...change, origin: "agent" });
    await note(tx, actor, { verb: "change", kind: "memory", id });
    return corrected;
  });
  if (job) await deps.wake(tenantId, job);
  return toMemory(row);
}

/** Erases a memory, valid or invalidated. @throws AppError `not_found`. */
export async function eraseMemory(deps: Deps, { tenantId, actor }: Caller, id: string): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    if (!(await findMemory(tx, id))) throw new AppError("not_found", "Memory not found.");
    await deleteMemories(tx, [id]);
    await note(tx, actor, { verb: "erase", kind: "memory", id });
  });
}

/** Erases all memories of a visitor. @throws AppError `not_found`. */
export function eraseMemories(deps: Deps, { tenantId, actor }: Caller, visitorId: string): Promise<{ erased: number }> {
  return withTenant(deps.db, tenantId, async (tx) => {
    if (!(await lockVisitor(tx, visitorId))) throw new AppError("not_found", "Visitor not found.");
    const erased = await deleteMemoriesOf(tx, visitorId);
    await note(tx, actor, { verb: "erase", kind: "visitor", id: visitorId });
    return { erased };
  });
}

async function requireVisitor(tx: TenantTransaction, visitorId: string) {
  const state = await findRemembering(tx, visitorId);
  if (!state) throw new AppError("not_found", "Visitor not found.");
  return state;
}

/** Logs the action without the content: the audit log is kept longer than the erased data. */
async function note(
  tx: TenantTransaction,
  actor: AuditActor,
  { verb, kind, id }: { verb: "add" | "change" | "erase"; kind: "memory" | "visitor"; id: string },
): Promise<void> {
  await insertAudit(tx, { actor, action: `memory.${verb}`, target: { kind, id } });
}
