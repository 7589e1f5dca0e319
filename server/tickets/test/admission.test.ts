import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { acceptMessage } from "../turns/accept-message.ts";
import { TurnRunner } from "../turns/runner.ts";

let db: Database;
let rig: TurnRig;
let turns: TurnRunner;
let a: string;
let b: string;
const held: (() => void)[] = [];
/** Lets the running models answer. */
const release = () => {
  for (const answer of held.splice(0)) answer();
};
const asked: string[] = [];

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a, b } = await seedTwoTenants(db));
  rig = createTurnRig(db);
  turns = new TurnRunner({ ...rig.deps, admission: { maxActive: 1, maxWaiting: 3 } });
  rig.script.beforeAnswer = (question) => {
    asked.push(question);
    return new Promise((resolve) => held.push(resolve));
  };
});
afterAll(async () => {
  delete rig.script.beforeAnswer;
  release();
  await turns.drain(5_000);
  await rig.deps.hub.close();
  await db.close();
});

async function send(tenantId: string, content: string, messageId = newId()) {
  const ticketId = await rig.openTicket(tenantId);
  return { ticketId, messageId, accepted: await turns.send({ tenantId, ticketId, messageId, content }) };
}

async function storedMessages(tenantId: string, ticketId: string): Promise<number> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    tx.query<{ n: number }>("select count(*)::int as n from messages where ticket_id = $1", [ticketId]),
  );
  return rows[0]?.n ?? -1;
}

/** Types of the visitor's events so far, with the node of each status. */
async function heard(tenantId: string, ticketId: string): Promise<string[]> {
  const entries = await rig.deps.hub.recent(`parley:${tenantId}:ticket:${ticketId}`, 0, 100);
  return entries.map(({ event }) => (event.type === "status" ? `status:${event.node}` : event.type));
}

describe("turns beyond the limit", () => {
  it("wait with a status, in rotation over tenants, and are refused before anything is stored", async () => {
    await send(a, "first");
    await expect.poll(() => asked).toEqual(["first"]);
    const waiting = [await send(a, "a2"), await send(a, "a3"), await send(b, "b1")];
    expect(turns.waiting).toBe(3);
    for (const [index, { ticketId }] of waiting.entries())
      await expect.poll(() => heard(index === 2 ? b : a, ticketId)).toContain("status:queue");

    const ticketId = await rig.openTicket(a);
    const request = { tenantId: a, ticketId, messageId: newId(), content: "too many" };
    await expect(turns.send(request)).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 3 });
    expect(await storedMessages(a, ticketId)).toBe(0);

    // A message that is already stored can be sent again, even when the process is full.
    const [first] = waiting;
    if (!first) throw new Error("nothing waits");
    const again = await turns.send({
      tenantId: a,
      ticketId: first.ticketId,
      messageId: first.messageId,
      content: "a2",
    });
    expect(again.turnId).toBe(first.accepted.turnId);

    for (const order of [
      ["first", "a2"],
      ["first", "a2", "b1"],
    ]) {
      release();
      await expect.poll(() => asked).toEqual(order);
    }
    // There is capacity again, so the same request succeeds.
    expect((await turns.send(request)).started).toBe(true);
    for (const order of [
      ["first", "a2", "b1", "a3"],
      ["first", "a2", "b1", "a3", "too many"],
    ]) {
      release();
      await expect.poll(() => asked).toEqual(order);
    }
    expect(await storedMessages(a, ticketId)).toBe(1);
    release();
    await expect.poll(() => turns.active).toBe(0);
  });

  it("can be stopped before they begin", async () => {
    asked.length = 0;
    await send(a, "at work");
    await expect.poll(() => asked).toEqual(["at work"]);
    const { ticketId } = await send(a, "never mind");
    expect(await turns.stop(a, ticketId)).toBe(true);
    expect(turns.waiting).toBe(0);
    expect((await rig.stored(a, ticketId)).map((event) => event.type)).toEqual(["message", "cancel", "end"]);
    release();
    await expect.poll(() => turns.active).toBe(0);
    expect(asked).toEqual(["at work"]);
  });

  it("can be stopped while they are loaded, also by another process", async () => {
    asked.length = 0;
    for (const isElsewhere of [false, true]) {
      const ticketId = await rig.openTicket(a);
      let load = () => {};
      let isLoading = false;
      const loading = new Promise<void>((resolve) => {
        load = resolve;
      });
      // Loading the turn needs the first connection; it is delayed until after the stop.
      const pool = Object.assign(Object.create(db.pool) as Database["pool"], {
        connect: async () => {
          if (!isLoading) {
            isLoading = true;
            await loading;
          }
          return db.pool.connect();
        },
      });
      const slow: Database = { ...db, pool };
      const here = new TurnRunner({ ...rig.deps, db: slow });
      const other = new TurnRunner(rig.deps);
      const message = { tenantId: a, ticketId, messageId: newId(), content: "never mind" };
      const { turnId } = await acceptMessage(rig.deps, message);
      // Starts a turn that is already stored.
      await here.carryOut({ tenantId: a, ticketId, turnId: turnId ?? "" }, { type: "hint" });
      await expect.poll(() => isLoading).toBe(true);
      expect(await (isElsewhere ? other : here).stop(a, ticketId)).toBe(true);
      load();
      await expect.poll(() => here.active).toBe(0);
      expect((await rig.stored(a, ticketId)).map((event) => event.type)).toEqual(["message", "cancel", "end"]);
      await here.drain(1_000);
      await other.drain(1_000);
    }
    expect(asked).toEqual([]);
  });

  it("are left to other processes when this one stops", async () => {
    asked.length = 0;
    const other = new TurnRunner({ ...rig.deps, holder: "other" });
    await send(a, "still at work");
    await expect.poll(() => asked).toEqual(["still at work"]);
    const { ticketId } = await send(b, "waits");
    const draining = turns.drain(20_000);
    await expect(
      turns.send({ tenantId: b, ticketId: await rig.openTicket(b), messageId: newId(), content: "late" }),
    ).rejects.toMatchObject({ code: "overloaded" });
    await other.startSweep();
    await expect.poll(() => asked, { timeout: 10_000 }).toEqual(["still at work", "waits"]);
    delete rig.script.beforeAnswer;
    release();
    await expect.poll(async () => (await rig.stored(b, ticketId)).at(-1)?.type).toBe("end");
    await other.drain(5_000);
    await draining;
  });
});
