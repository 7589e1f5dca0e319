import { createServer, type Server } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { startScriptedAnthropic } from "../../test/support/scripted-anthropic.ts";
import { goodGrade, type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { selfSigned } from "../../test/support/self-signed.ts";
import { createModels, type ModelConfig, type ModelDeps } from "../models/create-models.ts";
import type { UsageRecord } from "../models/usage-records.ts";
import type { GenerateInput, HistoryMessage, RetrievedChunk, TenantProfile } from "../ports.ts";

const tenant: TenantProfile = { name: "Acme", tone: "", locale: "en", threshold: 0.4, answer_mode: "stream_first" };
const sentence = "A refund takes five days and is paid to the card that was charged. ";
const chunkOf = (index: number, text = `Section ${index}. ${sentence}`): RetrievedChunk => ({
  ...{ chunk_id: `c${index}`, document_id: "d", version_id: "v", title: "Refunds", source: "refunds.md" },
  ...{ url: null, page: null, heading: "Refunds", text, score: 1 / index, parts: {} },
});
const input: GenerateInput = { question: "How long does a refund take?", history: [], chunks: [chunkOf(1)], tenant };
const history: HistoryMessage[] = Array.from({ length: 10 }, (_one, index) => ({
  role: index % 2 === 0 ? ("visitor" as const) : ("assistant" as const),
  content: `Message ${index}. ${sentence.repeat(20)}`,
}));
const signal = new AbortController().signal;

let server: ScriptedModel;
let usageRecords: UsageRecord[];
let warnings: string[];
beforeEach(async () => {
  server = await startScriptedModel();
  usageRecords = [];
  warnings = [];
  return () => server.close();
});

function modelOf(config: Partial<ModelConfig> = {}, deps: ModelDeps = {}) {
  const all: ModelConfig = {
    ...{ provider: "openai", small: "small", large: "large", openaiApiKey: "k", openaiBaseUrl: server.url },
    ...{ ollamaBaseUrl: server.url },
    ...config,
  };
  const quick = {
    limits: { firstTokenMs: 3_000, idleMs: 3_000, totalMs: 6_000 },
    retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 50, restMs: 60_000 },
    warn: (_call: object, advice: string) => void warnings.push(advice),
  };
  return createModels(all, { ...quick, ...deps }).forTurn({ tenant, recordCall: (call) => usageRecords.push(call) });
}

const tokensOf = (messages: { content: string }[]) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

describe("a server without response_format", () => {
  it("that ignores it reads the schema in the prompt", async () => {
    server.on("grade", ({ system }) => ({
      type: "text",
      text: /JSON/.test(system) && /"unsupported"/.test(system) ? goodGrade : "I'd give it an A",
    }));
    const grade = await modelOf().grade({ ...input, answer: { text: "Five days [1].", citations: [] } }, signal);
    expect(grade.score).toBe(0.92);
    expect(server.requestsOf("grade")).toHaveLength(1);
  });

  it("that refuses a schema gets json_object, one that refuses this too gets neither, and both is remembered", async () => {
    const refuse = (word: string) => ({ type: "status", status: 400, message: `${word} not available` }) as const;
    server.on("grade", ({ body }) => {
      const format = (body.response_format as { type?: string } | undefined)?.type;
      if (format) return refuse(`response_format ${format}`);
      return { type: "text", text: goodGrade };
    });
    const model = modelOf();
    const graded = { ...input, answer: { text: "Five days [1].", citations: [] } };
    await model.grade(graded, signal);
    await model.grade(graded, signal);
    expect(server.requestsOf("grade").map(({ body }) => (body.response_format as { type?: string })?.type)).toEqual([
      "json_schema",
      "json_object",
      undefined,
      undefined,
    ]);
  });
});

it("a model without a system role gets the instructions in the user's turn, from then on in every task", async () => {
  server.on("generate", { type: "status", status: 400, message: "System role not supported" });
  server.on("other", ({ messages }) =>
    /You check an answer/.test(messages[0]?.content ?? "")
      ? { type: "text", text: goodGrade }
      : { type: "text", text: "Five days [1]." },
  );
  const model = modelOf({ small: "gemma", large: "gemma" });
  expect((await model.generate(input, () => {}, signal)).text).toBe("Five days [1].");
  await model.grade({ ...input, answer: { text: "Five days [1].", citations: [] } }, signal);
  expect(server.requests.map(({ messages }) => messages.map(({ role }) => role).join())).toEqual([
    "system,user",
    "user",
    "user",
  ]);
  expect(server.requests[1]?.user).toMatch(/^You answer visitors[\s\S]*<question>/);
});

