import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpeningHours } from "../../../protocol/home.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { isDrawn } from "../turns/hold-out.ts";

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.rig.script.score = 0.9;
  await change({ hold_out_percent: 20, home: { hours: null }, hand_over: "at_once" });
});

const question = "Where is my parcel?";

async function change(patch: object): Promise<void> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
    body: JSON.stringify(patch),
  });
  expect(response.status).toBe(200);
}

/** A visitor whose ticket the draw sends straight to the team, or does not. */
async function visitor(isHeldOut: boolean): Promise<VisitorClient> {
  for (let tries = 0; tries < 200; tries += 1) {
    const opened = await desk.visitor();
    if (isDrawn(opened.session.ticket.id, 20) === isHeldOut) return opened;
  }
  throw new Error("no such ticket was drawn");
}

const storedOf = ({ session }: VisitorClient) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => {
    const { rows } = await tx.query<{ hold_out: boolean | null; escalation_reason: string | null }>(
      "select hold_out, escalation_reason from tickets where id = $1",
      [session.ticket.id],
    );
    return rows[0];
  });
const held = { hold_out: true, escalation_reason: "hold_out" };
const undrawn = { hold_out: null, escalation_reason: null };

/** Hours that are over today and on every other day, or never over. */
function hours(isOpen: boolean): OpeningHours {
  const day = isOpen ? [{ from: "00:00", to: "00:00" }] : [];
  const week = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };
  return { zone: "UTC", week, holidays: [] };
}

describe("a hold-out", () => {
  it("sends the first question to the team without a model, a draft or a word of it to the visitor", async () => {
    const asking = await visitor(true);
    const { events } = await desk.say(asking, question);
    const handedOver = events.find(({ type }) => type === "escalation");
    expect(handedOver).toMatchObject({ reason: "sensitive_topic", content: expect.stringContaining("Our team") });
    const followed = await (await asking.call("events?until=now&last_event_id=0")).text();
    expect(followed).toContain("escalation");
    expect(followed).not.toMatch(/hold_?out/i);
    expect(JSON.stringify((await desk.history(asking)).messages)).not.toMatch(/hold-?out|experiment/i);
    const { body } = await desk.desk(`tickets/${asking.session.ticket.id}`);
    expect(body.ticket).toMatchObject({ status: "pending_human", escalation_reason: "hold_out" });
    expect(JSON.stringify(body)).toContain("Comparison group");
    const about = [asking.session.ticket.id];
    expect(await desk.count("model_calls where ticket_id = $1", about)).toBe(0);
    expect(await desk.count("tickets where id = $1 and draft is not null", about)).toBe(0);
  });

  it("leaves the other conversations to the assistant, and remembers that they were drawn", async () => {
    const asking = await visitor(false);
    const { events } = await desk.say(asking, question);
    expect(events.some(({ type }) => type === "escalation")).toBe(false);
    expect(await storedOf(asking)).toEqual({ hold_out: false, escalation_reason: null });
  });

  it("is drawn from the ticket's id, about as often as the share says", () => {
    const ids = Array.from({ length: 4_000 }, () => newId());
    const drawn = ids.filter((id) => isDrawn(id, 20));
    expect(drawn.length / ids.length).toBeGreaterThan(0.16);
    expect(drawn.length / ids.length).toBeLessThan(0.24);
    expect(ids.filter((id) => isDrawn(id, 20))).toEqual(drawn);
    expect(ids.filter((id) => isDrawn(id, 0))).toEqual([]);
  });

  it("waits for a question: not for a greeting, and not when the visitor asks for the team", async () => {
    const asking = await visitor(true);
    await desk.say(asking, "Hello");
    expect(await storedOf(asking)).toEqual(undrawn);
    await desk.say(asking, question);
    expect(await storedOf(asking)).toEqual(held);
    const wanting = await visitor(true);
    await desk.say(wanting, "I want to talk to a person");
    expect(await storedOf(wanting)).toEqual({ hold_out: null, escalation_reason: "asked_for_person" });
  });

  it("is not drawn for a conversation that has an answer, and is not drawn again after the team returned it", async () => {
    await change({ hold_out_percent: 0 });
    const answered = await visitor(true);
    await desk.say(answered, question);
    await change({ hold_out_percent: 20 });
    await desk.say(answered, "And since when?");
    expect(await storedOf(answered)).toEqual(undrawn);
    const asking = await visitor(true);
    await desk.say(asking, question);
    await desk.desk(`tickets/${asking.session.ticket.id}/hand-back`, {});
    const { events } = await desk.say(asking, "And since when?");
    expect(events.some(({ type }) => type === "escalation")).toBe(false);
    expect((await storedOf(asking))?.hold_out).toBe(true);
  });

  it("keeps the choice of a first try, whatever the share is by then", async () => {
    const asking = await visitor(true);
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query("update tickets set hold_out = true where id = $1", [asking.session.ticket.id]),
    );
    await change({ hold_out_percent: 0 });
    await desk.say(asking, question);
    expect(await storedOf(asking)).toEqual(held);
  });

  it("happens only while the team is there", async () => {
    await change({ home: { hours: hours(false) } });
    const late = await visitor(true);
    await desk.say(late, question);
    expect(await storedOf(late)).toEqual(undrawn);
    await change({ home: { hours: hours(true) } });
    const early = await visitor(true);
    await desk.say(early, question);
    expect(await storedOf(early)).toEqual(held);
  });

  it("goes to the team also where unsure questions are shown sections first", async () => {
    await change({ hand_over: "suggest_first" });
    const asking = await visitor(true);
    await desk.say(asking, question);
    expect(await storedOf(asking)).toEqual(held);
  });
});

describe("the setting", () => {
  it("has a limit of 20 percent", async () => {
    const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({ hold_out_percent: 21 }),
    });
    expect(response.status).toBe(400);
  });
});
