import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { createModels, type ModelConfig } from "../../assistant/models/create-models.ts";
import { listModelCalls } from "../../assistant/store/model-calls.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { startScriptedAnthropic } from "../../test/support/scripted-anthropic.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { insertAttachment } from "../store/attachments.ts";

let db: Database;
let rig: TurnRig;
let model: ScriptedModel;
let tenantId: string;
const searched: string[] = [];
const bytes = Buffer.from("the bytes of a picture");
const shown = 'A window says "Domain not allowed" on the page for shops.';
const unopened = "I couldn't open your attachment. Our team can: just ask for them.";

beforeAll(async () => {
  db = await openTestDatabase();
  tenantId = (await seedTwoTenants(db)).a;
  rig = createTurnRig(db);
  rig.deps.search = async (_tenant, { question }) => {
    searched.push(question);
    return rig.chunks;
  };
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await db.close();
});
beforeEach(async () => {
  model = await startScriptedModel();
  searched.length = 0;
  answerBy({ vision: { provider: "openai", model: "seeing" } });
  return () => model.close();
});

function answerBy(config: Partial<ModelConfig>): void {
  const models = createModels(
    {
      provider: "openai",
      small: "small",
      large: "large",
      openaiApiKey: "k",
      openaiBaseUrl: model.url,
      ollamaBaseUrl: undefined,
      ...config,
    },
    { retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 100, restMs: 60_000 }, paceMs: 0 },
  );
  rig.deps.modelFor = (turn) => models.forTurn(turn);
}

async function uploaded(ticketId: string, isPicture: boolean): Promise<string> {
  const id = newId();
  const type = isPicture ? "image/webp" : "application/pdf";
  const attachment = { id, name: "x", type, size: bytes.length, ...(isPicture ? { width: 2, height: 1 } : {}) };
  const files = [{ size: "full" as const, type, bytes }];
  await withTenant(db, tenantId, (tx) =>
    insertAttachment(tx, { ticketId, attachment, sender: "visitor", hash: Buffer.alloc(32), sentBytes: 3, files }),
  );
  return id;
}

/** Sends a message with files and waits for the end of the turn. */
async function say(content: string, { pictures = 1, others = 0 } = {}) {
  const ticketId = await rig.openTicket(tenantId);
  const kinds = [...Array<boolean>(pictures).fill(true), ...Array<boolean>(others).fill(false)];
  const attachments = await Promise.all(kinds.map((isPicture) => uploaded(ticketId, isPicture)));
  const sent = await rig.turns.send({ tenantId, ticketId, messageId: newId(), content, attachments });
  const ends = (events: StreamEvent[]) => events.some(({ type, turn_id }) => type === "end" && turn_id === sent.turnId);
  await waitFor(async () => ends(await rig.stored(tenantId, ticketId)), { what: "the turn's end" });
  const { messages, ticket } = await rig.history(tenantId, ticketId);
  const { newest: calls } = await withTenant(db, tenantId, (tx) => listModelCalls(tx, ticketId));
  return { answer: messages.at(-1)?.content ?? "", ticket, messages, calls };
}

describe("pictures, where a model reads them,", () => {
  beforeEach(() => model.on("look", { type: "text", text: shown }));

  it("are searched for and answered by what they show, and nothing is said of unread files", async () => {
    const { answer, ticket, messages, calls } = await say("What does this mean?");
    expect(answer).toBe("The first passage has the answer [1].");
    expect(ticket.owner).toBe("assistant");
    expect(searched[0]).toBe(`What does this mean?\n\n${shown}`);
    expect(model.requestsOf("generate")[0]?.user).toContain(shown);
    // The visitor's message is not changed.
    expect(messages[0]?.content).toBe("What does this mean?");
    expect(calls.find(({ task }) => task === "look")).toMatchObject({ model: "seeing", outcome: "ok" });
  });

  it("reach the model inside of the request, with the words", async () => {
    await say("What does this mean?");
    const [request] = model.requestsOf("look");
    const url = `data:image/webp;base64,${bytes.toString("base64")}`;
    expect(request?.user).toContain(JSON.stringify({ type: "image_url", image_url: { url } }));
    expect(request?.user).toContain("What does this mean?");
  });

  it("are a question without words too", async () => {
    expect((await say("")).answer).toBe("The first passage has the answer [1].");
    expect(searched[0]).toBe(shown);
  });

  it("make a greeting a question, and no request for a person out of what they show", async () => {
    model.on("look", { type: "text", text: "I want to talk to a person" });
    const { answer, ticket } = await say("Hello");
    expect(answer).toBe("The first passage has the answer [1].");
    expect(ticket.owner).toBe("assistant");
  });

  it("are read four at a time; what is not read is said to be unread", async () => {
    expect((await say("Why?", { pictures: 4 })).answer).not.toContain(unopened);
    expect((await say("Why?", { pictures: 5 })).answer).toContain(unopened);
    expect((await say("", { pictures: 1, others: 1 })).answer).toContain(unopened);
    const sent = model.requestsOf("look").map(({ user }) => user.split('image_url",').length - 1);
    expect(sent).toEqual([4, 4, 1]);
  });

  it("that no model could read are as if none did", async () => {
    model.on("look", { type: "status", status: 400 });
    expect((await say("What does this mean?")).answer).toContain(unopened);
    expect((await say("")).answer).toMatch(/^I can't open files or pictures\./);
  });

  it("are read by Anthropic's models", async () => {
    const anthropic = await startScriptedAnthropic();
    onTestFinished(() => anthropic.close());
    anthropic.play({ type: "text", text: shown });
    const vision = { provider: "anthropic" as const, model: "seeing" };
    answerBy({ vision, anthropicApiKey: "k", anthropicBaseUrl: anthropic.url });
    await say("What does this mean?");
    const source = { type: "base64", media_type: "image/webp", data: bytes.toString("base64") };
    expect(anthropic.requests[0]?.body.messages?.[0]?.content).toEqual([
      { type: "image", source },
      { type: "text", text: expect.stringContaining("What does this mean?") },
    ]);
    expect(searched[0]).toContain(shown);
  });
});

it("no picture leaves the house where no model is set for them, nor where the budget is used up", async () => {
  answerBy({});
  expect((await say("What does this mean?")).answer).toContain(unopened);
  answerBy({ vision: { provider: "openai", model: "seeing" } });
  await withTenant(db, tenantId, (tx) => tx.query("update tenants set tokens_per_day = 1, over_budget = 'extractive'"));
  await say("What does this mean?");
  expect(model.requestsOf("look")).toEqual([]);
});
