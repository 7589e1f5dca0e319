import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodGrade, type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { createModels, type ModelConfig, type ModelDeps } from "../models/create-models.ts";
import type { UsageRecord } from "../models/usage-records.ts";
import type { GenerateInput, HistoryMessage, TenantProfile } from "../ports.ts";

const tenant: TenantProfile = { name: "Acme", tone: "", locale: "en", threshold: 0.4, answer_mode: "stream_first" };
const input: GenerateInput = { question: "How long does a refund take?", history: [], chunks: [], tenant };
const graded = { ...input, answer: { text: "Five days [1].", citations: [] } };
const history: HistoryMessage[] = [{ role: "visitor", content: "How do refunds work?" }];

let server: ScriptedModel;
let usageRecords: UsageRecord[];
let controller: AbortController;

beforeEach(async () => {
  server = await startScriptedModel();
  usageRecords = [];
  controller = new AbortController();
});
afterEach(() => server.close());

function modelOf(config: Partial<ModelConfig> = {}, deps: ModelDeps = {}) {
  const all: ModelConfig = {
    provider: "azure",
    small: "house-small",
    large: "gpt-4o",
    openaiApiKey: undefined,
    openaiBaseUrl: undefined,
    azure: { endpoint: new URL(server.url).origin, apiKey: "azure-key", apiVersion: "2024-10-21" },
    ollamaBaseUrl: undefined,
    ...config,
  };
  const quick = {
    limits: { firstTokenMs: 1_000, idleMs: 1_000, totalMs: 2_000 },
    retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 50, restMs: 60_000 },
  };
  return createModels(all, { ...quick, ...deps }).forTurn({ tenant, recordCall: (call) => usageRecords.push(call) });
}

describe("Azure OpenAI", () => {
  it("streams, grades, rewrites and sums up by deployments, with its own key and nobody else's", async () => {
    const model = modelOf({ openaiApiKey: "of somebody else" });
    const tokens: string[] = [];
    expect((await model.generate(input, (text) => tokens.push(text), controller.signal)).text).toBe(tokens.join(""));
    expect((await model.grade(graded, controller.signal)).score).toBe(0.92);
    await model.contextualize({ question: "and now?", history, tenant }, controller.signal);
    await model.summarize({ question: "and now?", history, tenant }, controller.signal);
    const version = "api-version=2024-10-21";
    expect(server.requests.map(({ url }) => url)).toEqual([
      `/openai/deployments/gpt-4o/chat/completions?${version}`,
      ...Array.from({ length: 3 }, () => `/openai/deployments/house-small/chat/completions?${version}`),
    ]);
    for (const { headers } of server.requests) {
      expect(headers["api-key"]).toBe("azure-key");
      expect(headers.authorization).toBeUndefined();
    }
    expect(server.requestsOf("generate")[0]?.body).toMatchObject({ stream: true, temperature: 0 });
    expect(server.requestsOf("grade")[0]?.body).toMatchObject({
      max_tokens: 1_000,
      temperature: 0,
      response_format: { type: "json_schema", json_schema: { name: "grade", strict: true } },
    });
    expect(usageRecords.map(({ task, provider, model: name, outcome }) => [task, provider, name, outcome])).toEqual([
      ["generate", "azure", "gpt-4o", "ok"],
      ["grade", "azure", "house-small", "ok"],
      ["contextualize", "azure", "house-small", "ok"],
      ["summarize", "azure", "house-small", "ok"],
    ]);
    expect(usageRecords.map(({ input_tokens, tokens_estimated }) => [input_tokens, tokens_estimated])).toEqual(
      Array.from({ length: 4 }, () => [100, false]),
    );
  });

  it("names the limit as a reasoning model behind a deployment wants it, and asks only once", async () => {
    const message = (name: string) => `Unsupported parameter: '${name}' is not supported with this model.`;
    for (const task of ["grade", "generate"] as const)
      server.on(task, ({ body }) => {
        if (body.max_tokens)
          return {
            type: "status",
            status: 400,
            message: `${message("max_tokens")} Use 'max_completion_tokens' instead.`,
          };
        if (body.temperature !== undefined) return { type: "status", status: 400, message: message("temperature") };
        return { type: "text", text: task === "grade" ? goodGrade : "Five days." };
      });
    const model = modelOf();
    await model.grade(graded, controller.signal);
    await model.grade(graded, controller.signal);
    expect((await model.generate(input, () => {}, controller.signal)).text).toBe("Five days.");
    expect(server.requestsOf("grade")).toHaveLength(3);
    // Its reasoning needs part of the limit, too.
    expect(server.requestsOf("grade")[2]?.body).toMatchObject({
      max_completion_tokens: 3_000,
      reasoning_effort: "low",
    });
    expect(server.requestsOf("generate")).toHaveLength(2);
  });

  it("is one of a chain", async () => {
    server.on("generate", ({ headers }) =>
      headers.authorization ? { type: "status", status: 503 } : { type: "text", text: "Five days." },
    );
    const model = modelOf({
      provider: "openai",
      openaiApiKey: "k",
      openaiBaseUrl: server.url,
      fallback: [{ provider: "azure", model: "spare" }],
    });
    expect((await model.generate(input, () => {}, controller.signal)).text).toBe("Five days.");
    expect(usageRecords.map(({ provider, model: name }) => [provider, name])).toEqual([
      ["openai", "gpt-4o"],
      ["azure", "spare"],
    ]);
  });

  it("is no provider of an installation that has no access to it", () => {
    const config = { provider: "extractive" as const, small: undefined, large: undefined, openaiApiKey: undefined };
    const { providers } = createModels({ ...config, openaiBaseUrl: undefined, ollamaBaseUrl: undefined });
    expect(providers).toEqual(["extractive"]);
  });
});