describe("a prompt that is too long", () => {
  const long = {
    ...input,
    history,
    chunks: Array.from({ length: 40 }, (_one, index) => chunkOf(index + 1, sentence.repeat(30))),
  };

  it.each([4_096, 8_192, 128_000])("fits into a context of %i tokens, or is shortened and answered", async (window) => {
    const all = long.chunks.length;
    await modelOf({ contextTokens: new Map([["large", window]]) }).generate(long, () => {}, signal);
    const [request] = server.requestsOf("generate");
    const sent = tokensOf(request?.messages ?? []);
    expect(sent).toBeLessThan(window - Number(request?.body.max_tokens));
    expect(sent).toBeGreaterThan(window < 30_000 ? window * 0.4 : 20_000);
    const sections = request?.user.match(/<passage /g)?.length ?? 0;
    // The conversation is left out first; the best sections stay.
    if (window < 30_000) expect(request?.user).not.toContain("Message 0.");
    expect(sections === all).toBe(window > 30_000);
    expect(request?.user).toContain('<passage number="1"');
    expect(request?.user).toContain(input.question);
  });

  it("for a server that says so is shortened, asked once more, and its context is remembered", async () => {
    server.on("generate", ({ messages }) =>
      tokensOf(messages) > 5_000
        ? {
            type: "status",
            status: 400,
            message: "the request exceeds the available context size",
            code: "n_ctx: 8192",
          }
        : { type: "text", text: "Five days [1]." },
    );
    const model = modelOf();
    expect((await model.generate({ ...long, chunks: long.chunks.slice(0, 12) }, () => {}, signal)).text).toBe(
      "Five days [1].",
    );
    expect(server.requestsOf("generate")).toHaveLength(2);
    expect(usageRecords.map(({ outcome }) => outcome)).toEqual(["too_long", "ok"]);
    expect(warnings).toEqual([expect.stringMatching(/raise the context size of the server/)]);
  });

  it("of the visitor's alone is a failure that says what to do, not tried three times", async () => {
    server.on("generate", { type: "status", status: 400, code: "context_length_exceeded" });
    await expect(modelOf().generate({ ...input, chunks: [] }, () => {}, signal)).rejects.toMatchObject({
      kind: "too_long",
    });
    expect(server.requestsOf("generate")).toHaveLength(1);
  });

  it("that the server cuts without a word is noticed by its count, and the next one is shortened", async () => {
    const usage = { prompt_tokens: 4_096, completion_tokens: 9 };
    server.on("generate", { type: "text", text: "The documents say nothing about this.", usage });
    const model = modelOf();
    await model.generate(long, () => {}, signal);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The server read 4096 of about \d+ tokens of the prompt\. large read only part of the prompt: raise/,
      ),
    ]);
    expect(usageRecords.map(({ outcome }) => outcome)).toEqual(["cut_prompt"]);
    await model.generate(long, () => {}, signal);
    expect(tokensOf(server.requestsOf("generate")[1]?.messages ?? [])).toBeLessThan(4_096);
    expect(warnings).toHaveLength(1);
  });

  it("is never sent to Ollama, whose context is small unless its size is set", async () => {
    await modelOf({ provider: "ollama" }).generate(long, () => {}, signal);
    await modelOf({ provider: "ollama", contextTokens: new Map([["large", 32_768]]) }).generate(long, () => {}, signal);
    const [small = 0, large = 0] = server.requestsOf("generate").map(({ messages }) => tokensOf(messages));
    expect(small).toBeLessThan(4_096);
    expect(large).toBeGreaterThan(15_000);
  });
});

