import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { StreamEvent } from "../../../protocol/events.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { projectRoot } from "../../core/project-root.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { startScriptedAnthropic } from "../../test/support/scripted-anthropic.ts";
import {
  goodGrade,
  type ScriptedModel,
  type ScriptedReply,
  startScriptedModel,
} from "../../test/support/scripted-model.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

const logged = vi.hoisted(() => [] as string[]);
vi.mock("../../core/log.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("../../core/log.ts")>();
  // A busy machine blocks the event loop; this is unrelated to the replies.
  const write = (line: string) => void (line.includes("Event loop blocked") || logged.push(line));
  return { ...original, createLogger: () => original.createLogger("warn", { write }) };
});

const data = join(projectRoot, "../shared/data");
const replies = join(data, "provider-replies");
const cases = join(data, "cases/models");
const isThere = existsSync(replies) && existsSync(cases);
if (!isThere) console.warn(`Skipped: the recorded replies of providers are not in ${data}.`);

const filesIn = (folder: string, ending: string) =>
  isThere ? readdirSync(folder).filter((name) => name.endsWith(ending)) : [];
const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
const isAnthropic = (name: string) => /^(?:anthropic|duplicate-message-start)/.test(name);
const stream = "text/event-stream";

let folder: string;
let openai: ScriptedModel;
let anthropic: Awaited<ReturnType<typeof startScriptedAnthropic>>;
let server: RunningServer;
/** By the provider that writes the answers; the first provider's scripted model does all other tasks. */
let tenants: Record<"openai" | "anthropic", CreatedTenant>;
const origin = "https://shop.example";

beforeAll(async () => {
  if (!isThere) return;
  folder = await makeDataFolder();
  openai = await startScriptedModel();
  anthropic = await startScriptedAnthropic();
  const config = readConfig({
    ...{ DATA_DIR: folder, MODEL_PROVIDER: "openai", MODEL_SMALL: "small", MODEL_LARGE: "large" },
    ...{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: openai.url, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: anthropic.url },
    ...{ RATE_LIMIT_MESSAGES_PER_MINUTE: "0", RATE_LIMIT_CALLS_PER_MINUTE: "0", RATE_LIMIT_INIT_PER_MINUTE: "0" },
  });
  server = await startServer({ ...config, port: 0 });
  const make = async (name: string) => {
    const tenant = await createTenant(server.ctx.http.tenants, operator, { name, origins: [origin] });
    const text = "# Returns\n\nYou can return a parcel within thirty days.";
    await call(tenant, "documents", "POST", { source: "returns.md", title: "Returns", content: text });
    const isFound = async () =>
      z.object({ results: z.array(z.unknown()) }).parse(await call(tenant, "search?q=return+a+parcel")).results.length >
      0;
    await waitFor(isFound, { what: "the document to be found", timeoutMs: 60_000 });
    return tenant;
  };
  tenants = { openai: await make("Shop"), anthropic: await make("Other shop") };
  const models = { generate: { provider: "anthropic", model: "claude" } };
  await call(tenants.anthropic, "settings", "PATCH", { models });
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await openai?.close();
  await anthropic?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  if (!isThere) return;
  logged.length = 0;
  openai.requests.length = 0;
  openai.on("grade", { type: "text", text: goodGrade });
});

async function call(tenant: CreatedTenant, path: string, method = "GET", body?: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    ...{ method, body: body ? JSON.stringify(body) : null },
    headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response.json();
}

let asked = 0;
async function ask(tenant: CreatedTenant) {
  asked += 1;
  const client = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  const events: StreamEvent[] = [];
  // Questions with different numbers never share an answer, so the cache is not used.
  for await (const { event } of client.ask(`How can I return parcel ${asked + 1_000}?`)) events.push(event);
  const bridges = events.flatMap((event) => (event.type === "escalation" ? [event.content] : []));
  const answers = events.flatMap((event) =>
    event.type === "message" && event.message.role === "assistant" ? [event.message.content] : [],
  );
  return {
    events,
    answer: answers.find((content) => !bridges.includes(content)),
    shown: events.flatMap((event) => (event.type === "token" ? [event.content] : [])).join(""),
    reason: events.flatMap((event) => (event.type === "escalation" ? [event.reason] : []))[0],
    ends: events.filter(({ type }) => type === "end").length,
    usageRecord: async () => {
      const found = z
        .object({
          usage: z.object({ calls: z.array(z.object({ outcome: z.string(), advice: z.string().optional() })) }),
        })
        .parse(await call(tenant, `tickets/${client.session.ticket.id}`));
      return found.usage.calls;
    },
  };
}