describe.each(["azure", "openai"] as const)("a whole answer of %s", (provider) => {
  const ask = (deps: ModelDeps = {}) =>
    modelOf({ provider, openaiApiKey: "k", openaiBaseUrl: server.url }, deps).grade(graded, controller.signal);

  it.each([
    ["429", { type: "status", status: 429 }, "rate_limited", 3],
    ["a spend limit", { type: "status", status: 429, code: "insufficient_quota" }, "spend_limit", 1],
    ["500", { type: "status", status: 500 }, "unavailable", 3],
    ["529", { type: "status", status: 529 }, "unavailable", 3],
    ["401", { type: "status", status: 401 }, "misconfigured", 1],
    ["404", { type: "status", status: 404, code: "DeploymentNotFound" }, "misconfigured", 1],
    ["a content filter", { type: "status", status: 400, code: "content_filter" }, "refused", 1],
    ["too long a prompt", { type: "status", status: 400, code: "context_length_exceeded" }, "too_long", 1],
    ["a page", { type: "raw", body: "<html>gateway</html>", contentType: "text/html" }, "malformed", 1],
    ["broken JSON", { type: "raw", body: '{"choices":[' }, "malformed", 1],
    ["no choices", { type: "raw", body: '{"choices":[]}' }, "malformed", 1],
    ["nothing", { type: "raw", body: "" }, "malformed", 1],
    ["a refusal", { type: "raw", body: '{"choices":[{"message":{"refusal":"I will not."}}]}' }, "refused", 1],
    ["a filtered end", { type: "text", text: "x", finish: "content_filter" }, "refused", 1],
    ["no text", { type: "text", text: "" }, "malformed", 3],
    ["silence", { type: "hang" }, "timeout", 1],
  ] as const)(
    "ends after %s as a failure of its kind, after as many tries as make sense",
    async (_name, reply, kind, tries) => {
      server.on("grade", reply);
      const limits = { firstTokenMs: 300, idleMs: 300, totalMs: reply.type === "hang" ? 300 : 2_000 };
      await expect(ask({ limits })).rejects.toMatchObject({ name: "ModelFailure", kind });
      expect(server.requestsOf("grade")).toHaveLength(tries);
      expect(usageRecords).toEqual([expect.objectContaining({ outcome: kind })]);
    },
  );

  it("ends when the turn is stopped, and the provider is hung up on", async () => {
    server.on("grade", { type: "hang" });
    const asked = ask();
    await waitFor(() => server.requestsOf("grade").length === 1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ kind: "cancelled" });
    await waitFor(() => server.requestsOf("grade")[0]?.aborted);
  });

  it("is counted by ourselves when the provider does not, and mended with the error when it is broken", async () => {
    const whole = (content: string) => ({
      type: "raw" as const,
      body: JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }),
    });
    server.on("grade", [whole('{"score": 0.9, "reason":'), whole(goodGrade)]);
    expect((await ask()).score).toBe(0.92);
    expect(server.requestsOf("grade")[1]?.user).toMatch(/could not be read/);
    expect(usageRecords.map(({ outcome, tokens_estimated }) => [outcome, tokens_estimated])).toEqual([
      ["ok", true],
      ["ok", true],
    ]);
  });
});
