import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TenantId, TicketId, VisitorId } from "../../../protocol/ids.ts";
import type { VisitorCredentials } from "../../accounts/sign-in/credentials.ts";
import {
  createMemoryStreamTickets,
  createRedisStreamTickets,
  type StreamTickets,
} from "../../accounts/sign-in/stream-tickets.ts";
import { type RedisServer, startRedisServer } from "../../test/support/redis-server.ts";

const credentials: VisitorCredentials = {
  kind: "visitor",
  tenantId: "0198c0de-0000-7000-8000-000000000001" as TenantId,
  ticketId: "0198c0de-0000-7000-8000-000000000002" as TicketId,
  visitorId: "0198c0de-0000-7000-8000-000000000003" as VisitorId,
  subject: "anon_0198c0de-0000-7000-8000-000000000003",
  identified: false,
  sessionEpoch: 0,
};

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedisServer();
  redis = new Redis(server.url);
});
afterAll(async () => {
  await redis.quit();
  await server.stop();
});

const adapters: [string, (lifeMs?: number) => StreamTickets][] = [
  ["in this process", (lifeMs) => createMemoryStreamTickets(lifeMs)],
  ["in Redis", (lifeMs) => createRedisStreamTickets(redis, lifeMs)],
];

describe.each(adapters)("stream tickets %s", (_name, create) => {
  it("give the credentials once and never again", async () => {
    const tickets = create();
    const ticket = await tickets.issue(credentials);
    expect(await tickets.redeem(ticket)).toEqual(credentials);
    expect(await tickets.redeem(ticket)).toBeNull();
  });

  it("let one of many at the same time win", async () => {
    const tickets = create();
    const ticket = await tickets.issue(credentials);
    const won = await Promise.all(Array.from({ length: 50 }, () => tickets.redeem(ticket)));
    expect(won.filter((item) => item !== null)).toEqual([credentials]);
  });

  it("are all different and say nothing about what they stand for", async () => {
    const tickets = create();
    const [one, two] = [await tickets.issue(credentials), await tickets.issue(credentials)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it("are void after their time and when they were never issued", async () => {
    const tickets = create(1);
    const ticket = await tickets.issue(credentials);
    const until = Date.now() + 20;
    while (Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
    expect(await tickets.redeem(ticket)).toBeNull();
    expect(await tickets.redeem("unknown")).toBeNull();
    expect(await tickets.redeem("")).toBeNull();
  });
});
