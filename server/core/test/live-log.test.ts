import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { type RedisServer, startRedisServer } from "../../test/support/redis-server.ts";
import { newId } from "../ids.ts";
import { parseCursor } from "../live/cursor.ts";
import { type Followed, follow, type LogItem } from "../live/follow.ts";
import type { LiveHub } from "../live/hub.ts";
import { createMemoryHub } from "../live/memory-hub.ts";
import { createRedisHub } from "../live/redis-hub.ts";
import { createLogger } from "../log.ts";

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
  memory: () => createMemoryHub(log),
  redis: () => createRedisHub({ redis: redis(), subscriber: redis(), log }),
};

/** Simulates a ticket's stored log, and publishes each event to the hub. */
function ticket(hub: LiveHub) {
  const channel = `test:${newId()}`;
  const stored: LogItem[] = [];
  let reads = 0;
  const base = () => ({
    event_id: newId(),
    turn_id: `t${stored.filter((event) => event.type === "end").length + 1}`,
    sequence: stored.length,
    created_at: new Date().toISOString(),
  });
  let newest: number | undefined;
  return {
    channel,
    stored,
    /** Simulates a log that ends (or was thinned out) at another sequence. */
    endsAt(sequence: number) {
      newest = sequence;
    },
    async token(content: string) {
      await hub.publish(channel, [{ stored: false, event: { type: "token", content, ...base() } }]);
    },
    async store(type: "cancel" | "end", options: { quietly?: boolean } = {}) {
      const event: StreamEvent = { type, ...base(), sequence: stored.length + 1 };
      stored.push(event);
      if (!options.quietly) await hub.publish(channel, [{ stored: true, event }]);
    },
    /** An event of a type that only a newer version knows, published as that version would. */
    async storeUnknown() {
      const event = { type: "sparkle", glitter: 7, ...base(), sequence: stored.length + 1 };
      stored.push({ type: "unknown", sequence: event.sequence });
      await publishRaw(hub, channel, { stored: true, event });
    },
    async unknownToken() {
      await publishRaw(hub, channel, { stored: false, event: { type: "glimmer", ...base() } });
    },
    /** Number of reads of the store so far. */
    reads: () => reads,
    follow(cursor: string, signal: AbortSignal, untilNow = false) {
      const readStored = async (after: number, limit: number) => {
        reads += 1;
        return stored.filter((event) => event.sequence > after).slice(0, limit);
      };
      const readCursor = async () => ({
        sequence: newest ?? stored.at(-1)?.sequence ?? 0,
        status: "open" as const,
        owner: "assistant" as const,
      });
      return follow({ hub, channel, cursor: parseCursor(cursor), readStored, readCursor, untilNow, signal });
    },
  };
}

