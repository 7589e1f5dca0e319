import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { longerLimits, type StatementLimits } from "../../db/limits.ts";
import type { Pooler } from "../../db/pooler.ts";
import type { ListenPort } from "../../db/scoped-pool.ts";
import { isPassing } from "../core/errors.ts";
import { currentSpan } from "../core/trace.ts";
import { statementName } from "./statement-name.ts";

/** The open database, embedded or on a server. Domains access rows only through `withTenant` and `withSystem`. */
export interface Database {
  pool: Pool;
  /** True when pgvector is installed, so that `chunk_embeddings` exists. */
  vectors: boolean;
  /** Set when embedded: LISTEN without a connection of its own. */
  listen: ListenPort | undefined;
  /** The pooler between the server and its pool; undefined when embedded. */
  pooler?: Pooler | undefined;
  /** Statement limits on a server; undefined when embedded, where a response cannot be missing. */
  limits?: StatementLimits | undefined;
  /** Receives slow statements. */
  slow?: SlowStatements | undefined;
  close(): Promise<void>;
}

/** The same database, or the same dependencies with it, for work whose statements may take longer than a request's. */
export function withLongLimits<Deps extends { db: Database }>(
  deps: Deps,
  kind: keyof typeof longerLimits = "longWork",
): Deps {
  const { db } = deps;
  return db.limits ? { ...deps, db: { ...db, limits: longerLimits[kind] } } : deps;
}

/** A slow statement, without its values. */
export interface SlowStatement {
  statement: string;
  hash: string;
  ms: number;
  tenant_id: string | undefined;
}

/** Threshold and receiver of slow statements. */
export interface SlowStatements {
  thresholdMs: number;
  tell(slow: SlowStatement): void;
}

/** Sends a statement, adds it to the caller's trace, and reports it when it was slow. The statement is sent before this returns. */
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

/** PostgreSQL's five-character code; the message may quote a value. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "failed";
}

/** Pauses between retries, in ms: together about as long as a database takes to restart. */
const pausesMs = [250, 500, 1_000, 2_000, 4_000];

/**
 * Retries work while the database is unavailable, locked or busy for a moment. A transaction whose connection broke may have been
 * committed: a retry gets `again` = true and must check.
 * @throws the error of the last try, or the first error that is not temporary.
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
