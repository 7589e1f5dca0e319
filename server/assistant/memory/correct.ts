import type { MemoryChange, MemoryOrigin } from "../../../protocol/memories.ts";
import { AppError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { lockVisitor } from "../../tickets/store/visitors.ts";
import { findMemory, listRivals, type MemoryRow, updateMemory } from "../store/memories.ts";
import { hashOf, storable } from "./statement.ts";
import { queueVectors } from "./vectors.ts";

/** A memory that the caller may change. @param visitorId the visitor it must belong to; undefined: any visitor of the tenant. */
export async function requireMemory(tx: TenantTransaction, id: string, visitorId?: string): Promise<MemoryRow> {
  const row = await findMemory(tx, id);
  if (!row || row.invalidated_at !== null || (visitorId !== undefined && row.visitor_id !== visitorId))
    throw notFound();
  return row;
}

function notFound(): AppError {
  return new AppError("not_found", "Memory not found.");
}

/** @throws AppError `invalid_request` for a content that must not be stored. */
export function requireStorable(content: string): string {
  const line = storable(content);
  if (line === null)
    throw new AppError(
      "invalid_request",
      "This can't be saved as a memory: it contains a secret or sensitive personal data, or is not a statement about a visitor.",
    );
  return line;
}

/**
 * Replaces the content of a memory with a person's correction; the wrong content is not kept. @returns the job that computes its vector, if
 * it needs one.
 * @throws AppError `not_found`, `invalid_request`, or `conflict` when the same memory already exists.
 */
export async function correct(
  tx: TenantTransaction,
  row: MemoryRow,
  { origin, ...change }: MemoryChange & { origin: MemoryOrigin },
): Promise<{ row: MemoryRow; job: QueuedJob | null }> {
  await lockVisitor(tx, row.visitor_id);
  const content = change.content === undefined ? undefined : requireStorable(change.content);
  const isNew = content !== undefined && content !== row.content;
  const hash = isNew ? hashOf(content) : undefined;
  if (hash !== undefined) {
    const rivals = await listRivals(tx, row.visitor_id, { hash, subject: "" });
    if (rivals.some(({ id }) => id !== row.id)) throw new AppError("conflict", "This memory already exists.");
  }
  await updateMemory(tx, row.id, {
    content: isNew ? content : undefined,
    hash,
    type: change.type,
    validUntil: change.valid_until === undefined ? undefined : dateOf(change.valid_until),
    origin,
  });
  const job = isNew ? await queueVectors(tx, row.visitor_id) : null;
  const now = await findMemory(tx, row.id);
  // Another tab erased it after the first read.
  if (!now || now.invalidated_at !== null) throw notFound();
  return { row: now, job };
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
