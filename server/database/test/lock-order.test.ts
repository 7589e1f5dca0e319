import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { recordTransactions } from "../../test/support/record-transactions.ts";
import { anAgent, createTurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { handBackTicket } from "../../tickets/desk/hand-back.ts";
import { sendHint } from "../../tickets/desk/hint.ts";
import { resolveTicket } from "../../tickets/desk/resolve.ts";
import type { TurnDeps } from "../../tickets/turns/deps.ts";
import { rememberThread } from "../../tickets/turns/remember-thread.ts";
import type { Database } from "../database.ts";
import { withTenant } from "../transaction.ts";

let db: Database;
let tenantId: string;

beforeAll(async () => {
  db = await openTestDatabase();
  tenantId = (await seedTwoTenants(db)).a;
}, 60_000);
afterAll(() => db.close());

/** Rows that several transactions wait for, in the only order in which a transaction may lock them. */
const order = [
  { name: "ticket", takes: /from "tickets" where "id" = \$1 for update|update "?tickets\b/ },
  { name: "day's sums", takes: /insert into usage_days/ },
];

const aCall = {
  task: "summarize",
  provider: "scripted",
  model: "m",
  input_tokens: 3,
  output_tokens: 3,
  cached_tokens: 0,
  cost_micros: 7,
  latency_ms: 1,
  first_token_ms: 1,
  outcome: "ok",
};

it("every transaction takes the ticket before the day's sums and these last, so that none waits in a ring, or for long", async () => {
  const recorded = recordTransactions(db);
  const rig = createTurnRig(recorded.db);
  const ticketId = await rig.openTicket(tenantId);
  const target = { tenantId, ticketId, ...anAgent() };
  const idle = () => waitFor(() => rig.turns.active === 0);

  for (let n = 0; n < 8; n++) await rig.ask(tenantId, ticketId, `Question ${n}?`);
  rig.script.score = 0.2;
  await rig.ask(tenantId, ticketId, "An unknown thing?");
  await sendHint(rig.desk, target, "Look again.");
  await idle();
  await handBackTicket(rig.desk, target);
  await rig.ask(tenantId, ticketId, "Another unknown thing?");
  await resolveTicket(rig.desk, target, { answer: "It is blue.", saveAsSnippet: true });
  const jobId = newId();
  await withTenant(db, tenantId, (tx) =>
    insertJob(tx, { id: jobId, kind: "thread", targetId: ticketId, documentId: null }),
  );
  const threads = { wake: async () => {}, model: "none", embed: () => Promise.reject(new Error("no vectors")) };
  const modelFor: TurnDeps["modelFor"] = (options) => ({
    ...rig.deps.modelFor(options),
    async summarize() {
      options.recordCall(aCall);
      return "They talked about colours.";
    },
  });
  await rememberThread(
    { ...rig.deps, threads, modelFor },
    { tenant_id: tenantId, job_id: jobId },
    new AbortController().signal,
  );
  await idle();

  const both = recorded.transactions.filter((statements) =>
    order.every(({ takes }) => statements.some((sql) => takes.test(sql))),
  );
  // Answers, hand-overs, and the job that summarizes the conversation.
  expect(both.length).toBeGreaterThan(10);
  expect(both.some((statements) => statements.some((sql) => /set "?running_summary/.test(sql)))).toBe(true);
  for (const statements of both) {
    const places = order.map(({ takes }) => statements.findIndex((sql) => takes.test(sql)));
    expect(places, statements.join("\n")).toEqual(places.toSorted((a, b) => a - b));
    // Every ending turn of a tenant waits for these sums while it holds a connection.
    const afterSums = statements.slice((places.at(-1) ?? 0) + 1).filter((sql) => sql !== "commit");
    expect(afterSums, statements.join("\n")).toEqual([]);
  }
  await rig.turns.drain(0);
});
