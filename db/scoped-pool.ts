import { EventEmitter } from "node:events";
import type { Pool, PoolClient, QueryResult } from "pg";
import { idleInTransactionMs, longerLimits, type StatementLimits } from "./limits.ts";
import { send } from "./prepared.ts";

/** Settings of a transaction. All of them are transaction-local, so a pooled connection keeps none of them. */
export interface Scope {
  role: "parley_app" | "parley_platform";
  tenantId?: string;
  searchPath?: string;
  /** The trace that contains the transaction (W3C); rows that it writes may store it. */
  traceparent?: string | undefined;
  /** Time limits of the transaction. Default: those of long work. */
  limits?: StatementLimits | undefined;
}

/** Retries work while the database is unavailable for a moment. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

export interface ListenPort {
  /** Subscribes to a NOTIFY channel; the result unsubscribes. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
}

type QueryInput = string | { text: string; values?: unknown[] };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const tracePattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;
const pathPattern = /^[a-z_]+$/;
/** First word of a statement, after comments: some BullMQ statements begin with comments. */
const verbPattern = /^(?:\s|;|--[^\n]*(?:\n|$))*([a-z]+)/i;

/**
 * The statement that opens a scoped transaction, in one round trip. `set_config(.., true)` must come first: a policy that runs earlier
 * would see no tenant.
 * @throws Error when a value does not have its strict format; only such values are inserted into the text.
 */
export function beginStatement(scope: Scope): string {
  const settings = [`set_config('role', '${scope.role}', true)`];
  if (scope.tenantId !== undefined) {
    if (!uuidPattern.test(scope.tenantId)) throw new Error("tenant id is not a lower-case UUID");
    settings.push(`set_config('app.current_tenant', '${scope.tenantId}', true)`);
  }
  if (scope.searchPath !== undefined) {
    if (!pathPattern.test(scope.searchPath)) throw new Error("search path is not one plain schema name");
    settings.push(`set_config('search_path', '${scope.searchPath}', true)`);
  }
  if (scope.traceparent !== undefined) {
    if (!tracePattern.test(scope.traceparent)) throw new Error("traceparent is not of its shape");
    settings.push(`set_config('app.traceparent', '${scope.traceparent}', true)`);
  }
  return `begin; select ${[...settings, ...patience(scope.limits)].join(", ")}`;
}

/** Set with the transaction, because a pooler may refuse these settings at the start of a connection. */
function patience({ lockMs, statementMs } = longerLimits.longWork as StatementLimits): string[] {
  return [
    `set_config('lock_timeout', '${lockMs}', true)`,
    `set_config('statement_timeout', '${statementMs}', true)`,
    `set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', true)`,
  ];
}

/** Rolls back a failed transaction. @returns the reason to discard its connection, if there is one. */
export function rollBack(client: PoolClient): Promise<Error | undefined> {
  return client.query("rollback").then(
    () => undefined,
    (broken: Error) => broken,
  );
}

interface Options {
  listen?: ListenPort | undefined;
  retry?: Retry;
}

/**
 * Imitates a `pg.Pool` for libraries that require one: every query, and every transaction they open, runs under `scope()`. A client holds a
 * real connection only while a transaction is open, so a library may keep a client forever (LISTEN) without exhausting a pool of one
 * connection.
 */
export class ScopedPool extends EventEmitter {
  readonly #pool: Pool;
  readonly #scope: () => Scope;
  readonly #listen: ListenPort | undefined;
  readonly #retry: Retry;
  readonly options = { keepAlive: true };

  /**
   * @param options `retry`: how a connection is acquired; default: one attempt. Retries happen only before a statement of the library is
   * sent.
   */
  constructor(pool: Pool, scope: () => Scope, { listen, retry = (work) => work() }: Options = {}) {
    super();
    this.#pool = pool;
    this.#scope = scope;
    this.#listen = listen;
    this.#retry = retry;
  }

