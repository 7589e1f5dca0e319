import type { Pool, PoolClient } from "pg";
import type { ListenPort } from "./scoped-pool.ts";

/** Interval at which the listener tests its connection: a connection that only listens does not notice when it is dead. */
const askEveryMs = 5_000;

/**
 * Subscriptions of a server's pool over one dedicated connection. A broken or silent connection is replaced. Notifications can be missed
 * meanwhile, so every subscriber must also poll now and then.
 */
export function createPoolListener(pool: Pool, everyMs = askEveryMs): ListenPort & { close(): Promise<void> } {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  let opening: Promise<PoolClient> | undefined;
  let opened: PoolClient | undefined;

  async function open(): Promise<PoolClient> {
    const client = await pool.connect();
    client.on("notification", ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? "");
    });
    client.on("error", (error) => {
      if (opened !== client) return;
      opened = undefined;
      opening = undefined;
      client.release(error);
    });
    opened = client;
    for (const channel of handlers.keys()) await client.query(`listen ${quoted(channel)}`);
    return client;
  }

  function current(): Promise<PoolClient> {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  // A failure is handled where the connection breaks; the next interval tries again.
  const ask = () => current().then((client) => client.query("select 1"));
  const asking = setInterval(() => void (handlers.size > 0 && ask().catch(() => {})), everyMs).unref();

  return {
    async listen(channel, onNotify) {
      const own = handlers.get(channel) ?? new Set();
      handlers.set(channel, own.add(onNotify));
      const client = await current();
      await client.query(`listen ${quoted(channel)}`);
      return async () => void own.delete(onNotify);
    },
    async close() {
      clearInterval(asking);
      await opening?.catch(() => undefined);
      const client = opened;
      opening = undefined;
      opened = undefined;
      client?.release(true);
    },
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
