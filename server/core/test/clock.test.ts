import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import type { Database } from "../../database/database.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { openTicketLog } from "../../tickets/turns/read-ticket.ts";
import { newId } from "../ids.ts";

const minute = 60_000;
const shifts: [string, number][] = [
  ["30 s forward", 30_000],
  ["30 s back", -30_000],
  ["10 minutes forward", 10 * minute],
  ["10 minutes back", -10 * minute],
];

let db: Database;
let rig: TurnRig;
let tenant: string;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a: tenant } = await seedTwoTenants(db));
  rig = createTurnRig(db);
});
afterEach(() => {
  vi.useRealTimers();
  delete rig.script.beforeAnswer;
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await db.close();
});

/** Changes only the time of day, as when a host's clock is set; timers and the monotonic clock continue. */
function moveClock(byMs: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(now + byMs);
}

async function readFrom(ticketId: string, cursor: { sequence: number; position: number }): Promise<StreamEvent[]> {
  const stop = new AbortController();
  const events: StreamEvent[] = [];
  const log = await openTicketLog(rig.deps, { tenantId: tenant, ticketId }, { cursor, signal: stop.signal });
  for await (const { event } of log) {
    events.push(event);
    if (event.type === "end" || event.type === "reset") break;
  }
  stop.abort();
  return events;
}

describe.each(shifts)("a clock that is moved %s", (_name, byMs) => {
  it("in the middle of a turn: the answer comes whole, once, and in its place", async () => {
    const ticketId = await rig.openTicket(tenant);
    await rig.ask(tenant, ticketId, "Before?");
    rig.script.beforeAnswer = async () => {
      delete rig.script.beforeAnswer;
      moveClock(byMs);
      // The sweep for abandoned turns either finds none or ends this one properly.
      await rig.turns.startSweep();
    };
    const events = await rig.ask(tenant, ticketId, "During?");
    delete rig.script.beforeAnswer;
    expect(events.at(-1)?.type).toBe("end");
    const after = await rig.ask(tenant, ticketId, "After?");
    const tokens = after.flatMap((event) => (event.type === "token" ? [event.content] : [])).join("");
    expect(tokens).toBe("You can [1].");
    const { messages, active_turn } = await rig.history(tenant, ticketId);
    expect(active_turn).toBeNull();
    expect(messages.map(({ role, content }) => (role === "visitor" ? content : role))).toEqual([
      "Before?",
      "assistant",
      "During?",
      "assistant",
      "After?",
      "assistant",
    ]);
    const stored = await rig.stored(tenant, ticketId);
    expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_event, index) => index + 1));
  });

  it("between two connections of a reader: it misses nothing that is stored, and may begin anew", async () => {
    const ticketId = await rig.openTicket(tenant);
    await rig.ask(tenant, ticketId, "Before?");
    const position = Date.now() * 1_000;
    moveClock(byMs);
    const { after } = await rig.turns.send({ tenantId: tenant, ticketId, messageId: newId(), content: "How?" });
    const events = await readFrom(ticketId, { sequence: after, position });
    const types = events.map(({ type }) => type).filter((type) => type !== "status" && type !== "token");
    expect([["reset"], ["message", "message", "end"]]).toContainEqual(types);
    await waitFor(async () => (await rig.history(tenant, ticketId)).active_turn === null);
    expect((await rig.history(tenant, ticketId)).messages).toHaveLength(4);
  });
});
