import { afterAll, beforeAll, expect, it } from "vitest";
import { takeOverRound } from "../../../lab/faults/take-over-round.ts";
import { chanceOf } from "../../../scripts/setup/test-chance.mjs";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originA } from "../../test/support/http.ts";
import { waitFor } from "../../test/support/wait-for.ts";

const chance = chanceOf("moments of a take-over");

/** Take-overs at random moments; `node dist/lab/faults/take-over.js 1000` does the long run. */
const rounds = 24;
/** Enough time for any answer on a busy machine. */
const patienceMs = 20_000;
const words = Array.from({ length: 30 }, (_, index) => `word${index} `);

let desk: ConversationRig;

beforeAll(async () => {
  desk = await startConversationRig();
  desk.rig.script.words = [...words, "[1]."];
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());

it("nothing of the assistant is told or stored after a person took over, at whatever moment of its turn", async () => {
  desk.rig.script.betweenWords = () => new Promise((resolve) => setTimeout(resolve, 8));
  const where = {
    apis: [`${desk.http.url}/api/v1`],
    origin: originA,
    tenantId: desk.tenantId,
    apiKey: desk.http.a.api_key,
  };
  const moments = new Set<string>();
  for (let done = 0; done < rounds; done += 4) {
    const some = [1, Math.ceil(chance() * 8), 9 + Math.floor(chance() * 4), 99];
    const round = (tokens: number) =>
      takeOverRound(where, { question: "How?", tokens, delayMs: tokens === 1 ? chance() * 100 : patienceMs });
    for (const { moment, problems } of await Promise.all(some.map(round))) {
      expect(problems).toEqual([]);
      moments.add(moment);
    }
  }
  expect(moments).toContain("streaming");
  expect(moments).toContain("after");
}, 120_000);

it("a turn that is overtaken is stopped: it costs no more, and the person may hand the ticket back at once", async () => {
  let words = 0;
  desk.rig.script.betweenWords = async () => {
    words += 1;
    await waitFor(() => words > 1 || wasTaken || null, { what: "the take-over" });
  };
  let wasTaken = false;
  const visitor = await desk.visitor();
  const { id } = visitor.session.ticket;
  const said = desk.say(visitor, "How does it go?");
  await waitFor(() => words > 0 || null, { what: "the first word" });
  expect((await desk.desk(`tickets/${id}/take`, {})).status).toBe(200);
  wasTaken = true;
  const { events } = await said;
  expect(events.at(-2)).toMatchObject({ type: "cancel", reason: "an agent took over" });
  expect(words).toBeLessThan(5);
  expect(
    await desk.count("turns where ticket_id = $1 and status = 'cancelled' and error_code = 'overtaken'", [id]),
  ).toBe(1);
  expect((await desk.desk(`tickets/${id}/hand-back`, {})).status).toBe(200);
});
