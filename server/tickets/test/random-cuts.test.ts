import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LogRecorder } from "../../../lab/faults/log-recorder.ts";
import { storedEventTypes } from "../../../protocol/events.ts";
import { chanceOf } from "../../../scripts/setup/test-chance.mjs";
import { newId } from "../../core/ids.ts";
import { parseCursor } from "../../core/live/cursor.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import { createRedisHub } from "../../core/live/redis-hub.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { openTicketLog } from "../turns/read-ticket.ts";
import { TurnRunner } from "../turns/runner.ts";

const chance = chanceOf("places where a stream is cut");

const unavailable = redisUnavailable();
if (unavailable) console.warn(`skipped: random cuts (${unavailable})`);
const cuts = 60;
const words = Array.from({ length: 40 }, (_, index) => `word${index} `);

describe.skipIf(unavailable !== undefined)("a reader that is cut off again and again", () => {
  let db: Database;
  let rig: TurnRig;
  let server: RedisServer;
  let tenant: string;
  const connections: Redis[] = [];
  const hubs: LiveHub[] = [];
  let turns: TurnRunner;

  beforeAll(async () => {
    server = await startRedisServer();
    db = await openTestDatabase();
    ({ a: tenant } = await seedTwoTenants(db));
    rig = createTurnRig(db);
    for (let count = 0; count < 2; count += 1) {
      const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
      connections.push(redis, subscriber);
      hubs.push(createRedisHub({ redis, subscriber, log: createLogger("silent") }));
    }
    const [hub] = hubs;
    if (!hub) throw new Error("no hub");
    turns = new TurnRunner({ ...rig.deps, hub });
    rig.script.words = [...words, "[1]."];
    rig.script.betweenWords = () => new Promise((resolve) => setTimeout(resolve, 12));
  });
  afterAll(async () => {
    await turns.drain(5_000);
    for (const hub of hubs) await hub.close();
    for (const connection of connections) connection.disconnect();
    await server.stop();
    await db.close();
  });

  /** Reads a few events after the recorder's cursor, then disconnects. */
  async function readSome(ticketId: string, recorder: LogRecorder): Promise<void> {
    const hub = hubs[Math.floor(chance() * hubs.length)];
    if (!hub) throw new Error("no hub");
    const stop = new AbortController();
    const from = { cursor: parseCursor(recorder.cursor), signal: stop.signal };
    let left = 1 + Math.floor(chance() * 6);
    for await (const frame of await openTicketLog({ db, hub }, { tenantId: tenant, ticketId }, from)) {
      recorder.accept(frame);
      left -= 1;
      if (left === 0 || frame.event.type === "end") break;
    }
    stop.abort();
  }

  it("and comes back to either of two processes has every event once and the text byte by byte", async () => {
    for (let done = 0; done < cuts; ) {
      const ticketId = await rig.openTicket(tenant);
      const recorder = new LogRecorder(0, storedEventTypes);
      await turns.send({ tenantId: tenant, ticketId, messageId: newId(), content: "How?" });
      for (; recorder.turns.length === 0; done += 1) await readSome(ticketId, recorder);
      const { streamed, stored } = recorder.textsOf(recorder.turns[0] ?? "");
      expect(recorder.problems).toEqual([]);
      expect(recorder.resets).toEqual([]);
      expect(streamed).toBe(stored);
    }
  }, 90_000);
});