describe("a failed call", () => {
  it.each([
    [{ status: 404, message: "model 'qwen9' not found" }, "misconfigured", /pull the model with "ollama pull large"/],
    [{ status: 401 }, "misconfigured", /rejects the key/],
    [{ status: 400, message: "Budget has been exceeded! Current cost: 10.2, max: 10.0" }, "spend_limit", /top up/],
    [{ status: 402 }, "spend_limit", /top up/],
    [{ status: 400, code: "content_filter", message: "prompt was filtered" }, "refused", /content filter/],
    [{ status: 503 }, "unavailable", /check its status/],
    [{ status: 400, message: "unknown field foo" }, "misconfigured", /compatible/],
  ])("%j is told apart, with one sentence for the admin", async (reply, kind, advice) => {
    server.on("generate", { type: "status", ...reply });
    await expect(modelOf({ provider: "ollama" }).generate(input, () => {}, signal)).rejects.toMatchObject({ kind });
    expect(usageRecords.map(({ outcome }) => outcome)).toEqual([kind]);
    expect(warnings).toEqual([expect.stringMatching(advice)]);
  });

  it("whose prompt was filtered goes to another provider, never to another model of the same", async () => {
    server.on("generate", ({ model }) =>
      model === "spare"
        ? { type: "text", text: "Five days [1]." }
        : { type: "status", status: 400, code: "content_filter" },
    );
    const fallback = [{ provider: "openai" as const, model: "other" }];
    await expect(modelOf({ fallback }).generate(input, () => {}, signal)).rejects.toMatchObject({ kind: "refused" });
    expect(server.requestsOf("generate")).toHaveLength(1);
    const elsewhere = [...fallback, { provider: "ollama" as const, model: "spare" }];
    expect((await modelOf({ fallback: elsewhere }).generate(input, () => {}, signal)).text).toBe("Five days [1].");
  });

  it("for wrong settings never opens the breaker", async () => {
    const retries = { pauseMs: 1, maxPauseMs: 5, breakAfter: 2, restMs: 60_000 };
    const model = modelOf({}, { retries });
    for (const code of ["model_not_found", "context_length_exceeded", "insufficient_quota", "content_filter"]) {
      server.on("generate", { type: "status", status: 400, code });
      await expect(model.generate(input, () => {}, signal)).rejects.toThrow();
    }
    server.on("generate", { type: "text", text: "Five days [1]." });
    expect((await model.generate(input, () => {}, signal)).text).toBe("Five days [1].");
  });
});

it("Anthropic writes and grades at temperature 0, and without it where the model refuses it", async () => {
  const anthropic = await startScriptedAnthropic();
  try {
    const config = { provider: "anthropic" as const, anthropicApiKey: "k", anthropicBaseUrl: anthropic.url };
    await modelOf(config).generate(input, () => {}, signal);
    expect(anthropic.requests[0]?.body.temperature).toBe(0);
    anthropic.play(
      { type: "status", status: 400, error: "temperature is deprecated" },
      { type: "text", text: "Five days [1]." },
    );
    expect((await modelOf(config).generate(input, () => {}, signal)).text).toBe("Five days [1].");
    expect(anthropic.requests.at(-1)?.body).not.toHaveProperty("temperature");
  } finally {
    await anthropic.close();
  }
});

describe("a proxy", () => {
  let proxy: Server;
  let secure: SecureServer;
  let targets: string[];
  const sockets = new Set<Duplex>();
  const portOf = (each: { address(): unknown }) => (each.address() as AddressInfo).port;

  beforeEach(async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    targets = [];
    secure = createSecureServer(selfSigned, (request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content: "Five days [1]." }, finish_reason: "stop" }] }));
    });
    proxy = createServer();
    proxy.on("connect", (request, socket) => {
      sockets.add(socket);
      targets.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
      const tunnel = connect(portOf(secure), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        tunnel.pipe(socket).pipe(tunnel);
      });
      tunnel.on("error", () => socket.destroy());
      socket.on("error", () => tunnel.destroy());
    });
    await Promise.all([proxy, secure].map((each) => new Promise<void>((done) => each.listen(0, "127.0.0.1", done))));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    secure.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    await Promise.all([proxy, secure].map((each) => new Promise((done) => each.close(done))));
  });

  it("stands between Parley and providers with https, except for the hosts that are excluded", async () => {
    const url = `http://user:pa%20ss@127.0.0.1:${portOf(proxy)}`;
    const openaiBaseUrl = "https://models.example.test/v1";
    const answer = await modelOf({ openaiBaseUrl, proxy: { url, except: ["localhost"] } }).generate(
      input,
      () => {},
      signal,
    );
    expect(answer.text).toBe("Five days [1].");
    expect(targets).toEqual([`models.example.test:443 Basic ${Buffer.from("user:pa ss").toString("base64")}`]);
    const direct = `https://localhost:${portOf(secure)}/v1`;
    await modelOf({ openaiBaseUrl: direct, proxy: { url, except: ["localhost"] } }).generate(input, () => {}, signal);
    expect(targets).toHaveLength(1);
  });
});
