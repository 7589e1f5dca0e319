import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient, QueryResult, QueryResultRow } from "pg";
import { longerLimits } from "../../db/limits.ts";
import { send } from "../../db/prepared.ts";
import { asOne, beginStatement, rollBack, type Scope } from "../../db/scoped-pool.ts";
import { AppError } from "../core/errors.ts";
import { currentSpan, inSpan, type SpanAbout } from "../core/trace.ts";
import { type Database, observed, type SlowStatements } from "./database.ts";
import { type Runners, runners } from "./query.ts";
import type { SystemWorkId } from "./system-work.ts";

/** Access to rows inside one transaction. Valid until the callback returns. */
export interface Transaction extends Runners {
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>>;
  /**
   * Commits directly after the statements already sent, without an extra round trip. Nothing may be sent after it; if a statement fails,
   * the commit becomes a rollback and the error is thrown.
   */
  end<T>(results: Promise<T>): Promise<T>;
}

/** A transaction of one tenant: row security shows only that tenant's rows. */
export interface TenantTransaction extends Transaction {
  readonly tenantId: string;
}

/**
 * Whether the running code is inside a transaction. Checked only with a single connection, as in the embedded database and so in nearly
 * every test: tracking it makes every promise of the process three times as expensive on Node.js 20.
 */
const open = new AsyncLocalStorage<true>();
const hasOneConnection = ({ pool }: Database) => pool.options.max === 1;
const nestedMessage =
  "a transaction inside a transaction: the embedded pool has one connection and would wait for ever";

/**
 * Runs `work` in one transaction in which only `tenantId`'s rows exist. The only way to access tenant rows. Keep it short: no model call,
 * stream write or second transaction inside, because the embedded pool has one connection.
 * @throws Error when called inside another transaction; AppError `unavailable` when no connection is available.
 */
export async function withTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return inTransaction(db, { role: "parley_app", tenantId, limits: db.limits }, (tx) => work({ ...tx, tenantId }));
}

/**
 * Longest wait of a background loop for a locked row, in ms: longer than a server transaction takes, but short enough that fifty locked
 * rows in sequence do not delay the others. The next round tries again.
 */
const loopLockMs = 250;

/**
 * Like {@link withTenant} for a background loop, which runs again later: it gives up on a row that another transaction has locked after a
 * quarter of a second.
 */
export function withTenantInLoop<T>(
  db: Database,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const limits = { ...(db.limits ?? longerLimits.longWork), lockMs: loopLockMs };
  return inTransaction(db, { role: "parley_app", tenantId, limits }, (tx) => work({ ...tx, tenantId }));
}

/**
 * Runs `work` as the platform role, before a tenant is known or for all tenants.
 * @param _purpose an entry of the list in `system-work.ts`, for readers of the call and of docs/ARCHITECTURE.md.
 */
export async function withSystem<T>(
  db: Database,
  _purpose: SystemWorkId,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(db, { role: "parley_platform", limits: db.limits }, work);
}

function inTransaction<T>(db: Database, scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inSpan("transaction", aboutOf(scope), () => runTransaction(db, scope, work));
}

function aboutOf({ tenantId }: Scope): SpanAbout {
  return { attributes: { "parley.tenant_id": tenantId } };
}

/** Rows written in a transaction may store the trace that caused them. */
function beginTraced(scope: Scope): string {
  return beginStatement({ ...scope, traceparent: currentSpan()?.traceparent });
}

async function runTransaction<T>(db: Database, scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  refuseNesting(db);
  const begin = beginTraced(scope);
  const client = await connect(db);
  const statements = new Statements(client, { slow: db.slow, tenantId: scope.tenantId, answerMs: db.limits?.answerMs });
  let broken: Error | undefined;
  try {
    // Not awaited: the first statement is sent directly after it (`pipeline` in db/server-pool.ts) and fails if it fails. Outside a
    // transaction there is no tenant and no role, so nothing could be read or written.
    const begun = statements.send(begin);
    begun.catch(() => {});
    const result = await guarded(db, () => work(statements.asTransaction()));
    await begun;
    if (!statements.isOver) await statements.send("commit");
    return result;
  } catch (error) {
    statements.isOver = true;
    broken = await rollBack(client);
    throw statements.causeOf(error);
  } finally {
    client.release(broken);
  }
}

