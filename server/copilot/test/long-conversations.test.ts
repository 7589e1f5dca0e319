import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createModels } from "../../assistant/models/create-models.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { ScriptedCopilot, seedDocuments } from "../../test/support/copilot.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { createCopilot } from "../models/create-copilot.ts";
import { insertConversation } from "../store/copilot-conversations.ts";
import { insertCopilotMessage } from "../store/copilot-messages.ts";
import { insertConversationChunk, listConversationChunks } from "../store/copilot-summaries.ts";

/** Conversations with more messages than a prompt contains word for word. */
let test: TestHttp;
let server: ScriptedModel;
let desk: ReturnType<typeof copilotDesk>;
let parcels: string;
let person: string;

beforeAll(async () => {
  [test, server] = await Promise.all([startTestHttp(), startScriptedModel()]);
  desk = copilotDesk(test);
  const versions = await seedDocuments(test.db, test.a.tenant_id, [
    { title: "Shipping policy", versions: [["Parcels leave within two days."]] },
  ]);
  parcels = versions.get("Shipping policy 1") ?? "";
  const begun = await desk.begin();
  const { rows } = await withTenant(test.db, test.a.tenant_id, (tx) =>
    tx.query<{ person_id: string }>("select person_id from copilot_conversations where id = $1", [begun]),
  );
  person = rows[0]?.person_id ?? "";
}, 120_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await server.close();
});

/** A conversation with this many messages. */
async function conversationOf(messages: number): Promise<string> {
  const id = newId();
  await withTenant(test.db, test.a.tenant_id, async (tx) => {
    await insertConversation(tx, { id, personId: person, title: "Long" });
    let askedId = newId();
    for (let nth = 1; nth <= messages; nth += 1) {
      const isPerson = nth % 2 === 1;
      if (isPerson) askedId = newId();
      await insertCopilotMessage(tx, {
        id: isPerson ? askedId : newId(),
        conversationId: id,
        role: isPerson ? "person" : "copilot",
        content: isPerson ? `Question number ${nth} about order ${4_000 + nth}?` : `Reply number ${nth} on the parcel.`,
        ...(isPerson ? {} : { askedId, action: "inquire" as const }),
      });
    }
  });
  return id;
}
const chunksOf = (id: string) => withTenant(test.db, test.a.tenant_id, (tx) => listConversationChunks(tx, id));
const mentions = () => ({ mentions: { documents: [parcels] } });

it("sums up by rules what is older than the last 40 messages, ten at a time and once each, and has it first in what is said", async () => {
  const copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
  const id = await conversationOf(64);
  await desk.ask(id, "summarize the parcels", mentions());
  // The first run began before any summary existed.
  expect(copilot.classified[0]?.said).toHaveLength(64);
  await expect.poll(async () => (await chunksOf(id)).length, { interval: 20 }).toBe(2);
  const chunks = await chunksOf(id);
  expect(chunks.map((each) => [each.ordinal, each.first_place, each.last_place, each.made_by])).toEqual([
    [0, 1, 10, "rules"],
    [1, 11, 20, "rules"],
  ]);
  expect(chunks[0]?.summary.split("\n")).toHaveLength(10);
  expect(chunks[0]?.summary).toMatch(/^Asked: Question number 1 about order 4001\?\nFound: Reply number 2/);
  copilot.classified.length = 0;
  await desk.ask(id, "summarize the parcels again", mentions());
  const said = copilot.classified[0]?.said ?? [];
  expect(said.map(({ role }) => role).slice(0, 3)).toEqual(["note", "note", "person"]);
  expect(said).toHaveLength(2 + 46);
  expect(said[0]?.content).toBe(chunks[0]?.summary);
  expect(said[2]?.content).toContain("Question number 21 ");
  expect(await chunksOf(id)).toEqual(chunks);
});

it("sums nothing up of 49 messages", async () => {
  const copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
  const id = await conversationOf(47);
  await desk.ask(id, "summarize the parcels", mentions());
  copilot.classified.length = 0;
  await desk.say(id, "summarize the parcels", mentions());
  await desk.settled(id);
  expect(copilot.classified[0]?.said.every(({ role }) => role !== "note")).toBe(true);
});

