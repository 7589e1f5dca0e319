import type { PoolClient } from "pg";
import type { Database } from "../../database/database.ts";

/** A database that records the statements of each transaction in order. */
export function recordTransactions(real: Database): { db: Database; transactions: string[][] } {
  const transactions: string[][] = [];
  const wrap = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name !== "query") return value.bind(target);
        return (sql: unknown, ...rest: unknown[]) => {
          // A prepared statement is passed as an object with its name.
          const text = typeof sql === "string" ? sql : String((sql as { text?: unknown }).text);
          if (text.startsWith("begin")) transactions.push([]);
          else transactions.at(-1)?.push(text);
          return Reflect.apply(value, target, [sql, ...rest]);
        };
      },
    });
  const pool = new Proxy(real.pool, {
    get(target, name) {
      if (name === "connect") return async () => wrap(await target.connect());
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: { ...real, pool }, transactions };
}
