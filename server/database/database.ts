import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { longerLimits, type StatementLimits } from "../../db/limits.ts";
import type { Pooler } from "../../db/pooler.ts";
import type { ListenPort } from "../../db/scoped-pool.ts";
import { isPassing } from "../core/errors.ts";
import { currentSpan } from "../core/trace.ts";
import { statementName } from "./statement-name.ts";

/** The open database, embedded or not. Rooms reach rows through `withTenant` and `withSystem` only. */
export interface Database {
  pool: Pool;
  /** True when pgvector is installed, so that `chunk_embeddings` exists. */
  vectors: boolean;
  /** Present when embedded: LISTEN without a connection of its own. */
  listen: ListenPort | undefined;
  /** What was found between a server and its pool; undefined when embedded. */
  pooler?: Pooler | undefined;
  /** How long statements may take on a server; undefined when embedded, where nothing can be silent. */
  limits?: StatementLimits | undefined;
  /** Who is told of statements that take long. */
  slow?: SlowStatements | undefined;
  close(): Promise<void>;
}

/** The same database, or what holds it, for work whose statements may take longer than a request's. */
export function withLongLimits<Deps extends { db: Database }>(
  deps: Deps,
  kind: keyof typeof longerLimits = "longWork",
): Deps {
  const { db } = deps;
  return db.limits ? { ...deps, db: { ...db, limits: longerLimits[kind] } } : deps;
}

/** A statement that took long: what it does, never with what. */
export interface SlowStatement {
  statement: string;
  hash: string;
  ms: number;
  tenant_id: string | undefined;
}

/** Who is told of statements that take this long. */
export interface SlowStatements {
  thresholdMs: number;
  tell(slow: SlowStatement): void;
}

/** Sends a statement, follows it in the trace of whoever asks, and tells when it was slow. It is sent before this returns. */
export function observed<T>(
  slow: SlowStatements | undefined,
  { sql, tenantId }: { sql: string; tenantId: string | undefined },
  send: () => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  if (!parent && !slow) return send();
  const span = parent?.open(`sql ${statementName(sql).name}`, {
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.query.summary": statementName(sql).name },
  });
  const began = performance.now();
  const sent = send();
  const settle = (failure?: string) => {
    span?.end(failure);
    const ms = performance.now() - began;
    if (!slow || ms < slow.thresholdMs) return;
    const { name: statement, hash } = statementName(sql);
    slow.tell({ statement, hash, ms: Math.round(ms), tenant_id: tenantId });
  };
  sent.then(
    () => settle(),
    (error: unknown) => settle(codeOf(error)),
  );
  return sent;
}

/** PostgreSQL's five characters; its message may quote a value. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "failed";
}

/** Pauses before the next tries, in ms: together about as long as a database takes to restart. */
const pausesMs = [250, 500, 1_000, 2_000, 4_000];

/**
 * Does work again when the database is away, locked or busy for a moment. A transaction whose connection broke
 * may have been committed: the work is told that it is `again`, and has to look.
 * @throws what the last try threw, or the first error that does not pass.
 */
export async function retryWhileAway<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (const [tries, pauseMs] of pausesMs.entries()) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return work(true);
}
