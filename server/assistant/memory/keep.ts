import { type MemoryOrigin, maxMemories } from "../../../protocol/memories.ts";
import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { insertMemory, invalidateMemories, listLeastWorth, listRivals, updateSaidAgain } from "../store/memories.ts";
import { hashOf, type Statement, storable, subjectOf } from "./statement.ts";

/** An extracted memory expires one year after it was last mentioned. A memory that a person entered has no default expiry. */
const lastsMs = 365 * 24 * 60 * 60_000;
/** A statement with a lower confidence does not replace a memory. */
const leastToSupersede = 0.6;

/**
 * Result of storing statements. `refused` counts statements that must not be stored, or that are less certain than the memory they
 * contradict.
 */
export interface Kept {
  added: string[];
  again: number;
  superseded: number;
  refused: number;
}

interface Told {
  visitorId: string;
  origin: MemoryOrigin;
  ticketId: string | null;
}

/**
 * Stores statements as memories, in order. A known statement stays as it is and keeps the higher confidence. A new value of a subject
 * replaces the old memory, which is linked to it. The caller locks the visitor's row (`lockVisitor`), so that no statement is stored twice.
 */
export async function keepStatements(
  tx: TenantTransaction,
  told: Told,
  statements: readonly Statement[],
): Promise<Kept> {
  const kept: Kept = { added: [], again: 0, superseded: 0, refused: 0 };
  for (const statement of statements) {
    const content = storable(statement.content);
    if (content === null) kept.refused += 1;
    else await keep(tx, told, { statement: { ...statement, content }, kept });
  }
  if (kept.added.length > 0) await invalidateMemories(tx, await listLeastWorth(tx, told.visitorId, maxMemories), null);
  return kept;
}

async function keep(
  tx: TenantTransaction,
  { visitorId, origin, ticketId }: Told,
  { statement, kept }: { statement: Statement; kept: Kept },
): Promise<void> {
  const { type, content, confidence, messageId } = statement;
  const subject = subjectOf(statement.subject);
  const hash = hashOf(content);
  const expiresAt = origin === "extracted" ? new Date(Date.now() + lastsMs) : null;
  const rivals = await listRivals(tx, visitorId, { hash, subject });
  const same = rivals.find(({ is_same }) => is_same);
  if (same) {
    await updateSaidAgain(tx, same.id, { confidence, expiresAt });
    kept.again += 1;
    return;
  }
  if (rivals.length > 0 && confidence < leastToSupersede) {
    kept.refused += 1;
    return;
  }
  const id = newId();
  await invalidateMemories(
    tx,
    rivals.map((rival) => rival.id),
    id,
  );
  kept.superseded += rivals.length;
  await insertMemory(tx, {
    id,
    visitorId,
    type,
    content,
    subject,
    hash,
    confidence,
    origin,
    ticketId,
    messageId,
    validUntil: statement.validUntil ?? null,
    expiresAt,
  });
  kept.added.push(id);
}
