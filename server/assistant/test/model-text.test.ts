import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readySentences } from "../../core/text/ready/index.ts";
import { startScriptedAnthropic } from "../../test/support/scripted-anthropic.ts";
import { goodGrade, type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { createModels, type ModelConfig } from "../models/create-models.ts";
import type { UsageRecord } from "../models/usage-records.ts";
import type { GenerateInput, HistoryMessage, RetrievedChunk, TenantProfile } from "../ports.ts";

const tenant: TenantProfile = { name: "Acme", tone: "", locale: "en", threshold: 0.4, answer_mode: "stream_first" };
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
  parts: {},
};
const input: GenerateInput = { question: "How long does a refund take?", history: [], chunks: [chunk], tenant };
const signal = new AbortController().signal;

let openai: ScriptedModel;
let anthropic: Awaited<ReturnType<typeof startScriptedAnthropic>>;
let usageRecords: UsageRecord[];
let tokens: string[];

beforeEach(async () => {
  openai = await startScriptedModel();
  anthropic = await startScriptedAnthropic();
  usageRecords = [];
  tokens = [];
});
afterEach(async () => {
  await openai.close();
  await anthropic.close();
});

function models(config: Partial<ModelConfig> = {}) {
  return createModels(
    {
      provider: "openai",
      small: "small",
      large: "large",
      openaiApiKey: "k",
      openaiBaseUrl: openai.url,
      anthropicApiKey: "k",
      anthropicBaseUrl: anthropic.url,
      ollamaBaseUrl: openai.url,
      ...config,
    },
    {
      limits: { firstTokenMs: 3_000, idleMs: 3_000, totalMs: 6_000 },
      retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 50, restMs: 60_000 },
    },
  );
}

function modelOf(config: Partial<ModelConfig> = {}, all = models(config)) {
  return all.forTurn({ tenant, recordCall: (usageRecord) => usageRecords.push(usageRecord) });
}

function generate(model = modelOf(), given = input) {
  return model.generate(given, (text) => tokens.push(text), signal);
}

const frame = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const stream = (body: string) => openai.on("generate", { type: "raw", body, contentType: "text/event-stream" });
const history: HistoryMessage[] = [{ role: "visitor", content: "How do refunds work?" }];

describe.each(["openai", "ollama", "anthropic"] as const)("text of %s that cannot be stored", (provider) => {
  const broken = "Five\u0000 days \ud800 😀 [1].";
  const say = (text: string, tool?: unknown) => {
    anthropic.play(tool === undefined ? { type: "text", text } : { type: "tool", input: tool });
    for (const task of ["generate", "contextualize", "summarize"] as const)
      openai.on(task, { type: "text", text, pieces: [...text].flatMap((letter) => letter.split("")) });
    openai.on("grade", { type: "text", text: JSON.stringify(tool) });
  };

  it("is cleaned in every task", async () => {
    const model = modelOf({ provider });
    say(broken);
    expect((await generate(model)).text).toBe("Five days \ufffd 😀 [1].");
    expect(tokens.join("")).toBe("Five days \ufffd 😀 [1].");
    expect(await model.summarize({ question: "it?", history, tenant }, signal)).toBe("Five days \ufffd 😀 [1].");
    say(broken, { question: broken, readings: [] });
    expect((await model.contextualize({ question: "it?", history, tenant }, signal)).question).toBe(
      "Five days \ufffd 😀 [1].",
    );
    say("", { score: 0.9, reason: broken, supported: [broken], unsupported: [], missing: ["\ude00"] });
    expect(await model.grade({ ...input, answer: { text: "x", citations: [] } }, signal)).toMatchObject({
      reason: "Five days \ufffd 😀 [1].",
      supported: ["Five days \ufffd 😀 [1]."],
      missing: ["\ufffd"],
    });
  });
});

it("text of an answer that broke off is cleaned as well", async () => {
  openai.on("generate", { type: "break", text: "A\u0000 refund \udc00takes", how: "quiet" });
  await expect(generate()).rejects.toMatchObject({ partial: "A refund \ufffdtakes" });
});

