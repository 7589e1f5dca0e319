import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readySentences } from "../../core/text/ready/index.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import {
  goodGrade,
  type ScriptedModel,
  type ScriptedReply,
  startScriptedModel,
} from "../../test/support/scripted-model.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { createModels, type ModelConfig } from "../models/create-models.ts";
import { listModelCalls } from "../store/model-calls.ts";

/** Longest duration of a turn in this test: the limits below plus a reserve for a busy machine. */
const boundMs = 10_000;

let db: Database;
let rig: TurnRig;
let server: ScriptedModel;
let tenant: string;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a: tenant } = await seedTwoTenants(db));
  rig = createTurnRig(db);
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await db.close();
});
beforeEach(async () => {
  server = await startScriptedModel();
  return () => server.close();
});

function answerWith(fallback: ModelConfig["fallback"] = []): void {
  const models = createModels(
    {
      provider: "openai",
      small: "gpt-4o-mini",
      large: "gpt-4o",
      fallback,
      openaiApiKey: "k",
      openaiBaseUrl: server.url,
      ollamaBaseUrl: undefined,
    },
    {
      limits: { firstTokenMs: 2_000, idleMs: 2_000, totalMs: 3_000 },
      retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 100, restMs: 60_000 },
      paceMs: 0,
    },
  );
  rig.deps.modelFor = (turn) => models.forTurn(turn);
}

async function asked(content = "How can I do it?") {
  const ticket = await rig.openTicket(tenant);
  const started = performance.now();
  const events = await rig.ask(tenant, ticket, content);
  expect(performance.now() - started).toBeLessThan(boundMs);
  const { newest: calls } = await withTenant(db, tenant, (tx) => listModelCalls(tx, ticket));
  return { events, calls, messages: (await rig.history(tenant, ticket)).messages };
}

const troubles: [string, ScriptedReply][] = [
  ["is refused", { type: "status", status: 401 }],
  ["is limited", { type: "status", status: 429, headers: { "retry-after": "60" } }],
  ["fails", { type: "status", status: 503 }],
  ["is overloaded", { type: "status", status: 529 }],
  ["stalls", { type: "hang" }],
  ["answers nonsense", { type: "raw", body: "data: {broken\n\n", contentType: "text/event-stream" }],
  ["says nothing", { type: "raw", body: "data: [DONE]\n\n", contentType: "text/event-stream" }],
];

describe.each(troubles)("a turn whose model %s", (_name, reply) => {
  it("ends with a person, and a receipt of the try", async () => {
    answerWith();
    server.on("generate", reply);
    const { events, calls } = await asked();
    expect(events.find((event) => event.type === "escalation")).toMatchObject({ reason: "model_failure" });
    expect(events.at(-1)?.type).toBe("end");
    expect(calls.filter((call) => call.task === "generate").map((call) => call.outcome)).not.toContain("ok");
    expect(calls).not.toHaveLength(0);
  });

  it("ends by the stand-in when there is one, with a receipt of both", async () => {
    answerWith([{ provider: "extractive", model: undefined }]);
    server.on("generate", reply);
    const { events, calls } = await asked();
    expect(events.at(-1)?.type).toBe("end");
    expect(events.find((event) => event.type === "escalation")).not.toMatchObject({ reason: "model_failure" });
    expect(calls.filter((call) => call.task === "generate").map((call) => call.provider)).toEqual([
      "openai",
      "extractive",
    ]);
  });
});

it("a turn whose model's server is not there ends with a person", async () => {
  answerWith();
  await server.close();
  const { events } = await asked();
  expect(events.find((event) => event.type === "escalation")).toMatchObject({ reason: "model_failure" });
  expect(events.at(-1)?.type).toBe("end");
});

