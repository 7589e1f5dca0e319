import type { Pool, PoolClient } from "pg";
import type { ListenPort } from "./scoped-pool.ts";

/**
 * Subscriptions of a server's pool over one connection that is kept for them. When it breaks, the next
 * subscription takes a new one; whoever waits must look for itself now and then, as after any NOTIFY missed.
 */
export function createPoolListener(pool: Pool): ListenPort & { close(): Promise<void> } {
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

  return {
    async listen(channel, onNotify) {
      const own = handlers.get(channel) ?? new Set();
      handlers.set(channel, own.add(onNotify));
      const client = await current();
      await client.query(`listen ${quoted(channel)}`);
      return async () => void own.delete(onNotify);
    },
    async close() {
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