  async query(input: QueryInput, values?: unknown[]): Promise<QueryResult> {
    const begin = beginStatement(this.#scope());
    const client = await this.#retry(() => this.#pool.connect());
    let broken: Error | undefined;
    try {
      return await asOne(client, { begin }, () => run(client, input, values));
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async connect(): Promise<ScopedClient> {
    return new ScopedClient(this, this.#listen, () => {
      const begin = beginStatement(this.#scope());
      return this.#retry(async () => {
        const client = await this.#pool.connect();
        try {
          await client.query(begin);
          return client;
        } catch (error) {
          client.release(true);
          throw error;
        }
      });
    });
  }

  /** The caller that created the real pool ends it. */
  async end(): Promise<void> {}

  /**
   * For libraries whose types ask for the class of `pg`. Only the members above exist: a test stops at each new version of such a library
   * until somebody has read which members it uses and which statements it sends.
   */
  asPool(): Pool {
    return this as unknown as Pool; // structural: these libraries use query, connect, end and events only
  }
}

/** A client of {@link ScopedPool}: takes a connection at BEGIN and returns it at COMMIT or ROLLBACK. */
export class ScopedClient extends EventEmitter {
  readonly #pool: ScopedPool;
  readonly #listenPort: ListenPort | undefined;
  readonly #begin: () => Promise<PoolClient>;
  readonly #subscriptions = new Map<string, () => Promise<void>>();
  #held: PoolClient | undefined;

  constructor(pool: ScopedPool, listenPort: ListenPort | undefined, begin: () => Promise<PoolClient>) {
    super();
    this.#pool = pool;
    this.#listenPort = listenPort;
    this.#begin = begin;
  }

  async query(input: QueryInput, values?: unknown[]): Promise<QueryResult> {
    const text = typeof input === "string" ? input : input.text;
    const verb = verbPattern.exec(text)?.[1]?.toLowerCase();
    if ((verb === "begin" || verb === "start") && !this.#held) {
      this.#held = await this.#begin();
      return emptyResult;
    }
    if (verb === "commit" || verb === "end" || verb === "rollback") return this.#finish(text);
    if ((verb === "listen" || verb === "unlisten") && this.#listenPort)
      return this.#listenTo(text, verb, this.#listenPort);
    return this.#held ? run(this.#held, input, values) : this.#pool.query(input, values);
  }

  release(): void {
    for (const unsubscribe of this.#subscriptions.values()) unsubscribe().catch((error) => this.emit("error", error));
    this.#subscriptions.clear();
    const held = this.#held;
    this.#held = undefined;
    if (held) void rollBack(held).then((broken) => held.release(broken));
  }

  async #finish(text: string): Promise<QueryResult> {
    const held = this.#held;
    if (!held) return emptyResult;
    if (/to\s+savepoint/i.test(text)) return held.query(text);
    this.#held = undefined;
    let broken: Error | undefined;
    try {
      return await held.query(text);
    } catch (error) {
      broken = await rollBack(held);
      throw error;
    } finally {
      held.release(broken);
    }
  }

  async #listenTo(text: string, verb: "listen" | "unlisten", port: ListenPort): Promise<QueryResult> {
    const channel = /(?:^|\n)[^\S\n]*(?:un)?listen\s+"?([\w.:-]+|\*)"?/i.exec(text)?.[1] ?? "";
    if (verb === "unlisten") {
      await this.#subscriptions.get(channel)?.();
      this.#subscriptions.delete(channel);
    } else if (!this.#subscriptions.has(channel)) {
      this.#subscriptions.set(
        channel,
        await port.listen(channel, (payload) => this.emit("notification", { channel, payload, processId: 0 })),
      );
    }
    return emptyResult;
  }
}

/**
 * One statement in a transaction of its own. A connection that pipelines sends begin, statement and commit without waiting in between, in
 * one round trip; after a statement that failed, the commit is a rollback.
 * @param transaction `answerMs`: longest wait for an answer, where that is not the connection's own.
 */
export async function asOne<Result>(
  client: PoolClient,
  { begin, answerMs }: { begin: string; answerMs?: number | undefined },
  statement: () => Promise<Result>,
): Promise<Result> {
  if (client.pipeline) {
    const begun = send(client, begin, { answerMs });
    const [, result] = await Promise.all([begun, statement(), send(client, "commit", { answerMs })]);
    return result;
  }
  await client.query(begin);
  const result = await statement();
  await client.query("commit");
  return result;
}

function run(client: PoolClient, input: QueryInput, values: unknown[] | undefined): Promise<QueryResult> {
  return typeof input === "string" ? send(client, input, { values }) : client.query(input);
}

const emptyResult: QueryResult = { command: "", rowCount: 0, oid: 0, fields: [], rows: [] };
