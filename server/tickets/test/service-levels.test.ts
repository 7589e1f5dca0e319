import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Settings, TicketDetail, TicketListResponse } from "../../../protocol/admin.ts";
import type { OpeningHours } from "../../../protocol/home.ts";
import type { ServiceLevels } from "../../../protocol/service-levels.ts";
import { expectedBy, openSpans } from "../../accounts/tenants/opening-hours.ts";
import { checkServiceLevels } from "../../accounts/tenants/watch-service-levels.ts";
import { createLogger } from "../../core/log.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { replaceOpenSpans } from "../store/service-levels.ts";

const minuteMs = 60_000;
const levels: ServiceLevels = {
  hours: "always",
  targets: {
    none: { first_answer: 60, next_answer: 120, resolution: 600 },
    low: {},
    high: { first_answer: 30 },
    urgent: { first_answer: 5, resolution: null },
  },
};

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.rig.script.score = 0.2;
  await keep({ service_levels: levels, home: { hours: null } });
});

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}
const keep = (patch: object) => call<Settings>("PATCH", "settings", patch);
const inTenant = <T extends object>(sql: string, params: unknown[] = []) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<T>(sql, params)).rows);
const clocksOf = (id: string) =>
  inTenant<{ kind: string; ended_as: string | null }>(
    "select kind, ended_as from service_clocks where ticket_id = $1 order by started_at, kind",
    [id],
  );

async function waiting(): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "Where is my parcel?");
  return { visitor, id: visitor.session.ticket.id };
}
const ticketOf = async (id: string) => (await desk.desk(`tickets/${id}`)).body.ticket;
/** The kind of the due target, and the minutes from the start of the wait to it. */
async function minutesOf(id: string): Promise<[string | undefined, number]> {
  const { due, waiting_since } = await ticketOf(id);
  return [due?.kind, Math.round((Date.parse(due?.at ?? "") - Date.parse(waiting_since ?? "")) / minuteMs)];
}

describe("a clock", () => {
  it("runs from the moment that a person is asked for, and goes on whoever has the ticket, until a person answers", async () => {
    const { visitor, id } = await waiting();
    expect(await minutesOf(id)).toEqual(["first_answer", 60]);
    await desk.desk(`tickets/${id}/take`, {});
    await call<TicketDetail>("PATCH", `tickets/${id}`, { assignee: null });
    await desk.desk(`tickets/${id}/take`, {});
    expect(await minutesOf(id)).toEqual(["first_answer", 60]);
    await desk.desk(`tickets/${id}/messages`, { content: "On its way." });
    expect((await ticketOf(id)).due?.kind).toBe("resolution");
    await desk.say(visitor, "Since when?");
    expect(await minutesOf(id)).toEqual(["next_answer", 120]);
    await desk.desk(`tickets/${id}/resolve`, { answer: "Since Monday." });
    expect((await ticketOf(id)).due).toBeNull();
    expect(await clocksOf(id)).toEqual([
      { kind: "first_answer", ended_as: "answered" },
      { kind: "resolution", ended_as: "resolved" },
      { kind: "next_answer", ended_as: "resolved" },
    ]);
  });

  it("has the target of the ticket's priority, and of none where that has no own", async () => {
    const { id } = await waiting();
    const due = async (priority: string) => {
      await call("PATCH", `tickets/${id}`, { priority });
      return minutesOf(id);
    };
    expect(await due("urgent")).toEqual(["first_answer", 5]);
    expect(await due("high")).toEqual(["first_answer", 30]);
    expect(await due("low")).toEqual(["first_answer", 60]);
    await call("PATCH", `tickets/${id}`, { priority: "urgent" });
    await desk.desk(`tickets/${id}/take`, {});
    await desk.desk(`tickets/${id}/messages`, { content: "Hello." });
    // Urgent tickets have no resolution target.
    expect((await ticketOf(id)).due).toBeNull();
  });

  it("goes on after a hint that did not help, and after a decision that was taken back", async () => {
    const { id } = await waiting();
    const due = (await ticketOf(id)).due;
    await desk.desk(`tickets/${id}/hint`, { hint: "Something vague." });
    await expect.poll(async () => (await ticketOf(id)).status).toBe("pending_human");
    expect((await ticketOf(id)).due).toEqual(due);
    await desk.desk(`tickets/${id}/take`, {});
    await desk.desk(`tickets/${id}/resolve`, {});
    expect((await ticketOf(id)).due).toBeNull();
    await desk.desk(`tickets/${id}/undo`, {});
    expect((await ticketOf(id)).due).toEqual(due);
    expect(await clocksOf(id)).toEqual([
      { kind: "first_answer", ended_as: null },
      { kind: "resolution", ended_as: null },
    ]);
  });

  it("begins for those who wait already when levels are set, and goes with them", async () => {
    await keep({ service_levels: null });
    const { id } = await waiting();
    expect((await ticketOf(id)).due).toBeNull();
    await keep({ service_levels: levels });
    expect(await minutesOf(id)).toEqual(["first_answer", 60]);
    const halved = { ...levels.targets.none, first_answer: 30 };
    await keep({ service_levels: { ...levels, targets: { ...levels.targets, none: halved } } });
    expect(await minutesOf(id)).toEqual(["first_answer", 30]);
    await keep({ service_levels: null });
    expect((await ticketOf(id)).due).toBeNull();
    expect(await clocksOf(id)).toEqual([]);
  });

  it("counts the opening hours alone where that is said, and follows them when they change", async () => {
    const { id } = await waiting();
    const hours = closedNow();
    await keep({ service_levels: { ...levels, hours: "opening" }, home: { hours } });
    const { due, waiting_since } = await ticketOf(id);
    const expected = expectedBy(hours, new Date(waiting_since ?? ""), 60);
    expect(due).toEqual({ kind: "first_answer", at: expected?.toISOString() });
    await keep({ home: { hours: null } });
    expect(await minutesOf(id)).toEqual(["first_answer", 60]);
  });
});

