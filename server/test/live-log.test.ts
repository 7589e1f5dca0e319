import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../protocol/events.ts";
import { newId } from "../ids.ts";
import { parseCursor } from "../live/cursor.ts";
import { type Followed, follow } from "../live/follow.ts";
import type { LiveHub } from "../live/hub.ts";
import { createMemoryHub } from "../live/memory-hub.ts";
import { createRedisHub } from "../live/redis-hub.ts";
import { createLogger } from "../log.ts";
import { type RedisServer, startRedisServer } from "./support/redis-server.ts";

const log = createLogger("silent");
let server: RedisServer;
const connections: Redis[] = [];
const hubs: LiveHub[] = [];

beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(async () => {
  for (const hub of hubs) await hub.close();
  for (const connection of connections) connection.disconnect();
  await server.stop();
});

function redis(): Redis {
  const connection = new Redis(server.url, { maxRetriesPerRequest: 1 });
  connections.push(connection);
  return connection;
}

const adapters = {
  memory: () => createMemoryHub(),
  redis: () => createRedisHub(redis(), redis(), log),
};

/** A ticket's log as the store would have it, with the hub told of each event. */
function ticket(hub: LiveHub) {
  const channel = `test:${newId()}`;
  const stored: StreamEvent[] = [];
  const base = () => ({
    event_id: newId(),
    turn_id: "t1",
    sequence: stored.length,
    created_at: new Date().toISOString(),
  });
  return {
    channel,
    stored,
    async token(content: string) {
      await hub.publish(channel, [{ stored: false, event: { type: "token", content, ...base() } }]);
    },
    async store(type: "cancel" | "end", options: { quietly?: boolean } = {}) {
      const event: StreamEvent = { type, ...base(), sequence: stored.length + 1 };
      stored.push(event);
      if (!options.quietly) await hub.publish(channel, [{ stored: true, event }]);
    },
    follow(cursor: string, signal: AbortSignal) {
      const readStored = async (after: number, limit: number) =>
        stored.filter((event) => event.sequence > after).slice(0, limit);
      return follow({ hub, channel, cursor: parseCursor(cursor), readStored, signal });
    },
  };
}

const label = ({ event }: Followed) => (event.type === "token" ? event.content : `${event.type}${event.sequence}`);

async function take(log: AsyncGenerator<Followed>, count: number): Promise<Followed[]> {
  const items: Followed[] = [];
  while (items.length < count) {
    const { value, done } = await log.next();
    if (done || !value) break;
    items.push(value);
  }
  return items;
}

describe.each(Object.entries(adapters))("a ticket's log over the %s hub", (_name, create) => {
  let hub: LiveHub;
  beforeAll(() => {
    hub = create();
    hubs.push(hub);
  });

  it("gives stored events first, then what is remembered, then what comes live, in order", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    await log.token("a");
    await log.token("b");
    const stop = new AbortController();
    const reader = log.follow("0", stop.signal);
    const first = await take(reader, 3);
    await log.token("c");
    await log.store("end");
    const rest = await take(reader, 2);
    stop.abort();
    expect([...first, ...rest].map(label)).toEqual(["cancel1", "a", "b", "c", "end2"]);
  });

  it("goes on after any cursor with nothing lost and nothing twice", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    for (const letter of "abcdef") await log.token(letter);
    await log.store("end");
    const stop = new AbortController();
    const all = await take(log.follow("0.1", stop.signal), 8);
    expect(all.map(label)).toEqual(["cancel1", "a", "b", "c", "d", "e", "f", "end2"]);
    for (let cut = 0; cut < all.length - 1; cut++) {
      const rest = await take(log.follow(all[cut]?.id ?? "", stop.signal), all.length - cut - 1);
      expect(rest.map(label)).toEqual(all.slice(cut + 1).map(label));
    }
    stop.abort();
  });

  it("shows a reader without a position no tokens of answers that are finished", async () => {
    const log = ticket(hub);
    await log.token("old");
    await log.store("end");
    await log.token("new");
    const stop = new AbortController();
    const items = await take(log.follow("0", stop.signal), 2);
    stop.abort();
    expect(items.map(label)).toEqual(["end1", "new"]);
  });

  it("fills the hole when a notice was lost", async () => {
    const log = ticket(hub);
    const stop = new AbortController();
    const reader = log.follow("0", stop.signal);
    const items = take(reader, 3);
    await log.store("cancel", { quietly: true });
    await log.store("cancel", { quietly: true });
    await log.store("end");
    expect((await items).map(label)).toEqual(["cancel1", "cancel2", "end3"]);
    stop.abort();
  });

  it("ends when its reader leaves", async () => {
    const log = ticket(hub);
    const stop = new AbortController();
    const next = log.follow("0", stop.signal).next();
    stop.abort();
    expect((await next).done).toBe(true);
  });

  it("passes notices to listeners of their topic only", async () => {
    const heard: string[] = [];
    const topic = `topic:${newId()}`;
    const listener = await hub.listen(topic, (payload) => heard.push(payload));
    await hub.notify(`${topic}:other`, "no");
    await hub.notify(topic, "yes");
    await expect.poll(() => heard).toEqual(["yes"]);
    await listener.close();
  });
});

describe("a cursor", () => {
  it("is refused when it is not one of ours", () => {
    for (const text of ["x", "-1", "1.2.3", "1e9", "9".repeat(30), "1\n2"])
      expect(() => parseCursor(text)).toThrow(/cursor/);
    expect(parseCursor("12")).toEqual({ sequence: 12, position: 0 });
  });
});

describe("the Redis hub with its server away", () => {
  it("gives up quietly instead of failing the turn", async () => {
    const away = new Redis("redis://127.0.0.1:1", {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => null,
      lazyConnect: true,
    });
    away.on("error", () => {});
    const hub = createRedisHub(away, away, log);
    await hub.publish("x", [
      { stored: false, event: { type: "end", event_id: "e", turn_id: null, sequence: 1, created_at: "" } },
    ]);
    expect(await hub.recent("x", 0)).toEqual([]);
    away.disconnect();
  });
});