describe("an answer that was cut", () => {
  const whole = "A refund takes five days in most cases, seven at most [1].";

  it("is written once more with more room, and goes on where it was cut", async () => {
    openai.on("generate", [
      { type: "text", text: "A refund takes five days in", finish: "length" },
      { type: "text", text: whole },
    ]);
    const answer = await generate();
    expect(answer).toMatchObject({ text: whole, citations: [{ index: 1 }] });
    expect(answer.isCut).toBeUndefined();
    expect(tokens.join("")).toBe(whole);
    const [first, second] = openai.requestsOf("generate");
    expect(second?.body.max_tokens).toBeGreaterThan(Number(first?.body.max_tokens));
    expect(usageRecords.map(({ outcome }) => outcome)).toEqual(["cut", "ok"]);
  });

  it("that begins in other words the second time is stored whole, and the visitor's view stands still until then", async () => {
    openai.on("generate", [
      { type: "text", text: "A refund takes", finish: "length" },
      { type: "text", text: "In most cases it is five days [1]." },
    ]);
    expect((await generate()).text).toBe("In most cases it is five days [1].");
    expect(tokens.join("")).toBe("A refund takes");
  });

  it.each(["length", "max_tokens"])(
    "twice (%s) says so to the visitor, and nobody asks a third time",
    async (finish) => {
      openai.on("generate", [
        { type: "text", text: "A refund takes five", finish },
        { type: "text", text: "A refund takes five days [1]. Do this:\n\n```sh\nnpm run", finish },
      ]);
      const answer = await generate();
      expect(answer.isCut).toBe(true);
      expect(answer.text).toMatch(/^A refund takes five days \[1\]\. [\s\S]*npm run\n```\n\n/);
      expect(answer.text.endsWith(`*${readySentences.en.cut}*`)).toBe(true);
      expect(tokens.join("")).toBe(answer.text);
      expect(openai.requestsOf("generate")).toHaveLength(2);
    },
  );

  it("stands when the second try fails", async () => {
    openai.on("generate", [
      { type: "text", text: "A refund takes five", finish: "length" },
      { type: "status", status: 400, message: "max_tokens is too large" },
    ]);
    expect(await generate()).toMatchObject({
      isCut: true,
      text: `A refund takes five …\n\n*${readySentences.en.cut}*`,
    });
  });

  it("before it began is no answer at all", async () => {
    openai.on("generate", { type: "text", text: "<think>Let me see", finish: "length" });
    await expect(generate()).rejects.toMatchObject({ kind: "malformed", partial: "" });
    openai.on("generate", { type: "text", text: "", finish: "length" });
    await expect(generate()).rejects.toMatchObject({ kind: "malformed" });
    expect(openai.requestsOf("generate")).toHaveLength(4);
    expect(tokens.join("")).toBe("");
  });

  it("comes from Anthropic and from Ollama's own words too", async () => {
    anthropic.play({ type: "text", text: "A refund", stop: "max_tokens" }, { type: "text", text: "A refund [1]." });
    expect((await generate(modelOf({ provider: "anthropic" }))).text).toBe("A refund [1].");
    const done = (reason: string) =>
      `${frame({ content: "A refund" })}data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }], done_reason: reason })}\n\ndata: [DONE]\n\n`;
    stream(done("length"));
    expect((await generate(modelOf({ provider: "ollama" }))).isCut).toBe(true);
  });
});

describe("a structured answer that was cut", () => {
  it.each(["openai", "anthropic"] as const)("has more room once (%s)", async (provider) => {
    const broken = goodGrade.slice(0, 30);
    openai.on("grade", [
      { type: "text", text: broken, finish: "length" },
      { type: "text", text: goodGrade },
    ]);
    anthropic.play({ type: "text", text: broken, stop: "max_tokens" }, { type: "tool", input: JSON.parse(goodGrade) });
    const model = modelOf({ provider });
    const grade = await model.grade({ ...input, answer: { text: "Five days.", citations: [] } }, signal);
    expect(grade.score).toBe(0.92);
    const [first, second] = provider === "openai" ? openai.requestsOf("grade") : anthropic.requests;
    expect(second?.body.max_tokens).toBe(3 * Number(first?.body.max_tokens));
    expect(usageRecords.map(({ outcome, output_tokens }) => [outcome, output_tokens > 0])).toEqual([
      ["cut", true],
      ["ok", true],
    ]);
  });

  it("twice is no grade, and no question", async () => {
    openai.on("grade", { type: "text", text: '{"score":0.9', finish: "length" });
    const graded = modelOf().grade({ ...input, answer: { text: "Five days.", citations: [] } }, signal);
    await expect(graded).rejects.toMatchObject({ kind: "malformed" });
    expect(openai.requestsOf("grade")).toHaveLength(2);
    openai.on("contextualize", { type: "text", text: `{"question":"How long does a refund for`, finish: "length" });
    const rewritten = modelOf().contextualize({ question: "and now?", history, tenant }, signal);
    await expect(rewritten).rejects.toMatchObject({ kind: "malformed" });
  });
});

