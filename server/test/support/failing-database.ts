import type { PoolClient } from "pg";
import type { Database } from "../../database/database.ts";

/**
 * Failure at one statement. `refused`: only the statement fails. `cut`: the process is gone from then on, as after a kill. `unanswered`:
 * the statement is executed, but the connection breaks before its response.
 */
export type Fault = "refused" | "cut" | "unanswered";

export interface FailingDatabase {
  db: Database;
  /** Makes the `at`th statement from now on fail; 0 is the next one. */
  arm(fault: Fault, at: number): void;
  /** Ends the faults; true when the armed fault happened. */
  disarm(): boolean;
}

/** A database whose statements fail on command. Rollbacks always work, because a server rolls back an interrupted transaction itself. */
export function createFailingDatabase(real: Database): FailingDatabase {
  let armed: { fault: Fault; at: number } | undefined;
  let seen = 0;
  const query = async (client: PoolClient, args: unknown[]): Promise<unknown> => {
    const send = () => (client.query as (...args: unknown[]) => Promise<unknown>).apply(client, args);
    if (armed === undefined || args[0] === "rollback") return send();
    const place = seen++;
    const { fault, at } = armed;
    if (place < at || (place > at && fault !== "cut")) return send();
    if (fault === "unanswered") {
      await send();
      throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    }
    // The server itself rejects the statement, so that a commit sent after it becomes a rollback, as in reality.
    if (fault === "refused") return client.query("select a_function_that_is_not_there()");
    throw Object.assign(new Error("injected"), { code: "XX000" });
  };
  const wrap = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        if (name === "query") return (...args: unknown[]) => query(target, args);
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const pool = new Proxy(real.pool, {
    get(target, name) {
      if (name === "connect") return async () => wrap(await target.connect());
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    db: { ...real, pool },
    arm(fault, at) {
      armed = { fault, at };
      seen = 0;
    },
    disarm() {
      const came = armed !== undefined && seen > armed.at;
      armed = undefined;
      return came;
    },
  };
}
