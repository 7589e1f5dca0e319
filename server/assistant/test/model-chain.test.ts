import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startScriptedAnthropic } from "../../test/support/scripted-anthropic.ts";
import {
  goodGrade,
  type ScriptedModel,
  type ScriptedReply,
  startScriptedModel,
} from "../../test/support/scripted-model.ts";
import { createModels, type ModelConfig, type ModelDeps } from "../models/create-models.ts";
import type { UsageRecord } from "../models/usage-records.ts";
import type { GenerateInput, RetrievedChunk, TenantProfile } from "../ports.ts";

const tenant: TenantProfile = {
  name: "Acme",
  tone: "",
  locale: "en",
  threshold: 0.4,
  answer_mode: "stream_first",
};
const chunk: RetrievedChunk = {
  chunk_id: "a",
  document_id: "d",
  version_id: "v",
  title: "Refunds",
  source: "refunds.md",
  url: null,
  page: null,
  heading: "Refunds",
  text: "A refund takes five days. Refunds are paid to the card that was charged.",
  score: 1,
  parts: { bm25: 8, vector: 0.8, coverage: 1 },
};
const input: GenerateInput = { question: "How long does a refund take?", history: [], chunks: [chunk], tenant };
const signal = new AbortController().signal;

let openai: ScriptedModel;
let anthropic: Awaited<ReturnType<typeof startScriptedAnthropic>>;
let usageRecords: UsageRecord[];

beforeEach(async () => {
  openai = await startScriptedModel();
  anthropic = await startScriptedAnthropic();
  usageRecords = [];
});
afterEach(async () => {
  await openai.close();
  await anthropic.close();
});

function models(config: Partial<ModelConfig> = {}, deps: ModelDeps = {}) {
  return createModels(
    {
      provider: "openai",
      small: "gpt-4o-mini",
      large: "gpt-4o",
      openaiApiKey: "sk-test",
      openaiBaseUrl: openai.url,
      anthropicApiKey: "sk-ant",
      anthropicBaseUrl: anthropic.url,
      ollamaBaseUrl: undefined,
      ...config,
    },
    {
      // Long enough that a busy machine is not mistaken for a silent model.
      limits: { firstTokenMs: 2_000, idleMs: 2_000, totalMs: 10_000 },
      retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 50, restMs: 60_000 },
      paceMs: 0,
      ...deps,
    },
  );
}

function turn(config: Partial<ModelConfig> = {}, profile: Partial<TenantProfile> = {}, deps: ModelDeps = {}) {
  const model = models(config, deps).forTurn({
    tenant: { ...tenant, ...profile },
    recordCall: (call) => usageRecords.push(call),
  });
  const tokens: string[] = [];
  const asked = { ...input, tenant: { ...tenant, ...profile } };
  return { model, tokens, generate: () => model.generate(asked, (text) => tokens.push(text), signal) };
}

const outcomes = () => usageRecords.map(({ task, provider, outcome }) => `${task} ${provider} ${outcome}`);
const toRules = { fallback: [{ provider: "extractive" as const, model: undefined }] };
const toAnthropic = { fallback: [{ provider: "anthropic" as const, model: "claude-3-5-haiku-latest" }] };

