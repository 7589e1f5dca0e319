import { createHash } from "node:crypto";
import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";
import { findPooler, isRefusal, type Pooler } from "./pooler.ts";

const names = new Map<string, string>();
/** Of a pool whose server keeps statements until it refuses one. */
interface Keeping {
  isKeeping: boolean;
}
/**
 * Connections to servers on which that was tried; on all others statements are sent whole. A new connection to the embedded database
 * would meet the statements of the one before.
 */
const keepings = new WeakMap<PoolClient, Keeping>();

/**
 * Marks a constant statement that every answer needs: each connection to a server has it read and planned once, not again for each answer.
 * Not for a statement whose best plan depends on its values or its tenant (a search), nor for `select *`, which a migration would break.
 * @returns the same text.
 */
export function keepPlan(sql: string): string {
  if (!names.has(sql)) names.set(sql, `parley_${createHash("sha256").update(sql).digest("hex").slice(0, 16)}`);
  return sql;
}

/**
 * Sends a statement, one marked with {@link keepPlan} by its name. After the first that a pooler refuses, which fails, that pool sends none by
 * name any more.
 * @param answerMs longest wait for its answer, where that is not the connection's own.
 */
export function send<Row extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  { values, answerMs }: { values?: unknown[] | undefined; answerMs?: number | undefined },
): Promise<QueryResult<Row>> {
  const keeping = keepings.get(client);
  const name = keeping?.isKeeping ? names.get(sql) : undefined;
  if (name === undefined && answerMs === undefined) return client.query<Row>(sql, values);
  // `query_timeout` is a setting of each statement as well (pg 8.12), which its types do not show.
  const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
  const result = client.query<Row>({ text: sql, ...limit, ...(name && { name }), ...(values && { values }) });
  if (!keeping || name === undefined) return result;
  result.catch((error: unknown) => {
    if (isRefusal(error)) keeping.isKeeping = false;
  });
  return result;
}

/**
 * Finds out whether statements can be kept on these connections of a server; before that, and where not, all are sent whole. Called before
 * anything else uses the pool.
 * @returns what stands between the pool and the server.
 */
export async function tryKeeping(pool: Pool): Promise<Pooler> {
  const keeping: Keeping = { isKeeping: false };
  pool.on("connect", (client) => keepings.set(client, keeping));
  const pooler = await findPooler(pool);
  keeping.isKeeping = pooler.keepsStatements;
  return pooler;
}