const textSchema = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .catch(null);
const partSchema = z.object({ content: textSchema, refusal: z.string().nullish() });
const recordedSchema = z.object({
  // Chat completions, streamed or not.
  choices: z
    .array(
      z.object({ delta: partSchema.nullish(), message: partSchema.nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
  // Messages, streamed or not.
  delta: z
    .object({ type: z.string().optional(), text: z.string().optional(), stop_reason: z.string().nullish() })
    .optional(),
  content: textSchema,
  stop_reason: z.string().nullish(),
});

/** The text of a recording according to its file, read without the product's code. */
function textOf(lines: string[]): { text: string; isRefused: boolean; isCut: boolean } {
  let text = "";
  let isRefused = false;
  let isCut = false;
  for (const line of lines) {
    const { choices, delta, content, stop_reason } = recordedSchema.parse(JSON.parse(line));
    const part = choices?.[0]?.delta ?? choices?.[0]?.message ?? { content };
    const said = part.content;
    text +=
      typeof said === "string"
        ? said
        : (said ?? []).map((each) => (each.type === "text" ? (each.text ?? "") : "")).join("");
    if (delta?.type === "text_delta") text += delta.text ?? "";
    isCut ||= /length|max_tokens/.test(choices?.[0]?.finish_reason ?? delta?.stop_reason ?? stop_reason ?? "");
    isRefused ||= delta?.stop_reason === "refusal" || stop_reason === "refusal";
  }
  return { text: text.replace(/^\s*<thinking>[\s\S]*?<\/thinking>/, "").trim(), isRefused, isCut };
}

/** Uses the recording as the tenant's answer, and compares the result with the recording's file. */
async function replay(name: string, body: string, recorded: { contentType: string; lines: string[] }) {
  const provider = isAnthropic(name) ? "anthropic" : "openai";
  const reply = { type: "raw" as const, body, contentType: recorded.contentType };
  // The fallback of the tenant's own model must not answer.
  if (provider === "anthropic") openai.on("generate", { type: "status", status: 401 });
  if (provider === "anthropic") anthropic.play(reply);
  else openai.on("generate", reply);
  const { text, isRefused, isCut } = textOf(recorded.lines);
  const { answer, shown, reason, ends } = await ask(tenants[provider]);
  expect(ends).toBe(1);
  if (text === "" || isRefused) {
    expect(answer).toBeUndefined();
    expect(reason).toBe("model_failure");
    return;
  }
  const ending = isCut ? ` …\n\n*${readySentences.en.cut}*` : "";
  expect(answer).toBe(text + ending);
  expect(shown.trim()).toBe(text + ending);
}

describe.skipIf(!isThere)(
  "a recorded reply reaches the visitor whole, without its reasoning, and the turn ends",
  () => {
    it.each(filesIn(replies, ".chunks.txt"))("streamed: %s", async (name) => {
      const lines = read(replies, name).trim().split("\n");
      const frames = lines.map((line) => {
        const { type } = z.object({ type: z.string().optional() }).parse(JSON.parse(line));
        return `${isAnthropic(name) ? `event: ${type}\n` : ""}data: ${line}\n\n`;
      });
      const body = `${frames.join("")}${isAnthropic(name) ? "" : "data: [DONE]\n\n"}`;
      await replay(name, body, { contentType: stream, lines });
    });

    it.each(filesIn(replies, ".json").filter((name) => !name.includes("error")))("whole: %s", async (name) => {
      const body = read(replies, name);
      await replay(name, body, { contentType: "application/json", lines: [body] });
    });

    it.each(filesIn(cases, ".sse").filter((name) => name.includes("thoughts")))("in pieces: %s", async (name) => {
      openai.on("generate", { type: "raw", body: read(cases, name), contentType: stream });
      const { answer, shown } = await ask(tenants.openai);
      expect([answer, shown]).toEqual(["Within 30 days [1].", "Within 30 days [1]."]);
    });
  },
);

const refusalSchema = z.object({ id: z.string(), status: z.number(), body: z.unknown(), should: z.string() });
const refusals = filesIn(cases, ".jsonl").flatMap((name) =>
  read(cases, name)
    .trim()
    .split("\n")
    .map((line) => refusalSchema.parse(JSON.parse(line))),
);
const good: ScriptedReply = { type: "text", text: "You can return it within thirty days [1]." };
const lengthOf = (messages: { content: string }[]) => messages.reduce((sum, { content }) => sum + content.length, 0);

/** The outcome of each rejection: an answer after the request was changed, or a hand-over with advice for the admin. */
const outcomes: Record<string, { isAnswered: boolean; advice?: RegExp }> = {
  "e02-a": { isAnswered: true },
  "e02-c": { isAnswered: true },
  "e02-e": { isAnswered: false, advice: /raise the context size/ },
  "e02-g": { isAnswered: false, advice: /does not know the model large/ },
  "e02-i": { isAnswered: true },
  "e02-k": { isAnswered: false, advice: /top up the account/ },
  "e02-m": { isAnswered: false, advice: /content filter/ },
};

describe.skipIf(!isThere)("a recorded refusal", () => {
  const check = async ({ id, status, body }: z.infer<typeof refusalSchema>) => {
    const refusal: ScriptedReply = { type: "raw", status, body: JSON.stringify(body) };
    const isFaulty = (request: { body: Record<string, unknown>; messages: { role: string; content: string }[] }) =>
      (id === "e02-a" && request.messages.some(({ role }) => role === "system")) ||
      (id === "e02-c" && request.body.max_tokens !== undefined) ||
      (id === "e02-i" && JSON.stringify(request.body.response_format ?? "").includes("json_schema"));
    const { isAnswered, advice } = outcomes[id] ?? { isAnswered: false };
    openai.on("generate", (request) => (!isAnswered || isFaulty(request) ? refusal : good));
    openai.on("grade", (request) => (isFaulty(request) ? refusal : { type: "text", text: goodGrade }));
    // Without a system role, the user's turn contains the instructions.
    openai.on("other", ({ user }) => (/You check an answer/.test(user) ? { type: "text", text: goodGrade } : good));
    const turn = await ask(tenants.openai);
    expect(turn.ends).toBe(1);
    expect(JSON.stringify(turn.events)).not.toMatch(/polic|filter|budget|context size/i);
    if (isAnswered) {
      expect(turn.answer).toBe(good.type === "text" && good.text);
      expect(turn.reason).toBeUndefined();
      expect(logged).toEqual([]);
      return;
    }
    expect(turn.reason).toBe("model_failure");
    expect(openai.requestsOf("generate").length).toBeLessThanOrEqual(id === "e02-e" ? 2 : 1);
    expect((await turn.usageRecord()).map((each) => each.advice).join()).toMatch(advice ?? /./);
    expect(logged.filter((line) => advice?.test(line))).toHaveLength(openai.requestsOf("generate").length);
  };
  // After this one, the scripted model cannot distinguish tasks by their system role.
  const isLast = ({ id }: { id: string }) => id === "e02-a";

  it.each(refusals.filter((each) => !isLast(each)))("$id: $should", check);

  it("for too long a prompt is answered once sections are left out", async () => {
    const { status, body } = refusals.find(({ id }) => id === "e02-e") ?? { status: 400, body: {} };
    const refusal: ScriptedReply = { type: "raw", status, body: JSON.stringify(body) };
    let longest = 0;
    openai.on("generate", ({ messages }) => {
      longest ||= lengthOf(messages);
      return lengthOf(messages) < longest ? good : refusal;
    });
    const content = Array.from(
      { length: 30 },
      (_one, at) => `## Returns ${at}\n\n${`Return a parcel by way ${at}. `.repeat(30)}`,
    );
    await call(tenants.openai, "documents", "POST", {
      source: "more.md",
      title: "More",
      content: content.join("\n\n"),
    });
    const isFound = async () =>
      JSON.stringify(await call(tenants.openai, "search?q=return+a+parcel+by+way")).includes("More");
    await waitFor(isFound, { what: "the longer document", timeoutMs: 60_000 });
    expect((await ask(tenants.openai)).answer).toBe("You can return it within thirty days [1].");
    expect(openai.requestsOf("generate")).toHaveLength(2);
  });

  it("of nobody: a prompt that Ollama has cut leaves a warning", async () => {
    const [name = ""] = filesIn(cases, ".sse").filter((each) => each.includes("cut-prompt"));
    const content = Array.from(
      { length: 8 },
      (_one, at) => `## Way ${at}\n\n${`Return a parcel by way ${at}. `.repeat(60)}`,
    );
    await call(tenants.openai, "settings", "PATCH", { guidance: content.join(" ").slice(0, 3_900) });
    openai.on("generate", {
      type: "raw",
      body: read(cases, name).replace('"prompt_tokens": 4096', '"prompt_tokens": 1024'),
      contentType: stream,
    });
    await ask(tenants.openai);
    expect(logged.filter((line) => /The server read 1024 of about \d+ tokens/.test(line))).toHaveLength(1);
  });

  it.each(refusals.filter(isLast))("$id: $should", check);
});
