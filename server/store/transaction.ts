import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient, QueryResult, QueryResultRow } from "pg";
import { beginStatement, type Scope } from "../../db/scoped-pool.ts";
import { AppError } from "../errors.ts";
import type { Database } from "./database.ts";

/** Rows inside one transaction. Valid until the callback it was given to returns. */
export interface Transaction {
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>>;
}

/** A transaction bound to one tenant: row security shows that tenant's rows and no others. */
export interface TenantTransaction extends Transaction {
  readonly tenantId: string;
}

const open = new AsyncLocalStorage<true>();

/**
 * Runs `work` in one transaction in which only `tenantId`'s rows exist. The only way to tenant rows.
 * Keep it short: no model call, stream write or second transaction inside, because the embedded pool
 * has one connection.
 * @throws Error when called inside another transaction; AppError `unavailable` when no connection is to be had.
 */
export async function withTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return inTransaction(db, { role: "parley_app", tenantId }, (tx) => work({ ...tx, tenantId }));
}

/**
 * Runs `work` as the platform role: what comes before a tenant is known, or concerns all of them.
 * @param _reason stands in the list of docs/ARCHITECTURE.md; kept for whoever reads the call.
 */
export async function withSystem<T>(db: Database, _reason: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, { role: "parley_platform" }, work);
}

async function inTransaction<T>(db: Database, scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (open.getStore() !== undefined)
    throw new Error("a transaction inside a transaction: the embedded pool has one connection and would wait for ever");
  const begin = beginStatement(scope);
  const client = await connect(db);
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await open.run(true, () => work({ query: (sql, params) => client.query(sql, params) }));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function connect(db: Database): Promise<PoolClient> {
  try {
    return await db.pool.connect();
  } catch (cause) {
    throw new AppError("unavailable", "The database cannot be reached right now.", { cause, retryAfterSeconds: 5 });
  }
}
