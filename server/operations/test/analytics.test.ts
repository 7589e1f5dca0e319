import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemberRole, Settings } from "../../../protocol/admin.ts";
import type { Analytics, AnalyticsMeasure, AnalyticsTicketsResponse } from "../../../protocol/admin-analytics.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { daysIn } from "../../accounts/tenants/opening-hours.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originB } from "../../test/support/http.ts";
import { asOwner } from "../../test/support/native-database.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { stepsOf } from "../analytics/calendar.ts";
import { countDay, keepDays, listDueDays, watchDays } from "../analytics/keep-days.ts";

const dayMs = 24 * 60 * 60_000;
const anyAge = { freshMs: 0, olderMs: 0 };

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.rig.script.score = 0.9;
  await asOwner(
    desk.http.db,
    "truncate tickets, visitors, model_calls, analytics_days, analytics_agents, analytics_topics, audit_log, documents, labels cascade; update tenants set home = '{}', service_levels = null",
  );
});

async function call<T>(path: string, { key = desk.http.a.api_key, method = "GET", body }: CallInput = {}) {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: (text.startsWith("{") ? JSON.parse(text) : {}) as T };
}
interface CallInput {
  key?: string;
  method?: string;
  body?: unknown;
}

/** The present numbers, counted again first. */
async function read(query = "days=7", key?: string): Promise<Analytics> {
  await keepDays(desk.http.db, desk.tenantId, anyAge);
  const { status, body } = await call<Analytics>(`analytics?${query}`, key ? { key } : {});
  expect(status).toBe(200);
  return body;
}
const ticketsOf = async (measure: AnalyticsMeasure, query = "days=7") =>
  (await call<AnalyticsTicketsResponse>(`analytics/tickets?measure=${measure}&${query}`)).body.items;

/** Moves everything so far into the past. */
function age(days: number): Promise<void> {
  const by = `interval '${days} days'`;
  return asOwner(
    desk.http.db,
    `update messages set created_at = created_at - ${by}; update ticket_events set created_at = created_at - ${by};
     update model_calls set created_at = created_at - ${by}; update feedback set created_at = created_at - ${by};
     update ticket_ratings set created_at = created_at - ${by}; update turns set started_at = started_at - ${by}, finished_at = finished_at - ${by};
     update service_clocks set due_at = due_at - ${by}, stopped_at = stopped_at - ${by}, started_at = started_at - ${by};
     update audit_log set created_at = created_at - ${by}`,
  );
}

async function newLabel(name: string): Promise<{ id: string }> {
  return (await call<{ label: { id: string } }>("labels", { method: "POST", body: { name } })).body.label;
}
async function answered(): Promise<VisitorClient> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "Where is my parcel?");
  return visitor;
}
async function escalated(): Promise<{ visitor: VisitorClient; id: string }> {
  desk.rig.script.score = 0.2;
  const visitor = await answered();
  desk.rig.script.score = 0.9;
  return { visitor, id: visitor.session.ticket.id };
}