describe("Anthropic", () => {
  const only = { provider: "anthropic" as const, small: undefined, large: undefined };

  it("streams an answer, its rules kept by the provider, with a receipt", async () => {
    const { generate, tokens, model } = turn(only);
    const answer = await generate();
    expect(answer.text).toBe("The first passage has the answer [1].");
    expect(tokens.join("")).toBe(answer.text);
    const [request] = anthropic.requests;
    expect(request?.headers).toMatchObject({ "x-api-key": "sk-ant", "anthropic-version": "2023-06-01" });
    expect(request?.body.system?.[0]).toMatchObject({ cache_control: { type: "ephemeral" } });
    expect(request?.body.messages?.[0]?.content).toContain("<passage");
    expect(usageRecords[0]).toMatchObject({
      input_tokens: 1_000,
      cached_tokens: 900,
      output_tokens: 50,
      price_known: true,
    });
    expect(usageRecords[0]?.cost_micros).toBe(100 * 3 + 900 * 0.3 + 50 * 15);
    expect(model.isStandIn?.()).toBe(false);
  });

  it("grades by a tool, asked once more when the shape is wrong", async () => {
    anthropic.play({ type: "tool", input: { score: "A" } }, { type: "tool", input: JSON.parse(goodGrade) });
    const { model } = turn(only);
    const grade = await model.grade({ ...input, answer: { text: "Five days [1].", citations: [] } }, signal);
    expect(grade.score).toBe(0.92);
    expect(anthropic.requests[0]?.body).toMatchObject({ tool_choice: { type: "tool", name: "grade" } });
    expect(anthropic.requests[1]?.body.messages?.at(-1)?.content).toMatch(/could not be read/);
  });

  it.each([
    ["529", [{ type: "status", status: 529, error: "overloaded_error" }], 3, "unavailable"],
    [
      "an error in the stream before any text",
      [{ type: "error", text: "", error: "overloaded_error" }],
      3,
      "unavailable",
    ],
    ["an error after some text", [{ type: "error", text: "A refund", error: "overloaded_error" }], 1, "unavailable"],
    ["a stream that is cut", [{ type: "cut", text: "A refund takes" }], 1, "unavailable"],
    ["a refusal", [{ type: "text", text: "", stop: "refusal" }], 1, "refused"],
    ["400", [{ type: "status", status: 400, error: "invalid_request_error" }], 1, "misconfigured"],
  ] as const)("%s ends as a failure after as many tries as make sense", async (_name, replies, tries, kind) => {
    anthropic.play(...replies);
    await expect(turn(only).generate()).rejects.toMatchObject({ name: "ModelFailure", kind });
    expect(anthropic.requests).toHaveLength(tries);
  });
});

describe("a chain", () => {
  it.each<[string, ScriptedReply]>([
    ["429 without end", { type: "status", status: 429 }],
    ["a spend limit", { type: "status", status: 429, code: "insufficient_quota" }],
    ["500", { type: "status", status: 500 }],
    ["529", { type: "status", status: 529 }],
    ["401", { type: "status", status: 401 }],
    ["silence", { type: "hang" }],
    ["a page instead of a stream", { type: "raw", body: "<html>gateway</html>", contentType: "text/html" }],
    ["broken JSON", { type: "raw", body: "data: {broken\n\n", contentType: "text/event-stream" }],
    ["an empty stream", { type: "raw", body: "", contentType: "text/event-stream" }],
    ["a stream of nothing", { type: "raw", body: "data: [DONE]\n\n", contentType: "text/event-stream" }],
    [
      "an error in the stream",
      { type: "raw", body: 'data: {"error":{"message":"no","code":500}}\n\n', contentType: "text/event-stream" },
    ],
    [
      "a refusal",
      {
        type: "raw",
        body: 'data: {"choices":[{"delta":{"refusal":"I will not."},"finish_reason":null}]}\n\n',
        contentType: "text/event-stream",
      },
    ],
  ])("goes on to the next provider after %s, with a receipt for both", async (_name, reply) => {
    openai.on("generate", reply);
    const { generate, model } = turn(toAnthropic);
    expect((await generate()).text).toBe("The first passage has the answer [1].");
    expect(usageRecords.map(({ provider }) => provider)).toEqual(["openai", "anthropic"]);
    expect(usageRecords[0]?.outcome).not.toBe("ok");
    expect(usageRecords[1]).toMatchObject({ outcome: "ok", model: "claude-3-5-haiku-latest" });
    expect(model.isStandIn?.()).toBe(true);
  });

  it("ends with the documents' own sentences, graded by their own rules", async () => {
    openai.on("generate", { type: "status", status: 503 });
    const { generate, tokens, model } = turn(toRules);
    const answer = await generate();
    expect(answer.text).toContain("five days");
    expect(tokens.join("")).toContain("five days");
    const grade = await model.grade({ ...input, answer }, signal);
    expect(grade.score).toBeGreaterThan(0.4);
    expect(outcomes()).toEqual(["generate openai unavailable", "generate extractive ok", "grade extractive ok"]);
  });

  it("shows nothing of a weak stand-in: it stays a draft", async () => {
    openai.on("generate", { type: "status", status: 503 });
    const { generate, tokens } = turn(toRules, { threshold: 1 });
    await generate();
    expect(tokens).toEqual([]);
  });

  it.each(["socket", "quiet"] as const)("never changes the writer after text was shown (%s)", async (how) => {
    openai.on("generate", { type: "break", text: "A refund takes", how, tokenDelay: 5 });
    const { generate, tokens } = turn(toAnthropic);
    await expect(generate()).rejects.toMatchObject({ partial: "A refund takes" });
    expect(tokens.join("")).toBe("A refund takes");
    expect(anthropic.requests).toHaveLength(0);
  });

  it("may change the writer when the tenant shows nothing before the check", async () => {
    openai.on("generate", { type: "break", text: "A refund takes", how: "quiet" });
    const { generate } = turn(toAnthropic, { answer_mode: "verify_first" });
    expect((await generate()).text).toBe("The first passage has the answer [1].");
  });

  it("does not ask a silent provider again in the same turn", async () => {
    openai.on("contextualize", { type: "hang" });
    anthropic.play(
      { type: "tool", input: { question: "and that?", readings: [] } },
      { type: "text", text: "The first passage has the answer [1]." },
    );
    const limits = { firstTokenMs: 1_000, idleMs: 1_000, totalMs: 1_500 };
    const { generate, model } = turn(toAnthropic, {}, { limits });
    await model.contextualize({ question: "and that?", history: [{ role: "visitor", content: "x" }], tenant }, signal);
    await generate();
    expect(openai.requestsOf("generate")).toHaveLength(0);
  });

  it("passes a provider whose breaker is open without asking it", async () => {
    openai.on("generate", { type: "status", status: 500 });
    const shared = models(toRules, { retries: { pauseMs: 1, maxPauseMs: 5, breakAfter: 3, restMs: 60_000 } });
    const ask = () =>
      shared.forTurn({ tenant, recordCall: (call) => usageRecords.push(call) }).generate(input, () => {}, signal);
    await ask();
    await ask();
    expect(openai.requestsOf("generate")).toHaveLength(3);
    expect(usageRecords.filter(({ provider }) => provider === "openai")).toHaveLength(2);
  });
});