it("gives a branch of the whole the summaries along, and goes on with them", async () => {
  const copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
  const id = await conversationOf(64);
  await desk.ask(id, "summarize the parcels", mentions());
  await expect.poll(async () => (await chunksOf(id)).length, { interval: 20 }).toBe(2);
  const branch = (await desk.fork(id, { kind: "whole" })).body;
  expect(branch.context?.summaries).toHaveLength(2);
  expect(branch.context?.said).toHaveLength(46);
  for (const text of ["summarize one", "summarize two"]) await desk.ask(branch.id, text, mentions());
  await expect.poll(async () => (await chunksOf(branch.id)).length, { interval: 20 }).toBe(1);
  copilot.classified.length = 0;
  await desk.ask(branch.id, "summarize three", mentions());
  const said = copilot.classified[0]?.said ?? [];
  expect(said.map(({ role }) => role).slice(0, 4)).toEqual(["note", "note", "note", "person"]);
  expect(said).toHaveLength(3 + 40);
  // A branch from a message within a summarized chunk gets the chunk's messages up to it word for word.
  const early = (await desk.read(id)).messages[11];
  const old = (await desk.fork(id, { kind: "whole", after: early?.id ?? "" })).body;
  expect(old.context?.summaries).toHaveLength(1);
  expect(old.context?.said.map(({ content }) => content)).toEqual([
    "Question number 11 about order 4011?",
    "Reply number 12 on the parcel.",
  ]);
});

it("has a model write the summaries where there is one, which leaves its receipt, and the rules where it fails", async () => {
  const config = { provider: "openai", small: "gpt-4o-mini", large: "gpt-4o", openaiApiKey: "k" } as const;
  const models = createModels({ ...config, openaiBaseUrl: server.url, ollamaBaseUrl: undefined }, { paceMs: 0 });
  const copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = (work) => {
    const { sumUp } = createCopilot(models.forCopilot(work));
    return { ...copilot.workers(), ...(sumUp ? { sumUp } : {}) };
  };
  server.on("other", [
    { type: "text", text: "They asked for ten orders." },
    { type: "text", text: "And for more of them." },
  ]);
  const id = await conversationOf(64);
  await desk.ask(id, "summarize the parcels", mentions());
  await expect.poll(async () => (await chunksOf(id)).length, { interval: 20 }).toBe(2);
  expect((await chunksOf(id)).map((each) => [each.summary, each.made_by])).toEqual([
    ["They asked for ten orders.", "model"],
    ["And for more of them.", "model"],
  ]);
  const asked = server.requestsOf("other");
  expect(asked).toHaveLength(2);
  expect(asked[0]?.user).toContain("Question number 1 about order 4001?");
  expect(asked[0]?.user).not.toContain("Question number 11 ");
  const usageRecords = () =>
    withTenant(
      test.db,
      test.a.tenant_id,
      async (tx) => (await tx.query("select 1 from model_calls where task = 'copilot' and outcome = 'ok'")).rows.length,
    );
  await expect.poll(usageRecords, { interval: 20 }).toBe(2);
  server.on("other", { type: "status", status: 500 });
  const other = await conversationOf(50);
  await desk.ask(other, "summarize the parcels", mentions());
  await expect.poll(async () => (await chunksOf(other))[0]?.made_by, { interval: 50, timeout: 20_000 }).toBe("rules");
}, 60_000);

it("takes those three summaries along that are most like the message", async () => {
  const copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
  const id = await conversationOf(64);
  const topics = ["roses", "tulips", "ships", "trains", "planes"];
  await withTenant(test.db, test.a.tenant_id, async (tx) => {
    for (const [ordinal, topic] of topics.entries())
      await insertConversationChunk(tx, id, {
        ordinal,
        first_place: ordinal * 10 + 1,
        last_place: ordinal * 10 + 10,
        summary: `Asked: about ${topic}`,
        made_by: "rules",
      });
  });
  const { embeddings } = test.ctx.copilot;
  test.ctx.copilot.embeddings = {
    ...embeddings,
    model: "topics",
    embed: async (texts) =>
      texts.map((text) => Float32Array.from(topics, (topic) => (text.includes(topic) ? 1 / topics.length : 0))),
  };
  onTestFinished(() => {
    test.ctx.copilot.embeddings = embeddings;
  });
  await desk.ask(id, "summarize roses, tulips and planes", mentions());
  const notes = copilot.classified[0]?.said.filter(({ role }) => role === "note").map(({ content }) => content);
  expect(notes).toEqual(["Asked: about roses", "Asked: about tulips", "Asked: about planes"]);
});
