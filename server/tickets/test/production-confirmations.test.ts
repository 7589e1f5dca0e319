import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../../lab/bench/parley.ts";
import { chanceOf } from "../../../scripts/setup/test-chance.mjs";
import { withTenant } from "../../database/transaction.ts";
import { type ActingScript, actingAssistant, seedBookingTool } from "../../test/support/acting.ts";
import { chooseProduction } from "../../test/support/backends.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { TurnRunner } from "../turns/runner.ts";

const chance = chanceOf("answers to confirmations");

/** A long run with 500 rounds each is in docs/benchmarks.md. */
const rounds = 20;
const roundsAtOnce = 5;

const isProduction = chooseProduction();
let desk: ConversationRig;
let script: ActingScript;
let other: TurnRunner;
let keys: string[];
const tools: Record<string, ActingScript["tool"]> = {};

beforeAll(async () => {
  if (!isProduction) return;
  desk = await startConversationRig();
  for (const approval of ["visitor", "agent"] as const)
    tools[approval] = await seedBookingTool(desk.http.db, desk.tenantId, approval);
  const acting = actingAssistant(desk.http.db, toolOf("visitor"));
  ({ script } = acting);
  Object.assign(desk.rig.deps, acting.deps);
  // A second process with its own turns, on the same database.
  other = new TurnRunner({ ...desk.rig.deps, holder: "another" });
  const admin = { apiKey: desk.http.a.api_key };
  const api = `${desk.http.url}/api/v1`;
  keys = [await createKey(api, admin), await createKey(api, admin)];
}, 120_000);
afterAll(async () => {
  await other?.drain(1_000);
  await desk?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  script.executed = [];
});

function toolOf(approval: string) {
  const tool = tools[approval];
  if (!tool) throw new Error(`no tool that ${approval} approves`);
  return tool;
}

async function propose(): Promise<{ visitor: VisitorClient; id: string; ticketId: string }> {
  const visitor = await desk.visitor();
  const { events } = await desk.say(visitor, "Move my booking to Friday");
  const required = events.find((event) => event.type === "confirmation_required");
  if (!required) throw new Error("nothing was proposed");
  return { visitor, id: required.confirmation_id, ticketId: visitor.session.ticket.id };
}

async function inRounds(round: () => Promise<void>): Promise<void> {
  let begun = 0;
  const worker = async () => {
    while (begun < rounds) {
      begun += 1;
      await round();
    }
  };
  await Promise.all(Array.from({ length: roundsAtOnce }, worker));
}

const rowsOf = (text: string, params: unknown[]) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<Record<string, unknown>>(text, params)).rows);

/** Checks for one response in the log, one turn and at most one call. */
async function requireOneDecision({ id, ticketId }: { id: string; ticketId: string }, approved: boolean) {
  await waitFor(async () => (await desk.count("turns where confirmation_id = $1 and status = 'running'", [id])) === 0);
  const [row] = await rowsOf("select status from confirmations where id = $1", [id]);
  expect(row?.["status"]).toBe(approved ? "approved" : "declined");
  const told = "ticket_events where ticket_id = $1 and type = 'confirmation_response'";
  expect(await desk.count(told, [ticketId])).toBe(1);
  expect(await desk.count("turns where confirmation_id = $1", [id])).toBe(1);
  expect(script.executed.filter((one) => one === id)).toHaveLength(approved ? 1 : 0);
}

describe.skipIf(!isProduction)("of answers that come at once, on PostgreSQL and Redis", () => {
  it("one of two tabs is heard, each at a process of its own", async () => {
    script.tool = toolOf("visitor");
    await inRounds(async () => {
      const asked = await propose();
      const yes = chance() < 0.5;
      const request = { tenantId: desk.tenantId, ticketId: asked.ticketId, confirmationId: asked.id };
      const elsewhere = other.answerConfirmation({ ...request, said: { by: "visitor", approved: !yes } }).then(
        () => 200,
        (error: { code?: string }) => error.code,
      );
      const [here, there] = await Promise.all([
        desk.post(asked.visitor, `confirmations/${asked.id}`, { approved: yes }),
        elsewhere,
      ]);
      expect([
        [200, "already_answered"],
        [409, 200],
      ]).toContainEqual([here.status, there]);
      await requireOneDecision(asked, here.status === 200 ? yes : !yes);
    });
  }, 600_000);

  it("one of two approvers is heard, and the same yes by both counts once", async () => {
    script.tool = toolOf("agent");
    await inRounds(async () => {
      const asked = await propose();
      const words = chance() < 0.5 ? [true, false] : [true, true];
      const answers = await Promise.all(
        keys.map(async (key, index) => {
          const response = await fetch(
            `${desk.http.url}/api/v1/admin/tickets/${asked.ticketId}/confirmations/${asked.id}`,
            {
              method: "POST",
              headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
              body: JSON.stringify({ approved: words[index] }),
            },
          );
          await response.text();
          return response.status;
        }),
      );
      expect([...answers].sort()).toEqual([200, 409]);
      await requireOneDecision(asked, words[answers.indexOf(200)] === true);
      expect(await desk.count("audit_log where target_id = $1 and action like 'ticket.%_call'", [asked.ticketId])).toBe(
        1,
      );
    });
  }, 600_000);
});
