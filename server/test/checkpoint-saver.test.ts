import { randomUUID } from "node:crypto";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../ids.ts";
import { freshThreadKey } from "../store/checkpoint-saver.ts";
import type { Database } from "../store/database.ts";
import { TenantCheckpoints } from "../store/tenant-checkpoints.ts";
import { insertTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "./support/database.ts";

let db: Database;
let tenants: { a: string; b: string };
let saver: TenantCheckpoints;

beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
  saver = new TenantCheckpoints(db);
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

/** Stores one checkpoint with two channels, as a turn does at its end. */
async function put(
  tenantId: string,
  ticketId: string,
  answer: string,
  extra: { channels?: object; configurable?: object } = {},
): Promise<void> {
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(0),
    channel_values: { answer, question: "?", ...extra.channels },
    channel_versions: { answer: 1, question: 1, gone: 1 },
  };
  const config = {
    configurable: { tenant_id: tenantId, thread_id: ticketId, checkpoint_ns: "", ...extra.configurable },
  };
  await saver.put(config, checkpoint, { source: "loop", step: 1, parents: {} }, checkpoint.channel_versions);
}

function read(tenantId: string, ticketId: string, extra: object = {}) {
  return saver.getTuple({ configurable: { tenant_id: tenantId, thread_id: ticketId, ...extra } });
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

describe("the checkpoint saver", () => {
  it("gives back what was put, also when a thread starts anew with the same versions", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "first");
    await put(tenants.a, ticketId, "second");
    const tuple = await read(tenants.a, ticketId);
    expect(tuple?.checkpoint.channel_values).toEqual({ answer: "second", question: "?" });
  });

  it("keeps a thread as small after fifty turns as after one", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "0");
    const once = await rowsOf(ticketId);
    for (let turn = 1; turn < 50; turn += 1) await put(tenants.a, ticketId, String(turn));
    expect(await rowsOf(ticketId)).toEqual(once);
    expect(once).toEqual([1, 3, 0]);
  });

  it("keeps the writes of an interrupt until the next checkpoint", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "paused");
    const paused = await read(tenants.a, ticketId);
    if (!paused) throw new Error("nothing was put");
    const config = { configurable: { ...paused.config.configurable, tenant_id: tenants.a } };
    await saver.putWrites(config, [["__interrupt__", [{ value: "?" }]]], randomUUID());
    expect((await read(tenants.a, ticketId))?.pendingWrites).toHaveLength(1);
    await put(tenants.a, ticketId, "on");
    expect((await read(tenants.a, ticketId))?.pendingWrites).toEqual([]);
    expect(await rowsOf(ticketId)).toEqual([1, 3, 0]);
  });

  it("reads nothing for a turn that overwrites everything", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "old");
    expect(await read(tenants.a, ticketId, { [freshThreadKey]: true })).toBeUndefined();
  });

  it("writes a new turn only where it waits for somebody", async () => {
    const ticketId = await newTicket(tenants.a);
    const configurable = { [freshThreadKey]: true };
    await put(tenants.a, ticketId, "ended", { configurable });
    expect(await rowsOf(ticketId)).toEqual([0, 0, 0]);
    await put(tenants.a, ticketId, "waits", { configurable, channels: { "branch:to:await_human": null } });
    expect((await read(tenants.a, ticketId))?.checkpoint.channel_values.answer).toBe("waits");
  });

  it("shows another tenant nothing and lets it write nothing", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "secret of A");
    expect(await read(tenants.b, ticketId)).toBeUndefined();
    await expect(put(tenants.b, ticketId, "planted")).rejects.toThrow();
    expect((await read(tenants.a, ticketId))?.checkpoint.channel_values.answer).toBe("secret of A");
  });

  it("refuses to work for no tenant", async () => {
    const ticketId = await newTicket(tenants.a);
    await expect(saver.getTuple({ configurable: { thread_id: ticketId } })).rejects.toThrow("needs the tenant");
  });

  it("goes with its ticket", async () => {
    const ticketId = await newTicket(tenants.a);
    await put(tenants.a, ticketId, "gone soon");
    await withTenant(db, tenants.a, (tx) => tx.query("delete from tickets where id = $1", [ticketId]));
    expect(await rowsOf(ticketId)).toEqual([0, 0, 0]);
  });
});
