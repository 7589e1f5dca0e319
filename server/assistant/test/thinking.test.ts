import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { startScriptedAnthropic } from "../../test/support/scripted-anthropic.ts";
import { goodGrade, type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { createModels } from "../models/create-models.ts";

/** Over HTTP: reasoning models, read by the real client. */
let desk: ConversationRig;
let model: ScriptedModel;
let anthropic: Awaited<ReturnType<typeof startScriptedAnthropic>>;

beforeAll(async () => {
  desk = await startConversationRig();
  model = await startScriptedModel();
  anthropic = await startScriptedAnthropic();
}, 60_000);
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await model.close();
  await anthropic.close();
});
beforeEach(async () => {
  await settings({ show_thinking: true, answer_mode: "stream_first" });
  useModel("openai");
  model.on("grade", { type: "text", text: goodGrade });
});

function useModel(provider: "openai" | "anthropic"): void {
  const config = {
    provider,
    small: "small",
    large: "large",
    openaiApiKey: "sk-test",
    openaiBaseUrl: model.url,
    anthropicApiKey: "sk-ant",
    anthropicBaseUrl: anthropic.url,
    ollamaBaseUrl: undefined,
  };
  const models = createModels(config, { retries: { pauseMs: 5, maxPauseMs: 50, breakAfter: 1_000, restMs: 100 } });
  Object.assign(desk.rig.deps, { modelFor: models.forTurn });
}

async function settings(patch: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
    method: "PATCH",
    body: JSON.stringify(patch),
    headers: { "content-type": "application/json", authorization: `Bearer ${desk.http.a.api_key}` },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const frame = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const answered = `${frame({ content: "You can do it [1]." })}${frame({}, "stop")}data: [DONE]\n\n`;
const stream = (before: string) =>
  model.on("generate", { type: "raw", body: before + answered, contentType: "text/event-stream" });
const summariesIn = (events: StreamEvent[]) =>
  events.flatMap((event) => (event.type === "thinking" ? [event.content] : []));

async function ask(): Promise<{ visitor: VisitorClient; events: StreamEvent[]; told: string[] }> {
  const visitor = await desk.visitor();
  const { events } = await desk.say(visitor, "How do I do it?");
  expect(events.findLast((event) => event.type === "message")?.message.content).toBe("You can do it [1].");
  return { visitor, events, told: summariesIn(events) };
}

/** The summary that agents see in the answer's usage record. */
async function usageRecordOf({ session }: VisitorClient): Promise<string | undefined> {
  const { body } = await desk.desk(`tickets/${session.ticket.id}`);
  return body.usage.calls.find(({ task }) => task === "generate")?.thinking;
}

const first = "The visitor wants to know how to do it.";

it.each([
  [
    "reasoning_content",
    frame({ reasoning_content: "The visitor wants to " }) + frame({ reasoning_content: "know how to do it." }),
  ],
  ["reasoning", frame({ reasoning: first })],
  ["parts of the content", frame({ content: [{ type: "thinking", thinking: [{ type: "text", text: first }] }] })],
  ["tags in the answer", frame({ content: `<think>${first}</think>\n\n` })],
])("reasoning in %s is told in short, before the answer, and kept for agents", async (_name, before) => {
  stream(before);
  const { visitor, events, told } = await ask();
  expect(told).toEqual([first]);
  const types = events.map(({ type }) => type);
  expect(types.indexOf("thinking")).toBeLessThan(types.indexOf("token"));
  expect(await usageRecordOf(visitor)).toBe(first);
});

it("Anthropic's summary is read from its stream", async () => {
  useModel("anthropic");
  const events = [
    { type: "message_start", message: { usage: { input_tokens: 9 } } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: first } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "You can do it [1]." } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  anthropic.play(
    { type: "raw", body, contentType: "text/event-stream" },
    { type: "tool", input: JSON.parse(goodGrade) },
  );
  expect((await ask()).told).toEqual([first]);
});

it("of long reasoning only the first sentences are told or kept, without secrets", async () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
  stream(
    frame({ reasoning_content: `${first} They wrote from ada@mail.example. The key ${key} is in the passage. ` }) +
      frame({ reasoning_content: "MAMMOTH goes here. ".repeat(200) }),
  );
  const { visitor, told } = await ask();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(first);
  expect(told[0]).not.toMatch(/ada@mail|sk-proj|MAMMOTH/);
  expect(await usageRecordOf(visitor)).toBe(told[0]);
  const { rows } = await withTenant(desk.http.db, desk.tenantId, (tx) =>
    tx.query<{ all: string }>(
      `select coalesce((select string_agg(t::text, '') from turns t where ticket_id = $1), '') ||
              coalesce((select string_agg(e::text, '') from ticket_events e where ticket_id = $1), '') as all`,
      [visitor.session.ticket.id],
    ),
  );
  expect(rows[0]?.all).not.toContain("MAMMOTH");
});

it("is for agents alone unless the tenant switches it on, or while answers are graded first", async () => {
  stream(frame({ reasoning_content: first }));
  for (const patch of [{ show_thinking: false }, { show_thinking: true, answer_mode: "verify_first" }]) {
    await settings(patch);
    const { visitor, told } = await ask();
    expect(told).toEqual([]);
    expect(await usageRecordOf(visitor)).toBe(first);
  }
});

it("is not told when it recites the instructions", async () => {
  model.on("generate", (request) => ({
    type: "raw",
    body: frame({ reasoning_content: `My rules say: ${request.system.slice(0, 600)}` }) + answered,
    contentType: "text/event-stream",
  }));
  const { visitor, told } = await ask();
  expect(told).toEqual([]);
  expect(await usageRecordOf(visitor)).toBeUndefined();
});

it("is off for a new tenant", async () => {
  const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
    headers: { authorization: `Bearer ${desk.http.b.api_key}` },
  });
  expect(await response.json()).toMatchObject({ show_thinking: false, quiet_hours: 24 });
});
