import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { projectRoot } from "../../core/project-root.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

/** Conversations from real use, without a language model, on a new installation with its own vectors and database. */
const samples = join(projectRoot, "../shared/data");
const library = join(samples, "cases/conversations/library.md");
const glossary = join(samples, "helpcentre/sendgrid/glossary");
const origin = "https://kestrel.example";
let folder: string;
let server: RunningServer;
let tenantId: string;

beforeAll(async () => {
  if (!existsSync(library)) return;
  folder = await makeDataFolder();
  server = await startServer({ ...readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" }), port: 0 });
  const tenant = await createTenant(server.ctx.http.tenants, operator, { name: "Kestrel", origins: [origin] });
  tenantId = tenant.tenant_id;
  const pages = readdirSync(glossary)
    .filter((name) => name.startsWith("d"))
    .map((name) => ({ name, content: readFileSync(join(glossary, name), "utf8") }));
  for (const { name, content } of [{ name: "library.md", content: readFileSync(library, "utf8") }, ...pages]) {
    const response = await fetch(`${server.url}/api/v1/admin/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({ source: name, content }),
    });
    expect(response.ok, name).toBe(true);
  }
  await waitFor(async () => (await countOf("documents where status <> 'ready'")) === 0, {
    what: "vectors",
    timeoutMs: 120_000,
  });
}, 180_000);
afterAll(async () => {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

function countOf(of: string): Promise<number> {
  return withTenant(server.ctx.db, tenantId, async (tx) => {
    const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from ${of}`);
    return rows[0]?.n ?? 0;
  });
}

interface Said {
  answer: string;
  related: string;
  escalation: string | null;
  options: string[];
}

const visitor = () => VisitorClient.init(`${server.url}/api/v1`, tenantId, origin);

async function say(client: VisitorClient, content: string): Promise<Said> {
  const events: StreamEvent[] = [];
  for await (const { event } of client.ask(content, newId())) events.push(event);
  const answers = events.flatMap((event) =>
    event.type === "message" && event.message.role !== "visitor" ? [event.message] : [],
  );
  const escalation = events.find((event) => event.type === "escalation");
  const clarification = events.find((event) => event.type === "clarification");
  return {
    answer: answers.map((message) => message.content).join("\n"),
    related: answers
      .flatMap((message) => message.related ?? [])
      .map(({ heading, title }) => heading ?? title)
      .join("; "),
    escalation: escalation?.type === "escalation" ? escalation.reason : null,
    options: clarification?.type === "clarification" ? clarification.options.map(({ label }) => label) : [],
  };
}

/** The reply to each message of one conversation. */
async function talk(...turns: string[]): Promise<Said[]> {
  const client = await visitor();
  const said: Said[] = [];
  for (const turn of turns) said.push(await say(client, turn));
  return said;
}

async function last(...turns: string[]): Promise<Said> {
  const said = (await talk(...turns)).at(-1);
  if (!said) throw new Error("nothing was said");
  return said;
}

const thirtyDays = "within 30 days after delivery";
const teamCancel = "Open Settings, Plan, and press Cancel";
const answered = (text: string) => ({ answer: expect.stringContaining(text), escalation: null });
const smallTalk = { answer: expect.not.stringContaining("[1]"), related: "", escalation: null };

describe("without a language model, a visitor", () => {
  beforeEach(({ skip }) => skip(!existsSync(library), `${library} is not there`));

  it.each(["hi", "0", "?", "👍", "https://shop.example/p/8812?utm=mail", "are you a bot?", "wer hat dich gebaut?"])(
    "who says only %s gets a short reply and no ticket",
    async (message) => expect(await last(message)).toMatchObject(smallTalk),
  );

  it("is thanked and let go after an answer", async () => {
    const said = await talk("How long may I return an order?", "thx, that helps 🙏", "bye");
    expect(said).toMatchObject([answered(thirtyDays), smallTalk, smallTalk]);
  });

  it("gets both answers to two questions", async () => {
    const { answer } = await last("How long may I return an order and who pays for the parcel from Austria?");
    expect(answer).toContain(thirtyDays);
    expect(answer).toContain("We pay for the return parcel");
  });

  it.each([
    ["and how do I cancel it?", "What does the Team plan cost?", teamCancel],
    ["sorry, I meant Team", "How do I cancel the Free plan?", teamCancel],
    ["no, the Team plan", "How do I cancel the Free plan?", teamCancel],
    ["2", "How do I cancel?", teamCancel],
    ["the Team one", "How do I cancel?", teamCancel],
    ["And from Austria?", "Who pays for the return parcel from Germany?", "Germany and Austria"],
    ["DKIM?", "what is DMARC", "DomainKeys"],
  ])("who says %s after %s is understood", async (message, before, text) => {
    expect(await last(before, message)).toMatchObject(answered(text));
  });

  it.each(["no, that is wrong", "no", "👎", "that didn't help", "this is not what I asked", "nein"])(
    "who rejects an answer with %s does not get it again",
    async (message) => {
      const { answer, related } = await last("How long may I return an order?", message);
      expect(answer).not.toContain(thirtyDays);
      expect(related).not.toContain("How long may I return");
      expect(answer).not.toBe("");
    },
  );

  it("who rejects an answer is offered the next sections and the team", async () => {
    const said = await last("How long may I return an order?", "👎");
    expect(said).toMatchObject({
      escalation: "low_grade",
      related: expect.stringContaining("Who pays for the return parcel?"),
    });
  });

  it.each([
    ["retrun perod of ordr", thirtyDays],
    ["How do I cancle the taem plan", teamCancel],
    ["how can i change teh timezone", "choose the time zone"],
    ["e204", "filter B is blocked"],
    ["E 204", "filter B is blocked"],
    ["E–204 (with a dash)", "filter B is blocked"],
    ["fehler e-204?", "filter B is blocked"],
    ['error code: "E-204".', "filter B is blocked"],
    [
      `${"2026-11-26 INFO filter ok, pump 3 runs at 40 percent\n".repeat(140)}and after this log my question: what is E-204?`,
      "filter B is blocked",
    ],
  ])("finds the answer with %.60s", async (message, text) => expect(await last(message)).toMatchObject(answered(text)));

  it.each([
    "human please",
    "I want to speak to someone real",
    "Ich möchte mit einem Mitarbeiter sprechen",
    "puis-je parler à un conseiller",
    "quiero hablar con una persona",
    "vorrei parlare con un operatore",
    "quero falar com um atendente",
    "ik wil een medewerker spreken",
    "poproszę konsultanta",
    "хочу поговорить с оператором",
    "人工客服",
    "担当者と話したい",
    "상담원 연결",
    "أريد التحدث إلى موظف",
    "agent!!!",
  ])("who says %s is handed over", async (message) =>
    expect(await last(message)).toMatchObject({ escalation: "asked_for_person" }),
  );

  it.each(["How do I add an agent to my Team plan?", "Is the human resources module included?"])(
    "who asks %s has not asked for a human",
    async (message) => expect((await last(message)).escalation).not.toBe("asked_for_person"),
  );

  it("gets no answer to what the documents do not say", async () => {
    expect(await last("How do I set up Slack?")).toMatchObject({ escalation: "low_grade", related: "" });
  });
});
