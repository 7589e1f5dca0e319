import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryMessage } from "../../assistant/ports.ts";
import { listThreadChunks } from "../../assistant/store/thread-chunks.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { storeMessage } from "../store/store-message.ts";
import { findTicket } from "../store/tickets.ts";
import { rememberThread } from "../turns/remember-thread.ts";

let db: Database;
let rig: TurnRig;
let a: string;
let b: string;
let seen: HistoryMessage[] = [];
let woken: { tenantId: string; id: string }[] = [];
let summaries = 0;
const topics = ["kettle", "invoice", "parcel", "refund", "password"];

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a, b } = await seedTwoTenants(db));
  rig = createTurnRig(db);
  const { modelFor } = rig.deps;
  rig.deps.modelFor = (options) => ({
    ...modelFor(options),
    contextualize: async ({ question, history }) => {
      seen = history;
      return { question, unchanged: true };
    },
    summarize: async ({ question, history }) => {
      summaries += 1;
      return `Summary ${summaries} of ${history.length + 1} messages, the last: ${question}`;
    },
  });
  rig.deps.threads = {
    wake: async (tenantId, { id }) => void woken.push({ tenantId, id }),
    model: "topics",
    // One dimension per topic.
    embed: async (text) => new Float32Array(topics.map((topic) => (text.includes(topic) ? 1 : 0))),
  };
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await db.close();
});

/** A ticket in which every ten messages share a topic. */
async function ticketOf(messages: number): Promise<string> {
  const ticketId = await rig.openTicket(a);
  for (let index = 0; index < messages; index++) {
    const content = `Message ${index} about the ${topics[Math.floor(index / 10) % topics.length]}.`;
    const role = index % 2 === 0 ? ("visitor" as const) : ("assistant" as const);
    await withTenant(db, a, (tx) => storeMessage(tx, { id: newId(), ticketId, turnId: newId(), role, content }));
  }
  return ticketId;
}

async function workThrough(): Promise<void> {
  for (const { tenantId, id } of woken.splice(0))
    await rememberThread(rig.deps, { tenant_id: tenantId, job_id: id }, new AbortController().signal);
}

const chunksOf = (tenantId: string, ticketId: string) =>
  withTenant(db, tenantId, (tx) => listThreadChunks(tx, ticketId));

describe("a long ticket", () => {
  it("is remembered by a job: a running summary up to the window, and a chunk of every ten messages", async () => {
    const ticketId = await ticketOf(52);
    await rig.ask(a, ticketId, "And what next?");
    await waitFor(() => woken.length === 1);
    await workThrough();
    const chunks = await chunksOf(a, ticketId);
    expect(chunks.map(({ ordinal, model }) => [ordinal, model])).toEqual([0, 1, 2, 3].map((n) => [n, "topics"]));
    expect(chunks[1]?.embedding).toEqual([0, 1, 0, 0, 0]);
    expect(await chunksOf(b, ticketId)).toEqual([]);
    const ticket = await withTenant(db, a, (tx) => findTicket(tx, ticketId));
    expect(ticket?.running_summary).toMatch(/^Summary/);
    expect(ticket?.running_summary_to).toBe(chunks[3] ? chunks[3].last_sequence + 4 : 0);
  });

  it("brings summary, the chunks that matter and the last ten messages before the model", async () => {
    const ticketId = await ticketOf(60);
    await rig.ask(a, ticketId, "And what next?");
    await waitFor(() => woken.length === 1);
    await workThrough();
    await rig.ask(a, ticketId, "What was it with the invoice?");
    const notes = seen.filter(({ role }) => role === "system").map(({ content }) => content);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain("about the invoice");
    expect(notes[0]?.split("\n\n")).toHaveLength(4);
    expect(notes[1]).toContain("Summary of earlier messages");
    const words = seen.filter(({ role }) => role !== "system");
    expect(words).toHaveLength(10);
    expect(words.at(-1)?.content).toBe("You can [1].");
  });

  it("does no work twice, and goes on without a model or a vector", async () => {
    const ticketId = await ticketOf(35);
    const { modelFor, threads } = rig.deps;
    rig.deps.modelFor = (options) => ({
      ...modelFor(options),
      summarize: async () => Promise.reject(new Error("away")),
    });
    if (threads) rig.deps.threads = { ...threads, embed: async () => Promise.reject(new Error("away")) };
    await rig.ask(a, ticketId, "Hello again, how?");
    await waitFor(() => woken.length === 1);
    const again = [...woken];
    await workThrough();
    const before = await chunksOf(a, ticketId);
    expect(before.map(({ model, embedding }) => [model, embedding])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(before[0]?.summary).toContain("Visitor: Message 0 about the kettle.");
    woken.push(...again);
    await workThrough();
    expect(await chunksOf(a, ticketId)).toEqual(before);
    rig.deps.modelFor = modelFor;
    if (threads) rig.deps.threads = threads;
  });

  it("loses no message between the window and a summary that is not there yet", async () => {
    const ticketId = await ticketOf(13);
    await rig.ask(a, ticketId, "And what next?");
    expect(seen.map(({ content }) => content)).toHaveLength(13);
    woken = [];
  });
});