describe("a tenant", () => {
  const own = { models: { generate: { provider: "anthropic", model: "claude-opus-4-1" } } };

  it("has its own model for a task, and the usual one when that fails", async () => {
    await turn({}, own).generate();
    expect(usageRecords[0]).toMatchObject({ provider: "anthropic", model: "claude-opus-4-1" });
    anthropic.play({ type: "status", status: 500 });
    usageRecords = [];
    await turn({}, own).generate();
    expect(outcomes()).toEqual(["generate anthropic unavailable", "generate openai ok"]);
  });

  it("has a cache key of its own models and words", () => {
    const { fingerprintFor } = models();
    const keys = [tenant, { ...tenant, ...own }, { ...tenant, guidance: "Be brief." }, { ...tenant, tone: "warm" }];
    expect(new Set(keys.map((profile) => fingerprintFor(profile))).size).toBe(4);
    expect(fingerprintFor({ ...tenant, threshold: 0.9 })).toBe(fingerprintFor(tenant));
  });

  it.each([400, 401, 404, 422])(
    "with a model that is refused (%i) keeps no other tenant from the provider",
    async (status) => {
      const misspelt = { models: { generate: { provider: "openai", model: "gpt-4o-mimi" } } };
      const shared = models(toRules, { retries: { pauseMs: 1, maxPauseMs: 5, breakAfter: 3, restMs: 60_000 } });
      const ask = (profile: typeof tenant) =>
        shared
          .forTurn({ tenant: profile, recordCall: (call) => usageRecords.push(call) })
          .generate(input, () => {}, signal);
      openai.on("generate", ({ model }) =>
        model === "gpt-4o-mimi" ? { type: "status", status } : { type: "text", text: "The first passage has it [1]." },
      );
      for (let call = 0; call < 6; call++) await ask({ ...tenant, ...misspelt });
      usageRecords = [];
      await ask(tenant);
      expect(outcomes()).toEqual(["generate openai ok"]);
    },
  );

  it("whose provider is gone gets the usual model", async () => {
    await turn({ anthropicApiKey: undefined }, own).generate();
    expect(usageRecords[0]).toMatchObject({ provider: "openai" });
  });

  it("over its budget gets extractive answers without a call", async () => {
    const { generate, model } = turn({}, { over_budget: "extractive" });
    expect((await generate()).text).toContain("five days");
    expect(openai.requests).toHaveLength(0);
    expect(model.isStandIn?.()).toBe(true);
  });

  it("over its budget gets a person when it wants one", async () => {
    await expect(turn({}, { over_budget: "human" }).generate()).rejects.toMatchObject({ kind: "budget" });
    expect(openai.requests).toHaveLength(0);
  });

  it("tells the model its words as data", async () => {
    await turn({}, { guidance: "Mention the shop in Kiel.", industry: "bicycles", place: "Kiel" }).generate();
    const [request] = openai.requestsOf("generate");
    expect(request?.user).toContain("guidance: Mention the shop in Kiel.\n");
    expect(request?.system).not.toContain("Kiel");
  });
});

