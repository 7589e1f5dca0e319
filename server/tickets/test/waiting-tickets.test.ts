import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TicketListResponse } from "../../../protocol/admin.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.2;
});

async function asked(): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "How long does the blue one last?");
  return { visitor, id: visitor.session.ticket.id };
}

/** All pages of a view, with one ticket per page. */
async function pages(view: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const { body } = await desk.desk(`tickets?view=${view}&sort=waiting&limit=1${cursor}`);
    const { items, next_cursor: next } = body as unknown as TicketListResponse;
    ids.push(...items.map(({ id }) => id));
    cursor = next ? `&cursor=${next}` : "";
  } while (cursor && ids.length < 20);
  return ids;
}

const waitingSince = async (id: string) => (await desk.desk(`tickets/${id}`)).body.ticket.waiting_since;
const answer = (id: string, content = "Two years.") => desk.desk(`tickets/${id}/messages`, { content });

it("a visitor waits from the escalation to a person's words, whoever holds the ticket, and again from the next question", async () => {
  const { visitor, id } = await asked();
  const since = await waitingSince(id);
  expect(since).not.toBeNull();
  await desk.desk(`tickets/${id}/take`, {});
  await desk.say(visitor, "Are you there?");
  expect(await waitingSince(id)).toBe(since);
  expect((await answer(id)).status).toBe(200);
  expect(await waitingSince(id)).toBeNull();
  await desk.say(visitor, "And the red one?");
  const again = await waitingSince(id);
  expect(Date.parse(again ?? "")).toBeGreaterThan(Date.parse(since ?? ""));
  await desk.desk(`tickets/${id}/resolve`, { answer: "As long." });
  expect(await waitingSince(id)).toBeNull();
});

it("nobody waits for a person where the assistant answers, or was given the ticket back", async () => {
  desk.rig.script.score = 0.9;
  const { id } = await asked();
  expect(await waitingSince(id)).toBeNull();
  desk.rig.script.score = 0.2;
  const other = await asked();
  await desk.desk(`tickets/${other.id}/hand-back`, {});
  expect(await waitingSince(other.id)).toBeNull();
});

it("who waits longest comes first, page by page; answered tickets wait on their visitors", async () => {
  const [first, answered, second, late] = [await asked(), await asked(), await asked(), await asked()];
  for (const { id } of [answered, late]) await answer(id);
  // The newest change does not make a ticket the first.
  await desk.say(first.visitor, "Hello?");
  const mine = [first.id, second.id, late.id, answered.id];
  // Answered tickets wait on their visitors.
  expect((await pages("needs_person")).filter((id) => mine.includes(id))).toEqual([first.id, second.id]);
  const unassigned = await pages("unassigned");
  expect(unassigned.filter((id) => mine.includes(id))).toEqual([first.id, second.id]);
});