describe("reasoning", () => {
  it.each([
    ["in tags", "<Thinking>SECRET plan</Thinking>\n\nFive days [1]."],
    [
      "in a channel",
      "<|channel|>analysis<|message|>SECRET plan<|end|><|start|>assistant<|channel|>final<|message|>Five days [1].<|return|>",
    ],
  ])("%s is neither shown nor part of the answer, however it is split", async (_name, text) => {
    for (const size of [1, 3, 1_000]) {
      tokens = [];
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      openai.on("generate", { type: "text", text, pieces, tokenDelay: size === 3 ? 1 : 0 });
      expect((await generate()).text).toBe("Five days [1].");
      expect(tokens.join("")).toBe("Five days [1].");
    }
  });

  it("in fields of its own is not shown, and the stream lives", async () => {
    stream(
      `${frame({ reasoning_content: "SECRET" })}${frame({ reasoning: "SECRET" })}${frame({ reasoning: { x: 1 } })}${frame({ content: [{ type: "thinking", text: "SECRET" }] })}${frame({ content: "Five days [1]." }, "stop")}data: [DONE]\n\n`,
    );
    expect((await generate()).text).toBe("Five days [1].");
    expect(tokens.join("")).toBe("Five days [1].");
  });

  it("closed by a tag alone is not stored, and not shown of a model whose name tells that it does so", async () => {
    const text = `Okay, so the visitor asks. ${"SECRET plan. ".repeat(20)}</think>\n\nFive days [1].`;
    openai.on("generate", { type: "text", text });
    expect((await generate()).text).toBe("Five days [1].");
    tokens = [];
    expect((await generate(modelOf({ large: "deepseek-r1:8b" }))).text).toBe("Five days [1].");
    expect(tokens.join("")).toBe("Five days [1].");
  });

  it.each([
    "The customer is charged on the first day of the month [1].",
    "The user needs the admin role, and the request is sent to the API [1].",
    "Okay, so the visitor wants a refund: it takes five days [1].",
    "退款通常需要五个工作日，款项会退回到您原来的付款方式。如果七天后仍未收到，请联系我们的团队 [1]。",
    "返品は商品到着後三十日以内に承ります。元の箱に入れてお近くの営業所までお持ちください [1]。",
    "ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวันหลังจากได้รับสินค้าโดยไม่มีค่าใช้จ่ายเพิ่มเติม [1]",
  ])("is not guessed from words, and no script waits: %s", async (text) => {
    openai.on("generate", { type: "text", text, pieces: text.match(/.{1,4}/gsu) ?? [], tokenDelay: 5 });
    expect((await generate()).text).toBe(text);
    expect(tokens.join("")).toBe(text);
    expect(tokens.length).toBeGreaterThan(text.length / 12);
    expect(Math.max(...tokens.map((token) => token.length))).toBeLessThan(30);
  });

  it("of a model that was seen to do so is held for as long as it lasts, in every turn", async () => {
    const all = models();
    const slow = { type: "text", tokenDelay: 25 } as const;
    const thought = "It costs SECRET euros. ".repeat(8);
    openai.on("generate", { ...slow, tokenDelay: 0, text: `${thought}</think>Five days [1].` });
    await generate(modelOf({}, all));
    tokens = [];
    openai.on("generate", { ...slow, text: `${thought}</think>Five days [1].` });
    expect((await generate(modelOf({}, all))).text).toBe("Five days [1].");
    expect(tokens.join("")).toBe("Five days [1].");
  });

  it("that broke off is not shown either", async () => {
    openai.on("generate", { type: "break", text: "<think>The visitor asks about SECRET", how: "quiet" });
    await expect(generate()).rejects.toMatchObject({ partial: "" });
    expect(tokens).toEqual([]);
  });

  it("is no part of a grade, a question or a summary", async () => {
    const model = modelOf();
    for (const thought of ["<think>SECRET</think>", "SECRET</think>", "<|channel|>analysis<|message|>SECRET<|end|>"]) {
      openai.on("grade", { type: "text", text: `${thought}${goodGrade}` });
      openai.on("contextualize", { type: "text", text: `${thought}{"question": "How long is it?", "readings": []}` });
      openai.on("summarize", { type: "text", text: `${thought}Wants money.` });
      expect((await model.grade({ ...input, answer: { text: "x", citations: [] } }, signal)).score).toBe(0.92);
      expect((await model.contextualize({ question: "it?", history, tenant }, signal)).question).toBe(
        "How long is it?",
      );
      expect(await model.summarize({ question: "it?", history, tenant }, signal)).toBe("Wants money.");
    }
  });
});

