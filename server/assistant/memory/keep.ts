import { type MemoryOrigin, maxMemories } from "../../../protocol/memories.ts";
import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { insertMemory, invalidateMemories, listLeastWorth, listRivals, updateSaidAgain } from "../store/memories.ts";
import { hashOf, type Statement, storable, subjectOf } from "./statement.ts";

/** What is extracted lasts a year from when it was said last; what a person says has no end by itself. */
const lastsMs = 365 * 24 * 60 * 60_000;
/** A statement less sure than this does not push out what is known. */
const leastToSupersede = 0.6;

/** What came of statements. `refused` may not be stored at all, or is less sure than what it contradicts. */
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
 * Remembers statements, in their order. One that is known already stays as it is, with the higher confidence; another value of a
 * subject takes the old one's place, which is linked to it. The caller holds the visitor's row (`lockVisitor`), so that the same is never
 * remembered twice.
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
