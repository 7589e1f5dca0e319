import { createHash } from "node:crypto";
import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";
import { findPooler, isRefusal, type Pooler } from "./pooler.ts";

const names = new Map<string, string>();
/** State of a pool whose server keeps prepared statements until the first refusal. */
interface Keeping {
  isKeeping: boolean;
}
/**
 * Pools that were tested against a server; all other pools send the full statement text. A new connection to the embedded database would
 * find the statements of the previous connection.
 */
const keepings = new WeakMap<PoolClient, Keeping>();

/**
 * Marks a constant statement that every answer needs: each server connection parses and plans it once, not for each answer. Not for a
 * statement whose best plan depends on its values or tenant (a search), nor for `select *`, which a migration would break.
 * @returns the same text.
 */
export function keepPlan(sql: string): string {
  if (!names.has(sql)) names.set(sql, `parley_${createHash("sha256").update(sql).digest("hex").slice(0, 16)}`);
  return sql;
}

/**
 * Sends a statement; one marked with {@link keepPlan} is sent by name. When a pooler refuses a named statement, that statement fails, and
 * the pool then sends all statements without a name.
 * @param answerMs longest wait for the response, when it differs from the connection's limit.
 */
export function send<Row extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  { values, answerMs }: { values?: unknown[] | undefined; answerMs?: number | undefined },
): Promise<QueryResult<Row>> {
  const keeping = keepings.get(client);
  const name = keeping?.isKeeping ? names.get(sql) : undefined;
  if (name === undefined && answerMs === undefined) return client.query<Row>(sql, values);
  // `query_timeout` also works per statement (pg 8.12); its types do not include it.
  const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
  const result = client.query<Row>({ text: sql, ...limit, ...(name && { name }), ...(values && { values }) });
  if (!keeping || name === undefined) return result;
  result.catch((error: unknown) => {
    if (isRefusal(error)) keeping.isKeeping = false;
  });
  return result;
}

/**
 * Tests whether the connections to a server can keep prepared statements. Until then, and when they cannot, the full text is sent. Call
 * before the pool has other users.
 * @returns the properties of the pooler between the pool and the server.
 */
export async function tryKeeping(pool: Pool): Promise<Pooler> {
  const keeping: Keeping = { isKeeping: false };
  pool.on("connect", (client) => keepings.set(client, keeping));
  const pooler = await findPooler(pool);
  keeping.isKeeping = pooler.keepsStatements;
  return pooler;
}
