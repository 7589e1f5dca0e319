import type { Pool } from "pg";
import { longerLimits, type StatementLimits } from "../../db/limits.ts";
import type { Pooler } from "../../db/pooler.ts";
import type { ListenPort } from "../../db/scoped-pool.ts";
import type { SlowStatements } from "./observed.ts";

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
export function unhurried<Deps extends { db: Database }>(
  deps: Deps,
  kind: keyof typeof longerLimits = "longWork",
): Deps {
  const { db } = deps;
  return db.limits ? { ...deps, db: { ...db, limits: longerLimits[kind] } } : deps;
}