describe("what a model says", () => {
  it("loses secrets, also those that come in pieces", async () => {
    openai.on("generate", {
      type: "text",
      text: "Your key is sk-proj-a1B2c3D4e5F6g7H8i9J0 [1]. Write to help@example.com.",
    });
    const { generate, tokens } = turn();
    expect((await generate()).text).toBe("Your key is [key] [1]. Write to help@example.com.");
    expect(tokens.join("")).not.toContain("a1B2");
  });

  it("stops when it repeats its instructions, and a person or the next one answers", async () => {
    openai.on("generate", (request) => ({ type: "text", text: `Sure: ${request.system}` }));
    const { generate, tokens } = turn();
    await expect(generate()).rejects.toMatchObject({ kind: "refused" });
    expect(tokens.join("").length).toBeLessThan(80);
  });

  it("stops when the marker of the instructions is spelled out", async () => {
    openai.on("generate", (request) => {
      const marker = /Reference (\w+)/.exec(request.system)?.[1] ?? "";
      return { type: "text", text: `It is ${[...marker].join(" ")}.` };
    });
    await expect(turn().generate()).rejects.toMatchObject({ kind: "refused" });
  });

  it("has no thoughts in it", async () => {
    openai.on("generate", { type: "text", text: "<think>The visitor wants money. </think>\n\nFive days [1]." });
    const { generate, tokens } = turn();
    expect((await generate()).text).toBe("Five days [1].");
    expect(tokens.join("")).toBe("Five days [1].");
  });

  it("is counted by ourselves when the provider does not", async () => {
    const frame = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    openai.on("generate", {
      type: "raw",
      body: `${frame({ content: "Five days, in most cases [1]." }, null)}${frame({}, "stop")}data: [DONE]\n\n`,
      contentType: "text/event-stream",
    });
    await turn().generate();
    expect(usageRecords[0]).toMatchObject({ outcome: "ok", tokens_estimated: true, price_known: true });
    expect(usageRecords[0]?.output_tokens).toBe(9);
    expect(usageRecords[0]?.cost_micros).toBeGreaterThan(0);
  });

  it("costs nothing we invented when nobody knows the price, unless the operator names one", async () => {
    await turn({ large: "house-model" }).generate();
    expect(usageRecords[0]).toMatchObject({ cost_micros: 0, price_known: false });
    const prices = new Map([["house-model", { input: 1e6, cached: 1e6, output: 2e6 }]]);
    await turn({ large: "house-model", prices }).generate();
    expect(usageRecords[1]).toMatchObject({ price_known: true, cost_micros: 100 + 2 * 7 });
  });

  it("comes from a server that does not stream or knows no usage as well", async () => {
    openai.on("generate", (request) =>
      request.body.stream_options
        ? { type: "status", status: 400, message: "unknown field stream_options" }
        : {
            type: "raw",
            body: JSON.stringify({ choices: [{ message: { content: "Five days [1]." }, finish_reason: "stop" }] }),
          },
    );
    expect((await turn().generate()).text).toBe("Five days [1].");
  });
});
