import { randomUUID } from "node:crypto";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { insertTicket } from "../../tickets/store/tickets.ts";
import { createCheckpointer, inTenantOf } from "../checkpointer.ts";
import type { Database } from "../database.ts";
import { withTenant } from "../transaction.ts";

let db: Database;
let tenants: { a: string; b: string };
let saver: ReturnType<typeof createCheckpointer>;

beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
  saver = createCheckpointer(db);
});
afterAll(() => db.close());

async function newTicket(tenantId: string): Promise<string> {
  const [visitorId, ticketId] = [newId(), newId()];
  await withTenant(db, tenantId, async (tx) => {
    await tx.query("insert into visitors (tenant_id, id) values ($1, $2)", [tenantId, visitorId]);
    await insertTicket(tx, { id: ticketId, visitorId });
  });
  return ticketId;
}

/** Stores one checkpoint with two channels, as at the end of a turn. */
async function put(tenantId: string, ticketId: string, answer: string): Promise<void> {
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(0),
    channel_values: { answer, question: "?" },
    channel_versions: { answer: 1, question: 1 },
  };
  const config = { configurable: { thread_id: ticketId, checkpoint_ns: "" } };
  await inTenantOf(tenantId, () =>
    saver.put(config, checkpoint, { source: "loop", step: 1, parents: {} }, checkpoint.channel_versions),
  );
}

function read(tenantId: string, ticketId: string) {
  return inTenantOf(tenantId, () => saver.getTuple({ configurable: { thread_id: ticketId } }));
}

async function answerOf(tenantId: string, ticketId: string): Promise<unknown> {
  return (await read(tenantId, ticketId))?.checkpoint.channel_values.answer;
}

async function rowsOf(ticketId: string): Promise<number[]> {
  return withTenant(db, tenants.a, async (tx) => {
    const counts: number[] = [];
    for (const table of ["checkpoints", "checkpoint_blobs", "checkpoint_writes"]) {
      const { rows } = await tx.query<{ count: number }>(
        `select count(*)::int as count from langgraph.${table} where ticket_id = $1`,
        [ticketId],
      );
      counts.push(rows[0]?.count ?? -1);
    }
    return counts;
  });
}

/** A checkpointer whose pool fails to connect with each of these errors, and then connects. */
function failing(failures: Error[]) {
  const connect = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return db.pool.connect();
  };
  const pool = { connect } as unknown as Database["pool"]; // the checkpointer's pool connects and does nothing else with it
  return { flaky: createCheckpointer({ ...db, pool }), failures };
}

describe("the checkpointer", () => {
  it("gives back what was put, with the writes of an interrupt", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "paused");
    const paused = await read(tenants.a, ticketId);
    if (!paused) throw new Error("nothing was put");
    await inTenantOf(tenants.a, () =>
      saver.putWrites(paused.config, [["__interrupt__", [{ value: "?" }]]], randomUUID()),
    );
    const tuple = await read(tenants.a, ticketId);
    expect(tuple?.checkpoint.channel_values).toEqual({ answer: "paused", question: "?" });
    expect(tuple?.pendingWrites).toHaveLength(1);
  });

  it("shows another tenant nothing, and lets it write and delete nothing", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "secret of A");
    expect(await read(tenants.b, ticketId)).toBeUndefined();
    await expect(put(tenants.b, ticketId, "planted")).rejects.toThrow();
    await inTenantOf(tenants.b, () => saver.deleteThread(ticketId));
    expect(await answerOf(tenants.a, ticketId)).toBe("secret of A");
  });

  it("keeps the tenants of calls at the same time apart", async () => {
    const work = Array.from({ length: 20 }, async (_, index) => {
      const tenantId = index % 2 === 0 ? tenants.a : tenants.b;
      const ticketId = await newTicket(tenantId);
      await put(tenantId, ticketId, String(index));
      return [
        await answerOf(tenantId, ticketId),
        await answerOf(tenantId === tenants.a ? tenants.b : tenants.a, ticketId),
      ];
    });
    expect(await Promise.all(work)).toEqual(Array.from({ length: 20 }, (_, index) => [String(index), undefined]));
  });

  it("refuses to work for no tenant", async () => {
    const ticketId = await newTicket(tenants.a);
    const configurable = { thread_id: ticketId, checkpoint_ns: "" };
    const needsTenant = "needs the tenant";
    await expect(saver.getTuple({ configurable })).rejects.toThrow(needsTenant);
    await expect(saver.deleteThread(ticketId)).rejects.toThrow(needsTenant);
    const metadata = { source: "loop" as const, step: 1, parents: {} };
    await expect(saver.put({ configurable }, emptyCheckpoint(), metadata, {})).rejects.toThrow(needsTenant);
  });

  it("seeks a connection again while the database is away for a moment", async () => {
    const ticketId = await newTicket(tenants.a);
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const { flaky, failures } = failing([away, away]);
    await inTenantOf(tenants.a, () => flaky.deleteThread(ticketId));
    failures.push(away);
    expect(
      await inTenantOf(tenants.a, () => flaky.getTuple({ configurable: { thread_id: ticketId } })),
    ).toBeUndefined();
    expect(failures).toEqual([]);
  });

  it("throws at once what does not pass", async () => {
    const wrong = Object.assign(new Error("password authentication failed"), { code: "28P01" });
    const { flaky, failures } = failing([wrong, wrong]);
    const config = { configurable: { thread_id: newId() } };
    await expect(inTenantOf(tenants.a, () => flaky.getTuple(config))).rejects.toThrow("password");
    expect(failures).toEqual([wrong]);
  });

  it("goes with its ticket", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "gone soon");
    expect(await rowsOf(ticketId)).toEqual([1, 2, 0]);
    await withTenant(db, tenants.a, (tx) => tx.query("delete from tickets where id = $1", [ticketId]));
    expect(await rowsOf(ticketId)).toEqual([0, 0, 0]);
  });
});
