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

/** Rows inside one transaction. Valid until the callback it was given to returns. */
export interface Transaction extends Runners {
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>>;
  /**
   * Commits right behind the statements that were sent already, without a round trip of its own. Nothing may be sent after it; if one
   * of them fails, the commit is a rollback and their error comes through.
   */
  end<T>(results: Promise<T>): Promise<T>;
}

/** A transaction bound to one tenant: row security shows that tenant's rows and no others. */
export interface TenantTransaction extends Transaction {
  readonly tenantId: string;
}

/**
 * Whether a transaction is open around the running code. Looked at where there is one connection only, as on the embedded database and
 * so in nearly every test: following it makes every promise of the process three times as dear on Node.js 20.
 */
const open = new AsyncLocalStorage<true>();
const hasOneConnection = ({ pool }: Database) => pool.options.max === 1;
const nestedMessage =
  "a transaction inside a transaction: the embedded pool has one connection and would wait for ever";

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
  return inTransaction(db, { role: "parley_app", tenantId, limits: db.limits }, (tx) => work({ ...tx, tenantId }));
}

/**
 * Longest wait of a background loop for a row that somebody else holds, in ms: longer than a transaction of the server takes, short enough
 * that fifty held rows in a row do not hold up the others. The next round tries again.
 */
const loopLockMs = 250;

/** Like {@link withTenant} for a background loop, which comes back: it gives up on a row that somebody else holds after a quarter of a second. */
export function withTenantInLoop<T>(
  db: Database,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const limits = { ...(db.limits ?? longerLimits.longWork), lockMs: loopLockMs };
  return inTransaction(db, { role: "parley_app", tenantId, limits }, (tx) => work({ ...tx, tenantId }));
}

/**
 * Runs `work` as the platform role: work before a tenant is known, or for all tenants.
 * @param _purpose an entry of the list in `system-work.ts`, for the readers of the call and of docs/ARCHITECTURE.md.
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

/** What is written in a transaction may keep the trace that it came of. */
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
    // Not waited for: the first statement goes out behind it (`pipeline` in open-database.ts) and fails if it fails. Outside of a
    // transaction there is no tenant and no role, so nothing could be seen or written either.
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
 * Like {@link withTenant} for work of exactly one statement: begin, statement and commit leave together, in one round trip.
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
    // Answered after everything that was sent before it, so the connection is free again; a broken one answers with an error.
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

interface About {
  slow: SlowStatements | undefined;
  tenantId: string | undefined;
  /** Longest wait for an answer; undefined when embedded. */
  answerMs: number | undefined;
}

/** The statements of one transaction. After its end it sends none: another transaction may have the connection then. */
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

  /** Sends it without a look at how long it takes. */
  async send<Row extends QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>> {
    if (this.isOver) throw new Error("a statement after the end of its transaction");
    if (this.#client.pipeline) {
      const sent = send<Row>(this.#client, sql, { values: params, answerMs: this.#about.answerMs });
      sent.catch((error: unknown) => {
        this.#firstError ??= error;
      });
      return sent;
    }
    // A plain connection takes one statement at a time.
    const result = this.#last.then(() => this.#client.query<Row>(sql, params));
    this.#last = result.catch(() => {});
    return result;
  }

  /**
   * What has failed: statements that were sent behind it fail too, and which of them is heard of first is chance.
   * 25P02 is "in failed transaction" (PostgreSQL, appendix A).
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