/** Opening hours with one span a day, starting in three hours. */
function closedNow(): OpeningHours {
  const at = (hours: number) => `${String((new Date().getUTCHours() + hours) % 24).padStart(2, "0")}:00`;
  const day = [{ from: at(3), to: at(5) }];
  return { zone: "UTC", week: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }, holidays: [] };
}

it("the database counts open minutes as the settings do, over changes of the clock and holidays", async () => {
  const from = new Date("2026-02-20T00:00:00Z");
  const night = [
    { from: "08:30", to: "12:00" },
    { from: "22:00", to: "03:30" },
  ];
  const hours: OpeningHours = {
    zone: "Europe/Berlin",
    week: { mon: night, wed: night, sat: night, sun: [{ from: "00:00", to: "24:00" }] },
    holidays: ["2026-03-30", "2026-04-05"],
  };
  const cases = Array.from({ length: 300 }, (_, index) => ({
    start: new Date(from.getTime() + index * 9_137 * 1_000 * 7),
    minutes: 1 + ((index * 977) % 20_000),
  }));
  const due = await withTenant(desk.http.db, desk.tenantId, async (tx) => {
    await replaceOpenSpans(tx, [...openSpans(hours, from)]);
    const { rows } = await tx.query<{ at: Date | null }>(
      `select app.open_time($1, start, minutes * 60) as at
         from unnest($2::timestamptz[], $3::float8[]) with ordinality as c (start, minutes, n) order by n`,
      [tx.tenantId, cases.map(({ start }) => start), cases.map(({ minutes }) => minutes)],
    );
    return rows.map(({ at }) => at?.toISOString());
  });
  expect(due).toEqual(cases.map(({ start, minutes }) => expectedBy(hours, start, minutes)?.toISOString()));
});

describe("what is overdue", () => {
  it("is told once, comes first and is found", async () => {
    const [late, later] = [await waiting(), await waiting()];
    await inTenant(
      "update service_clocks set due_at = now() - interval '1 minute' where ticket_id = $1 and kind = 'first_answer'",
      [later.id],
    );
    await inTenant("update tickets set due_at = now() - interval '1 minute' where id = $1", [later.id]);
    await call("POST", "webhooks", {
      name: "Own",
      url: "https://hooks.example.com/parley",
      events: ["ticket.overdue"],
    });
    const told: string[] = [];
    const look = () =>
      checkServiceLevels({
        db: desk.http.db,
        log: createLogger("silent"),
        tell: async ({ ticketId }) => told.push(ticketId),
      });
    await look();
    await look();
    expect(told).toEqual([later.id]);
    const sent = await inTenant<{ payload: object }>(
      "select payload from webhook_deliveries where type = 'ticket.overdue' and ticket_id = $1",
      [later.id],
    );
    expect(sent.map(({ payload }) => payload)).toEqual([expect.objectContaining({ kind: "first_answer" })]);
    const list = async (query: string) =>
      (await call<TicketListResponse>("GET", `tickets?${query}`)).items.map(({ id }) => id);
    const sorted = await list("view=needs_person&sort=due");
    expect(sorted[0]).toBe(later.id);
    expect(sorted).toContain(late.id);
    expect(await list("view=all&q=is:overdue")).toEqual([later.id]);
    const page = await call<TicketListResponse>("GET", "tickets?view=all&sort=due&limit=1");
    expect(await list(`view=all&sort=due&limit=100&cursor=${page.next_cursor}`)).toEqual(
      (await list("view=all&sort=due&limit=100")).slice(1),
    );
  });
});