describe("a day", () => {
  it("counts what visitors, the assistant and people did, each where it belongs", async () => {
    const first = await answered();
    await desk.say(first, "And since when?");
    const { id } = await escalated();
    await desk.desk(`tickets/${id}/take`, {});
    await desk.desk(`tickets/${id}/messages`, { content: "On its way." });
    await desk.desk(`tickets/${id}/messages`, { content: "Anything else?" });
    await desk.desk(`tickets/${id}/resolve`, { answer: "Goodbye." });
    // A visitor who opened the chat without writing.
    await desk.visitor();
    const { values, points, agents, grades, values_before, uncounted_days } = await read();
    expect(values).toMatchObject({ tickets: 2, answers: 2, escalated: 1, ended: 1, resolved: 1, cached: 0 });
    expect(values.first_answer_median).toBeLessThan(60);
    expect(values.resolution_median).not.toBeNull();
    expect(values).toMatchObject({ cost_micros: 21, cost_per_answer: 10.5, cost_per_resolution: 21 });
    expect(values).toMatchObject({ cache_hit_rate: 0, wrong_hit_rate: null, csat: null, sla_share: null });
    expect(values_before).toMatchObject({ tickets: 0, answers: 0, cost_per_answer: null });
    expect(points).toHaveLength(7);
    expect(points.at(-1)?.values).toEqual(values);
    expect(uncounted_days).toBe(0);
    expect(agents).toEqual([
      { id: expect.any(String), name: expect.any(String), answers: 3, tickets: 1, resolved: 1, answers_before: 0 },
    ]);
    expect(grades[9]).toMatchObject({ given: 2, held: 0 });
  });

  it("is told with the tickets behind each number, which are as many as the number says", async () => {
    const label = await newLabel("Parcels");
    await asOwner(
      desk.http.db,
      `insert into documents (tenant_id, id, source, title, set_name) values ('${desk.tenantId}', '${desk.rig.chunks[0]?.document_id}', 'guide.md', 'Guide', 'Shipping')`,
    );
    const visitor = await answered();
    const message = (await desk.history(visitor)).messages.find(({ role }) => role === "assistant");
    await visitor.call("feedback", {
      method: "POST",
      body: JSON.stringify({ message_id: message?.id, rating: "down" }),
    });
    await asOwner(desk.http.db, "update messages set cached = true where role = 'assistant'");
    await call(`tickets/${visitor.session.ticket.id}`, { method: "PATCH", body: { add_labels: [label.id] } });
    for (let n = 0; n < 3; n += 1) {
      const { id } = await escalated();
      await desk.desk(`tickets/${id}/resolve`, { answer: "Done." });
    }
    const { values, topics, grades } = await read();
    expect(values).toMatchObject({ tickets: 4, cached: 1, wrong_hits: 1, disliked: 1, wrong_hit_rate: 1 });
    const counted = [
      "tickets",
      "answers",
      "escalated",
      "ended",
      "resolved",
      "cached",
      "wrong_hits",
      "disliked",
    ] as const;
    for (const measure of counted) {
      const times = (await ticketsOf(measure)).reduce((sum, ticket) => sum + ticket.times, 0);
      expect(times, measure).toBe(values[measure]);
    }
    expect(topics.filter(({ kind }) => kind === "label")).toEqual([
      expect.objectContaining({ kind: "label", name: "Parcels", tickets: 1, tickets_before: 0 }),
    ]);
    expect(await ticketsOf("label", `days=7&of=${label.id}`)).toEqual([
      expect.objectContaining({ id: visitor.session.ticket.id, times: 1 }),
    ]);
    expect(topics.filter(({ kind }) => kind === "set")).toEqual([
      expect.objectContaining({ name: "Shipping", tickets: 1, points: [0, 0, 0, 0, 0, 0, 1] }),
    ]);
    expect(await ticketsOf("set", "days=7&of=Shipping")).toHaveLength(1);
    expect(await ticketsOf("grade", "days=7&bin=9")).toHaveLength(grades[9]?.given ?? -1);
    const cost = await ticketsOf("cost");
    expect(cost.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(values.cost_micros);
    expect(await ticketsOf("first_answer")).toHaveLength(3);
    // Pages follow each other without gaps.
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await call<AnalyticsTicketsResponse>(
        `analytics/tickets?measure=tickets&days=7&limit=3${cursor}`,
      );
      found.push(...body.items.map(({ id }) => id));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(new Set(found).size).toBe(4);
    expect(found).toHaveLength(4);
  });

  it("keeps what people found right and wrong beside the grade that was said", async () => {
    const draftOf = async (decide: (id: string) => Promise<unknown>) => decide((await escalated()).id);
    await draftOf((id) => desk.desk(`tickets/${id}/approve-draft`, {}));
    await draftOf((id) => desk.desk(`tickets/${id}/approve-draft`, { content: "Something else." }));
    await draftOf((id) => desk.desk(`tickets/${id}/resolve`, { answer: "Not that." }));
    const liked = await answered();
    const message = (await desk.history(liked)).messages.find(({ role }) => role === "assistant");
    await liked.call("feedback", { method: "POST", body: JSON.stringify({ message_id: message?.id, rating: "up" }) });
    // The scripted model does not store the reported grade; the product's models do.
    await asOwner(
      desk.http.db,
      `update turns set grading = coalesce(grading, '{}') || '{"raw": {"score": 0.2, "grader": "scripted"}}' where status = 'escalated';
       update turns set grading = coalesce(grading, '{}') where status = 'done' and kind = 'visitor'`,
    );
    const { grades } = await read();
    expect(grades[2]).toEqual({ from: 0.2, given: 0, held: 3, right: 1, wrong: 1, edited: 1 });
    expect(grades[9]).toMatchObject({ given: 1, right: 1, wrong: 0 });
  });
});

describe("what came of a conversation", () => {
  const outcomes = async (query = "days=7") => {
    // Days that were counted before the events moved into the past.
    await asOwner(desk.http.db, "truncate analytics_days, analytics_agents, analytics_topics");
    const { proven, silent, returned, handed_over } = (await read(query)).values;
    return { proven, silent, returned, handed_over };
  };
  const none = { proven: 0, silent: 0, returned: 0, handed_over: 0 };
  const rate = async (visitor: VisitorClient, rating: "up" | "down") => {
    const message = (await desk.history(visitor)).messages.findLast(({ role }) => role === "assistant");
    await visitor.call("feedback", { method: "POST", body: JSON.stringify({ message_id: message?.id, rating }) });
  };

  it("is unknown until the visitor has stayed away for a week after an answer with sources", async () => {
    await answered();
    expect(await outcomes()).toEqual({ ...none, silent: 1 });
    await age(6);
    expect(await outcomes("days=30")).toEqual({ ...none, silent: 1 });
    await age(2);
    expect(await outcomes("days=30")).toEqual({ ...none, proven: 1 });
    await asOwner(desk.http.db, "delete from citations");
    expect(await outcomes("days=30")).toEqual({ ...none, silent: 1 });
  });

  it("is proven by a visitor who says so, and is a return when they disliked the answer", async () => {
    await rate(await answered(), "up");
    await rate(await answered(), "down");
    const { values } = await read();
    expect(values).toMatchObject({ ...none, proven: 1, returned: 1, resolution_least: 0.5, resolution_most: 0.5 });
  });

  it("is a return when the visitor comes back within a week, here or in a new conversation", async () => {
    const visitor = await answered();
    await age(2);
    await desk.say(visitor, "It is still not here.");
    await age(8);
    expect(await outcomes("days=30")).toEqual({ ...none, returned: 1 });
    const other = await answered();
    await asOwner(
      desk.http.db,
      `update tickets set visitor_id = (select visitor_id from tickets where id = '${other.session.ticket.id}')`,
    );
    // Ten days later: not within a week of the last answer.
    expect(await outcomes("days=30")).toEqual({ ...none, returned: 1, silent: 1 });
  });

  it("is a hand-over when the team was needed, and is listed with its tickets", async () => {
    const { id } = await escalated();
    await answered();
    const { values } = await read();
    expect(values).toMatchObject({ ...none, handed_over: 1, silent: 1, resolution_least: 0, resolution_most: 0.5 });
    expect((await ticketsOf("handed_over")).map((ticket) => ticket.id)).toEqual([id]);
    expect(await ticketsOf("silent")).toHaveLength(1);
    expect(await ticketsOf("proven")).toEqual([]);
  });
});

describe("the effect of the assistant", () => {
  const draw = ({ session }: VisitorClient, isHeldOut: boolean) =>
    asOwner(desk.http.db, `update tickets set hold_out = ${isHeldOut} where id = '${session.ticket.id}'`);
  const rate = ({ session }: VisitorClient, score: number) =>
    asOwner(
      desk.http.db,
      `insert into ticket_ratings (tenant_id, id, ticket_id, resolved_at, score)
       values ('${desk.tenantId}', '${newId()}', '${session.ticket.id}', now(), ${score})`,
    );

  it("is told by hold-outs and the conversations of the same draw, which have no part in the outcomes", async () => {
    const held = await escalated();
    await draw(held.visitor, true);
    await rate(held.visitor, 5);
    const unhappy = await escalated();
    await draw(unhappy.visitor, true);
    await rate(unhappy.visitor, 2);
    const assisted = await answered();
    await draw(assisted, false);
    // Not part of a draw.
    await escalated();
    const { values } = await read();
    expect(values).toMatchObject({ held_out: 2, held_out_return_rate: 0.5, held_out_ratings: 2, held_out_csat: 0.5 });
    expect(values).toMatchObject({ assisted: 1, assisted_return_rate: 0, assisted_ratings: 0, assisted_csat: null });
    expect(values).toMatchObject({ handed_over: 1, silent: 1, escalated: 3 });
    expect((await ticketsOf("held_out")).map(({ id }) => id).sort()).toEqual([held.id, unhappy.id].sort());
    expect((await ticketsOf("assisted")).map(({ id }) => id)).toEqual([assisted.session.ticket.id]);
  });

  it("counts visitors who write after the end or begin another conversation, not those who go on meanwhile", async () => {
    const { visitor, id } = await escalated();
    await draw(visitor, true);
    await desk.desk(`tickets/${id}/take`, {});
    await desk.say(visitor, "Any news?");
    expect((await read()).values).toMatchObject({ held_out: 1, held_out_return_rate: 0 });
    await desk.desk(`tickets/${id}/resolve`, { answer: "Done." });
    await desk.say(visitor, "It broke again.");
    expect((await read()).values).toMatchObject({ held_out: 1, held_out_return_rate: 1 });
    const first = await answered();
    await draw(first, false);
    const second = await answered();
    await asOwner(
      desk.http.db,
      `update tickets set visitor_id = (select visitor_id from tickets where id = '${second.session.ticket.id}')
        where id = '${first.session.ticket.id}'`,
    );
    expect((await read()).values).toMatchObject({ assisted: 1, assisted_return_rate: 1 });
  });
});

describe("a resolution for good", () => {
  it("is one that nobody came back to within seven days", async () => {
    const { visitor, id } = await escalated();
    await desk.desk(`tickets/${id}/resolve`, { answer: "Done." });
    await age(3);
    expect((await read()).values).toMatchObject({ ended: 1, resolved: 1 });
    await asOwner(desk.http.db, "update tickets set resolved_at = resolved_at - interval '3 days'");
    await desk.say(visitor, "It broke again.");
    expect((await read()).values).toMatchObject({ ended: 1, resolved: 0, answers: 1 });
    expect(await ticketsOf("resolved")).toEqual([]);
    expect(await ticketsOf("ended")).toHaveLength(1);
  });

  it("is still one when the visitor comes back later, and none when it was spam or taken back", async () => {
    const { visitor, id } = await escalated();
    await desk.desk(`tickets/${id}/resolve`, { answer: "Done." });
    await age(8);
    await asOwner(desk.http.db, "update tenants set reopen_days = 30");
    await desk.say(visitor, "Something new.");
    const spam = await escalated();
    await call(`tickets/${spam.id}/spam`, { method: "POST", body: {} });
    const undone = await escalated();
    await desk.desk(`tickets/${undone.id}/resolve`, {});
    await desk.desk(`tickets/${undone.id}/undo`, {});
    expect((await read("days=30")).values).toMatchObject({ ended: 2, resolved: 1 });
    // The same ticket continues: its time runs from its first hand-over.
    await desk.desk(`tickets/${undone.id}/resolve`, { answer: "Now." });
    expect((await read("days=30")).values).toMatchObject({ ended: 2, resolved: 2 });
    expect(await ticketsOf("resolution", "days=30")).toHaveLength(2);
  });

  it("counts once when the visitor closes what was resolved", async () => {
    const { visitor, id } = await escalated();
    await desk.desk(`tickets/${id}/resolve`, { answer: "Done." });
    await age(1);
    await visitor.call("end", { method: "POST", body: "{}" });
    expect((await read()).values).toMatchObject({ ended: 1, resolved: 1 });
  });
});

describe("levels of service", () => {
  it("are met on the day of the answer and missed on the day the time ran out", async () => {
    const targets = { none: { first_answer: 60, next_answer: 120, resolution: 600 }, low: {}, high: {}, urgent: {} };
    const levels: Settings["service_levels"] = { hours: "always", targets };
    const set = await call("settings", { method: "PATCH", body: { service_levels: levels } });
    expect(set.text).toContain('"first_answer":60');
    const late = await escalated();
    await age(2);
    const kept = await escalated();
    await desk.desk(`tickets/${kept.id}/resolve`, { answer: "Done." });
    const { values, points } = await read();
    expect(values).toMatchObject({ sla_met: 2, sla_missed: 2, sla_share: 0.5 });
    expect(points.at(-1)?.values).toMatchObject({ sla_met: 2, sla_missed: 0 });
    expect((await ticketsOf("sla_missed")).map(({ id, times }) => [id, times])).toEqual([[late.id, 2]]);
  });
});

describe("counted days", () => {
  it("are filled in from the first message on, closed after eight days, and left alone from then on", async () => {
    await answered();
    await age(20);
    await answered();
    const due = () => withTenant(desk.http.db, desk.tenantId, (tx) => listDueDays(tx, { freshMs: 60_000 }));
    expect(await due()).toHaveLength(21);
    // The response reports days that are not counted yet.
    expect((await call<Analytics>("analytics?days=30")).body.uncounted_days).toBe(19);
    expect(await keepDays(desk.http.db, desk.tenantId, { freshMs: 60_000 })).toBe(19);
    expect(await due()).toEqual([]);
    const { values, uncounted_days, today, open_from } = await read("days=30");
    expect(values).toMatchObject({ tickets: 2, answers: 2 });
    expect(uncounted_days).toBe(0);
    expect(Date.parse(today) - Date.parse(open_from)).toBe(8 * dayMs);
    // A closed day is not counted again, whatever happens later.
    await asOwner(
      desk.http.db,
      `delete from tickets where id in (select ticket_id from messages where created_at < now() - interval '10 days')`,
    );
    expect((await read("days=30")).values.tickets).toBe(2);
  });

  it("give the same however often they are counted, also by two at once", async () => {
    await answered();
    const { id } = await escalated();
    await desk.desk(`tickets/${id}/resolve`, { answer: "Done." });
    const once = await read();
    await Promise.all([1, 2, 3].map(() => keepDays(desk.http.db, desk.tenantId, anyAge)));
    expect(await read()).toEqual(once);
  });

  it("are counted without anybody asking, for every tenant, also when one of them cannot be", async () => {
    await answered();
    const other = await VisitorClient.init(`${desk.http.url}/api/v1`, desk.http.b.tenant_id, originB);
    await desk.say(other, "Where is my parcel?");
    // The zone is invalid, so the first tenant's days cannot be computed.
    await asOwner(
      desk.http.db,
      `update tenants set home = '{"hours": {"zone": "Nowhere/Land", "week": {}, "holidays": []}}' where tenant_id = '${desk.tenantId}'`,
    );
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const stop = watchDays({ db: desk.http.db, log });
    const daysOf = (tenantId: string) =>
      withTenant(desk.http.db, tenantId, (tx) => tx.query("select from analytics_days")).then(
        ({ rowCount }) => rowCount,
      );
    await expect.poll(() => daysOf(desk.http.b.tenant_id)).toBe(1);
    await stop();
    expect(await daysOf(desk.tenantId)).toBe(0);
    expect(lines.join("")).toContain("Updating daily analytics failed");
  });

  it("are counted anew at most once a minute when somebody looks", async () => {
    await answered();
    expect((await call<Analytics>("analytics")).body.values.tickets).toBe(1);
    await answered();
    expect((await call<Analytics>("analytics")).body.values.tickets).toBe(1);
    await asOwner(desk.http.db, "update analytics_days set counted_at = counted_at - interval '61 seconds'");
    expect((await call<Analytics>("analytics")).body.values.tickets).toBe(2);
  });

  it("begin at the midnights of the opening hours' zone, and are counted anew when that changes", async () => {
    await answered();
    await age(1);
    // 11:30 p.m. UTC is the next day in Auckland.
    await asOwner(
      desk.http.db,
      "update messages set created_at = date_trunc('day', created_at at time zone 'utc') at time zone 'utc' + interval '23 hours 30 minutes'",
    );
    const inUtc = await read();
    const { from } = inUtc.points.find(({ values }) => values.tickets > 0) ?? { from: "" };
    const week = { mon: [{ from: "09:00", to: "17:00" }], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const hours = { zone: "Pacific/Auckland", week, holidays: [] };
    expect((await call("settings", { method: "PATCH", body: { home: { hours } } })).status).toBe(200);
    const there = await read();
    expect(there.zone).toBe("Pacific/Auckland");
    const day = there.points.find(({ values }) => values.tickets > 0)?.from ?? "";
    expect(Date.parse(day) - Date.parse(from)).toBe(dayMs);
  });

  it("have the hours that the clocks give them", () => {
    const { startOf, dayAt } = daysIn("Europe/Berlin");
    const hoursOf = (day: string, next: string) => (startOf(next).getTime() - startOf(day).getTime()) / 3_600_000;
    expect(hoursOf("2026-03-29", "2026-03-30")).toBe(23);
    expect(hoursOf("2026-10-25", "2026-10-26")).toBe(25);
    expect(dayAt(new Date("2026-03-28T23:30:00Z"))).toBe("2026-03-29");
    // In Beirut the clocks skip the first hour of this day.
    expect(daysIn("Asia/Beirut").startOf("2026-03-29").toISOString()).toBe("2026-03-28T22:00:00.000Z");
  });

  it("are put together to weeks from Monday and months from the first, cut at the ends", () => {
    const period = { from: "2026-01-29", to: "2026-03-03" };
    expect(stepsOf(period, "month")).toEqual([
      { from: "2026-01-29", to: "2026-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
      { from: "2026-03-01", to: "2026-03-03" },
    ]);
    expect(stepsOf(period, "week").slice(0, 2)).toEqual([
      { from: "2026-01-29", to: "2026-02-01" },
      { from: "2026-02-02", to: "2026-02-08" },
    ]);
    expect(stepsOf(period, "day")).toHaveLength(34);
  });
});

describe("whoever asks", () => {
  it("needs the manager role, and gets nothing of another tenant", async () => {
    await escalated();
    const keys = new Map<MemberRole, string>();
    for (const role of ["viewer", "agent", "manager", "admin"] as const) {
      const made = await createKey(desk.http.ctx.tenants, operator, {
        tenantId: desk.http.a.tenant_id,
        name: role,
        role,
      });
      keys.set(role, made.api_key);
    }
    for (const path of ["analytics", "analytics.csv", "analytics/tickets?measure=tickets"]) {
      for (const [role, key] of keys)
        expect((await call(path, { key })).status, `${role} ${path}`).toBe(/manager|admin/.test(role) ? 200 : 403);
      expect((await call(path, { key: "made-up" })).status).toBe(401);
      const other = await call<Analytics & AnalyticsTicketsResponse>(path, { key: desk.http.b.api_key });
      expect(other.status).toBe(200);
      expect(other.body.values?.tickets ?? other.body.items?.length ?? 0).toBe(0);
      expect(other.text).not.toContain("parcel");
    }
    const rows = await withTenant(desk.http.db, desk.http.b.tenant_id, (tx) => tx.query("select from analytics_days"));
    expect(rows.rowCount).toBe(0);
  });

  it("is told what is wrong with a period", async () => {
    const wrong: [query: string, says: string][] = [
      ["from=2026-02-30&to=2026-03-01", "from"],
      ["from=2026-03-02&to=2026-03-01", "must not be after to"],
      ["from=2026-03-02", "have to be given together"],
      ["from=2020-01-01&to=2026-01-01", "at most 731 days"],
      ["from=2026-01-01&to=2026-01-02&days=7", "cannot be combined with from and to"],
      ["days=900", "days"],
      ["from=2999-01-01&to=2999-01-02", "in the future"],
    ];
    for (const [query, says] of wrong) {
      const { status, text } = await call(`analytics?${query}`);
      expect(status, query).toBe(400);
      expect(text, query).toContain(says);
    }
    expect((await call("analytics/tickets?measure=agent")).status).toBe(400);
    expect((await call("analytics/tickets?measure=tickets&cursor=nonsense")).status).toBe(400);
    const empty = await read();
    expect(empty.values.tickets).toBe(0);
    expect(empty.uncounted_days).toBe(0);
  });

  it("gets files that no spreadsheet runs", async () => {
    const name = '=HYPERLINK("https://evil.example")';
    const label = await newLabel(name);
    const visitor = await answered();
    await call(`tickets/${visitor.session.ticket.id}`, { method: "PATCH", body: { add_labels: [label.id] } });
    await read();
    const points = (await call("analytics.csv?days=3")).text.split("\r\n");
    expect(points[0]).toContain('"from","to","tickets","proven"');
    expect(points).toHaveLength(5);
    expect((await call("analytics.csv?part=topics&days=3")).text).toContain(`"label","'=HYPERLINK(""https`);
    expect((await call("analytics.csv?part=agents&days=3")).text).toContain('"agent_id","name"');
  });
});

describe("counting", () => {
  it("of a day touches nothing of other days or tenants", async () => {
    await answered();
    const empty = { zone: "UTC", version: 1, closesAt: new Date(), calibration: undefined };
    const since = new Date(Date.now() - 3 * dayMs);
    const counted = await withTenant(desk.http.db, desk.tenantId, (tx) =>
      countDay(tx, { ...empty, day: "2026-01-01", since, until: new Date(Date.now() - 2 * dayMs) }),
    );
    expect(counted.numbers).toMatchObject({ tickets: 0, answers: 0, cost_micros: 0, first_answer: {} });
    const other = await withTenant(desk.http.db, newId(), (tx) =>
      countDay(tx, { ...empty, day: "2026-01-01", since, until: new Date(Date.now() + dayMs) }),
    );
    expect(other.numbers).toMatchObject({ tickets: 0, answers: 0, model_calls: 0 });
  });
});