function refuseNesting(db: Database): void {
  if (hasOneConnection(db) && open.getStore() !== undefined) throw new Error(nestedMessage);
}

function guarded<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return hasOneConnection(db) ? open.run(true, work) : work();
}

/**
 * Like {@link withTenant} for exactly one statement: begin, statement and commit are sent together, in one round trip.
 * @throws as {@link withTenant}; Error on a second statement.
 */
export function tenantQuery<T>(
  db: Database,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return inSpan("transaction", aboutOf({ role: "parley_app", tenantId }), () => runOnce(db, tenantId, work));
}

async function runOnce<T>(db: Database, tenantId: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  refuseNesting(db);
  const begin = beginTraced({ role: "parley_app", tenantId, limits: db.limits });
  const answerMs = db.limits?.answerMs;
  const client = await connect(db);
  let used = false;
  let broken: Error | undefined;
  const query: Transaction["query"] = async (sql, params) => {
    if (used) throw new Error("a second statement in a transaction of one");
    used = true;
    return observed(db.slow, { sql, tenantId }, () =>
      asOne(client, { begin, answerMs }, () => send(client, sql, { values: params, answerMs })),
    );
  };
  try {
    return await guarded(db, () => work({ query, ...runners(query), end: (results) => results, tenantId }));
  } catch (error) {
    // The response comes after those of all earlier statements, so the connection is free again; a broken connection returns an error.
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

interface About {
  slow: SlowStatements | undefined;
  tenantId: string | undefined;
  /** Longest wait for a response; undefined when embedded. */
  answerMs: number | undefined;
}

/** The statements of one transaction. After its end it sends none, because the connection may then belong to another transaction. */
class Statements {
  isOver = false;
  #last: Promise<unknown> = Promise.resolve();
  #firstError: unknown;
  readonly #client: PoolClient;
  readonly #about: About;

  constructor(client: PoolClient, about: About) {
    this.#client = client;
    this.#about = about;
  }

  query<Row extends QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>> {
    const { slow, tenantId } = this.#about;
    return observed(slow, { sql, tenantId }, () => this.send<Row>(sql, params));
  }

  /** Sends a statement without measuring its time. */
  async send<Row extends QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>> {
    if (this.isOver) throw new Error("a statement after the end of its transaction");
    if (this.#client.pipeline) {
      const sent = send<Row>(this.#client, sql, { values: params, answerMs: this.#about.answerMs });
      sent.catch((error: unknown) => {
        this.#firstError ??= error;
      });
      return sent;
    }
    // Without pipelining, a connection takes one statement at a time.
    const result = this.#last.then(() => this.#client.query<Row>(sql, params));
    this.#last = result.catch(() => {});
    return result;
  }

  /**
   * The original error: statements sent after the failed one fail too, and their errors may arrive first. 25P02 is "in failed transaction"
   * (PostgreSQL, appendix A).
   */
  causeOf(error: unknown): unknown {
    const isFollowing = error instanceof Error && "code" in error && error.code === "25P02";
    return isFollowing ? (this.#firstError ?? error) : error;
  }

  async end<T>(results: Promise<T>): Promise<T> {
    if (!this.#client.pipeline) return results;
    const committed = this.send("commit");
    this.isOver = true;
    const [result] = await Promise.all([results, committed]);
    return result;
  }

  asTransaction(): Transaction {
    const query: Transaction["query"] = (sql, params) => this.query(sql, params);
    return { query, ...runners(query), end: (results) => this.end(results) };
  }
}

async function connect(db: Database): Promise<PoolClient> {
  try {
    return await db.pool.connect();
  } catch (cause) {
    throw new AppError("unavailable", "The database is not responding right now. Try again shortly.", {
      cause,
      retryAfterSeconds: 5,
    });
  }
}