describe("a turn", () => {
  it.each<[string, ScriptedReply]>([
    ["breaks off", { type: "break", text: "You can do it by", how: "socket", tokenDelay: 5 }],
    ["drips and never ends", { type: "endless", text: "and so on", tokenDelay: 5 }],
    ["goes silent", { type: "hang", text: "You can do it by" }],
  ])("whose model %s keeps what was shown, marked, and asks a person", async (_name, reply) => {
    answerWith([{ provider: "extractive", model: undefined }]);
    server.on("generate", reply);
    const { events, messages } = await asked();
    const shown = events.flatMap((event) => (event.type === "token" ? [event.content] : [])).join("");
    expect(shown).not.toBe("");
    expect(messages.find(({ content }) => content === shown)?.grade).toMatchObject({ score: 0, tier: "low" });
    expect(events.find((event) => event.type === "escalation")).toMatchObject({ reason: "model_failure" });
  });

  it("whose answer cannot be graded ends with a person", async () => {
    answerWith();
    server.on("grade", { type: "text", text: "I'd give it an A" });
    const { events, calls } = await asked();
    expect(events.find((event) => event.type === "escalation")).toMatchObject({ reason: "model_failure" });
    expect(calls.map((call) => call.task)).toEqual(["generate", "grade", "grade"]);
  });

  it("whose answer is cut twice says so, has a low grade and a person, and is not in the cache", async () => {
    answerWith();
    server.on("generate", { type: "text", text: "You can do it by going to the", finish: "length" });
    const { events, messages, calls } = await asked("How can I do it in full?");
    const shown = events.flatMap((event) => (event.type === "token" ? [event.content] : [])).join("");
    expect(shown).toContain(readySentences.en.cut);
    expect(messages.find(({ content }) => content === shown)).toMatchObject({
      grade: { score: 0, tier: "low", reason: expect.stringMatching(/cut off/) },
      unverified: true,
    });
    expect(events.find((event) => event.type === "escalation")).toMatchObject({ reason: "low_grade" });
    expect(calls.map(({ task, outcome }) => [task, outcome])).toEqual([
      ["generate", "cut"],
      ["generate", "cut"],
    ]);
    server.on("generate", { type: "text", text: "You can do it by going to the settings [1]." });
    expect((await asked("How can I do it in full?")).messages.at(-1)).toMatchObject({
      content: "You can do it by going to the settings [1].",
      cached: false,
    });
  });

  it("whose answer was cut once is whole for everybody", async () => {
    answerWith();
    server.on("generate", [
      { type: "text", text: "You can do it by going", finish: "length" },
      { type: "text", text: "You can do it by going to the settings [1]." },
    ]);
    const { messages, events } = await asked("How can I do it at last?");
    expect(messages.at(-1)).toMatchObject({ content: "You can do it by going to the settings [1].", cached: false });
    expect(events.some((event) => event.type === "escalation")).toBe(false);
  });

  it.each([
    ["reasons between tags", "<think>SECRET reasons</think>You can do it [1].", "You can do it [1]."],
    ["reasons in a channel", "<|channel|>analysis<|message|>SECRET<|end|>You can do it [1].", "You can do it [1]."],
    ["writes what cannot be stored", "You can\u0000 do it \ud800[1].", "You can do it \ufffd[1]."],
  ])("whose model %s is answered, and shows and stores only the answer", async (_name, text, answer) => {
    answerWith();
    server.on("generate", { type: "text", text, pieces: text.split("") });
    server.on("grade", {
      type: "text",
      text: `SECRET</think>${goodGrade.replace("Every", "Every\\u0000\\ud800")}`,
    });
    const { messages, events } = await asked();
    expect(messages.at(-1)).toMatchObject({ role: "assistant", content: answer });
    expect(JSON.stringify([messages, events])).not.toMatch(/SECRET/);
    expect(events.some((event) => event.type === "error")).toBe(false);
  });

  it("shows no secret that the model makes up, and stores none", async () => {
    answerWith();
    server.on("generate", {
      type: "text",
      text: "Use sk-live-a1B2c3D4e5F6g7H8i9J0 or card 4111 1111 1111 1111 [1].",
      tokenDelay: 30,
    });
    const { events, messages } = await asked();
    expect(JSON.stringify([events, messages])).not.toMatch(/a1B2c3|1111 1111/);
    expect(messages.some(({ content }) => content.includes("[key]"))).toBe(true);
  });
});