/** As a newer version's process publishes it: only Redis carries it to another process. */
async function publishRaw(hub: LiveHub, channel: string, entry: { stored: boolean; event: object }) {
  await hub.publish(channel, [entry as { stored: boolean; event: StreamEvent }]); // a type that does not exist here
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

  it("ends with what has happened by now for whoever asks so, and goes on from there the next time", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    await log.token("a");
    const { signal } = new AbortController();
    const first = await take(log.follow("0", signal, true), 100);
    expect(first.map(label)).toEqual(["cancel1", "a"]);
    await log.token("b");
    await log.store("end");
    const next = await take(log.follow(first.at(-1)?.id ?? "", signal, true), 100);
    expect(next.map(label)).toEqual(["b", "end2"]);
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

  it("shows no token of a turn whose end was shown, however late it comes", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    const stop = new AbortController();
    const reader = log.follow("0", stop.signal);
    await take(reader, 1);
    const late: StreamEvent = {
      type: "token",
      content: "late",
      event_id: newId(),
      turn_id: "t1",
      sequence: 1,
      created_at: "",
    };
    await log.store("end");
    await hub.publish(log.channel, [{ stored: false, event: late }]);
    await log.token("new");
    expect((await take(reader, 2)).map(label)).toEqual(["end2", "new"]);
    stop.abort();
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

  it("tells a reader whose cursor is from the future to begin anew, and where the ticket stands", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    const stop = new AbortController();
    const reader = log.follow("99.1", stop.signal);
    const [reset] = await take(reader, 1);
    expect(reset?.id).toBe("1.0");
    expect(reset?.event).toMatchObject({ type: "reset", reason: "cursor_from_future", status: "open", sequence: 1 });
    await log.store("end");
    expect((await take(reader, 1)).map(label)).toEqual(["end2"]);
    stop.abort();
  });

  it("tells a reader whose place in an answer is forgotten to begin anew, and gives no token twice", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    const stop = new AbortController();
    // A recent position in a channel that no longer remembers anything.
    const reader = log.follow(`1.${(Date.now() - 1_000) * 1_000}`, stop.signal);
    const [reset] = await take(reader, 1);
    expect(reset?.event).toMatchObject({ type: "reset", reason: "cursor_too_old", sequence: 1 });
    stop.abort();
  });

  it("tells a reader whose stored events were thinned out to begin anew", async () => {
    const log = ticket(hub);
    for (let count = 0; count < 6; count += 1) await log.store("cancel", { quietly: true });
    log.stored.splice(0, 4);
    const stop = new AbortController();
    const [reset] = await take(log.follow("2", stop.signal), 1);
    expect(reset?.event).toMatchObject({ type: "reset", reason: "cursor_too_old", sequence: 6 });
    stop.abort();
  });

  it("holds little for a reader that stops reading, and gives it everything stored later", async () => {
    const log = ticket(hub);
    const stop = new AbortController();
    const reader = log.follow("0", stop.signal);
    await log.store("cancel");
    expect((await take(reader, 1)).map(label)).toEqual(["cancel1"]);
    const piece = "x".repeat(1_000);
    for (let count = 0; count < 100; count += 1) await log.token(piece);
    for (let count = 0; count < 70; count += 1) await log.store("cancel");
    await log.store("end");
    const seen: string[] = [];
    for (;;) {
      const [item] = await take(reader, 1);
      if (!item) break;
      if (item.event.type !== "token") seen.push(label(item));
      if (item.event.type === "end") break;
    }
    stop.abort();
    expect(seen).toEqual([...Array.from({ length: 70 }, (_, index) => `cancel${index + 2}`), "end72"]);
  });

  it("passes over stored events of unknown types, wherever they stand, without a hole or a reset", async () => {
    const log = ticket(hub);
    // Enough unknown events to fill whole pages.
    for (const known of [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]) {
      if (known) await log.store("cancel", { quietly: true });
      else log.stored.push({ type: "unknown", sequence: log.stored.length + 1 });
    }
    await log.store("end");
    const stop = new AbortController();
    for (const cursor of ["0", "1", "4", "10", "12"]) {
      const all = ["cancel1", "cancel11", "end13"].filter((name) => Number(/\d+/.exec(name)?.[0]) > Number(cursor));
      expect((await take(log.follow(cursor, stop.signal), all.length)).map(label)).toEqual(all);
    }
    stop.abort();
  });

  it("goes on telling others when one listener throws", async () => {
    const heard: string[] = [];
    const topic = `topic:${newId()}`;
    const channel = `test:${newId()}`;
    const failing = () => {
      throw new Error("this listener is broken");
    };
    const listeners = [
      await hub.listen(topic, failing),
      await hub.listen(topic, () => Promise.reject(new Error("this one later"))),
      await hub.listen(topic, (payload) => heard.push(payload)),
      await hub.subscribe(channel, failing),
      await hub.subscribe(channel, (entry) => heard.push(entry?.event.type ?? "look")),
    ];
    await hub.notify(topic, "yes");
    const event: StreamEvent = { type: "end", event_id: newId(), turn_id: null, sequence: 1, created_at: "" };
    await hub.publish(channel, [{ stored: true, event }]);
    await expect.poll(() => heard).toEqual(["yes", "end"]);
    for (const listener of listeners) await listener.close();
  });

  it("tells what is to be forgotten to who listens now, in no place of the log, and to nobody later", async () => {
    const log = ticket(hub);
    await log.store("cancel");
    const stop = new AbortController();
    const reader = log.follow("0", stop.signal);
    const [first] = await take(reader, 1);
    const sign = (sequence: number): StreamEvent => ({
      ...{ type: "typing", who: "agent", event_id: newId(), turn_id: null, sequence },
      created_at: new Date().toISOString(),
    });
    const heard = reader.next();
    await hub.tell(log.channel, sign(1));
    // Started before the last message, so it is over.
    await hub.tell(log.channel, sign(0));
    await log.store("end");
    expect((await heard).value).toMatchObject({ id: first?.id, event: { type: "typing" } });
    expect((await take(reader, 1)).map(label)).toEqual(["end2"]);
    stop.abort();
    expect(await hub.recent(log.channel, 0, 10)).toHaveLength(2);
    const later = log.follow("0", AbortSignal.timeout(30_000), true);
    expect((await take(later, 9)).map(label)).toEqual(["cancel1", "end2"]);
  });

  it("forgets what a deleted ticket has said, and remembers what others did", async () => {
    const [gone, other] = [ticket(hub), ticket(hub)];
    for (const log of [gone, other]) await log.token("a");
    await hub.forget(gone.channel);
    await hub.forget(gone.channel);
    expect(await hub.recent(gone.channel, 0, 10)).toEqual([]);
    expect(await hub.oldest(gone.channel)).toBeNull();
    expect(await hub.recent(other.channel, 0, 10)).toHaveLength(1);
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

describe("events of a newer version over the Redis hub", () => {
  it("asks the store once, not for every token, after an unknown event came live", async () => {
    const hub = adapters.redis();
    hubs.push(hub);
    const log = ticket(hub);
    const stop = new AbortController();
    const reader = log.follow("0", stop.signal);
    await log.store("cancel");
    await take(reader, 1);
    await log.storeUnknown();
    await log.token("a");
    await log.unknownToken();
    expect((await take(reader, 1)).map(label)).toEqual(["a"]);
    const reads = log.reads();
    for (const letter of "bcdef") await log.token(letter);
    await log.store("end");
    const rest = await take(reader, 6);
    expect(rest.map(label)).toEqual(["b", "c", "d", "e", "f", "end3"]);
    expect(log.reads()).toBe(reads);
    // The same for a reader that reconnects in between.
    expect((await take(log.follow("1", stop.signal), 1)).map(label)).toEqual(["end3"]);
    stop.abort();
  });
});

describe("a Redis that has forgotten the hub's script", () => {
  it("is taught it again in the middle of an answer, with nothing lost and the order kept", async () => {
    const connection = redis();
    const hub = createRedisHub({ redis: connection, subscriber: redis(), log });
    hubs.push(hub);
    const told = ticket(hub);
    const stop = new AbortController();
    const reader = told.follow("0", stop.signal);
    await told.store("cancel");
    expect((await take(reader, 1)).map(label)).toEqual(["cancel1"]);
    for (const letter of "abc") {
      await connection.script("FLUSH");
      await told.token(letter);
    }
    await told.store("end");
    expect((await take(reader, 4)).map(label)).toEqual(["a", "b", "c", "end2"]);
    stop.abort();
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
    const hub = createRedisHub({ redis: away, subscriber: away, log });
    await hub.publish("x", [
      { stored: false, event: { type: "end", event_id: "e", turn_id: null, sequence: 1, created_at: "" } },
    ]);
    expect(await hub.recent("x", 0, 10)).toEqual([]);
    expect(await hub.oldest("x")).toBeUndefined();
    away.disconnect();
  });
});