describe("a provider's stream", () => {
  const end = "data: [DONE]\n\n";
  it.each([
    ["with text after its end", `${frame({ content: "Five days [1]." })}${end}${frame({ content: " SPAM" })}${end}`],
    ["with nonsense after its end", `${frame({ content: "Five days [1]." })}${end}data: {broken\n\n`],
    ["with a byte order mark", `\ufeff${frame({ content: "Five " })}${frame({ content: "days [1]." })}${end}`],
    [
      "with line breaks of another kind, comments and names",
      `: hi\r\n\r\nevent: x\r\n${frame({ content: "Five days [1]." }).replaceAll("\n", "\r\n")}id: 1\r\n${end.replaceAll("\n", "\r\n")}`,
    ],
    ["without a space behind the colon", `${frame({ content: "Five days [1]." })}${end}`.replaceAll("data: ", "data:")],
    ["without an empty line at its end", `${frame({ content: "Five days [1]." })}data: [DONE]`],
    ["without that mark, but finished", frame({ content: "Five days [1]." }, "stop").trimEnd()],
  ])("%s is read", async (_name, body) => {
    stream(body);
    expect((await generate()).text).toBe("Five days [1].");
    expect(tokens.join("")).toBe("Five days [1].");
  });

  it("that is no stream may begin with a byte order mark, as may a grade", async () => {
    const body = (content: string) => `\ufeff${JSON.stringify({ choices: [{ message: { content } }] })}`;
    openai.on("generate", { type: "raw", body: body("Five days [1].") });
    openai.on("grade", { type: "raw", body: body(goodGrade) });
    expect((await generate()).text).toBe("Five days [1].");
    expect((await modelOf().grade({ ...input, answer: { text: "x", citations: [] } }, signal)).score).toBe(0.92);
  });

  it("cut in the middle of an event broke off", async () => {
    stream(`${frame({ content: "Five days" })}data: {"choices":[{"del`);
    await expect(generate()).rejects.toMatchObject({ kind: "unavailable", partial: "Five days" });
  });
});
