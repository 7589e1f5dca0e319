import type { CannedReply } from "../../../protocol/admin-canned.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  type CannedReplyRow,
  countCannedReplies,
  deleteCannedReply,
  findCannedReply,
  insertCannedReply,
  listCannedReplies,
  updateCannedReply,
} from "../store/canned-replies.ts";
import type { DeskDeps } from "./deps.ts";

type CannedDeps = Pick<DeskDeps, "db">;

/** The caller of a canned-reply action. */
export interface CannedCaller {
  tenantId: string;
  personId: string;
  actor: AuditActor;
  /** Whether they may change the team's replies. */
  mayShare: boolean;
}

/** Limit per agent, and for the team: a longer list is hard to search. */
const maxReplies = 500;

/** The team's replies and the caller's own, by name. */
export async function readCannedReplies(deps: CannedDeps, caller: CannedCaller): Promise<CannedReply[]> {
  const rows = await withTenant(deps.db, caller.tenantId, (tx) => listCannedReplies(tx, caller.personId));
  return rows.map(toView);
}

/** @throws AppError `forbidden`, `conflict` for a name that is taken, or when there are too many. */
export async function addCannedReply(
  deps: CannedDeps,
  caller: CannedCaller,
  { name, content, isShared }: { name: string; content: string; isShared: boolean },
): Promise<CannedReply> {
  if (isShared) requireSharing(caller);
  const ownerId = isShared ? null : caller.personId;
  return withTenant(deps.db, caller.tenantId, async (tx) => {
    if ((await countCannedReplies(tx, ownerId)) >= maxReplies)
      throw new AppError("conflict", `The limit of ${maxReplies} canned replies is reached. Delete one first.`);
    const row = await insertCannedReply(tx, { id: newId(), ownerId, name, content });
    if (!row) throw taken();
    await note(tx, caller, { verb: "add", row });
    return toView(row);
  });
}

/** @throws AppError `not_found`, `forbidden`, `conflict` for a name that is taken. */
export async function changeCannedReply(
  deps: CannedDeps,
  caller: CannedCaller,
  { id, ...change }: { id: string; name?: string | undefined; content?: string | undefined },
): Promise<CannedReply> {
  return withTenant(deps.db, caller.tenantId, async (tx) => {
    await requireOwn(tx, caller, id);
    const row = await updateCannedReply(tx, id, change);
    if (!row) throw taken();
    await note(tx, caller, { verb: "change", row });
    return toView(row);
  });
}

/** @throws AppError `not_found`, `forbidden`. */
export async function removeCannedReply(deps: CannedDeps, caller: CannedCaller, id: string): Promise<void> {
  await withTenant(deps.db, caller.tenantId, async (tx) => {
    const row = await requireOwn(tx, caller, id);
    await deleteCannedReply(tx, id);
    await note(tx, caller, { verb: "delete", row });
  });
}

async function requireOwn(tx: TenantTransaction, caller: CannedCaller, id: string): Promise<CannedReplyRow> {
  const row = await findCannedReply(tx, id, caller.personId);
  if (!row) throw new AppError("not_found", "Canned reply not found.");
  if (row.owner_id === null) requireSharing(caller);
  return row;
}

function requireSharing({ mayShare }: CannedCaller): void {
  if (!mayShare) throw new AppError("forbidden", "You need the manager role to change team replies.");
}

function taken(): AppError {
  return new AppError("conflict", "A canned reply with this name already exists. Choose another name.");
}

async function note(
  tx: TenantTransaction,
  { actor }: CannedCaller,
  { verb, row }: { verb: string; row: CannedReplyRow },
): Promise<void> {
  await insertAudit(tx, {
    actor,
    action: `canned_reply.${verb}`,
    target: { kind: "canned_reply", id: row.id },
    detail: { name: row.name, shared: row.owner_id === null },
  });
}

function toView({ id, owner_id, name, content, updated_at }: CannedReplyRow): CannedReply {
  return { id, name, content, is_shared: owner_id === null, updated_at: updated_at.toISOString() };
}
