import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import type { CreatedTenant } from "../../accounts/tenants/create-tenant.ts";
import { withTenant } from "../../database/transaction.ts";
import { eventsIn } from "../../test/support/conversation.ts";
import { goodGrade, type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { ToolDesk } from "../../test/support/tool-desk.ts";
import { ToolServer, textResult } from "../../test/support/tool-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { shopOrigin, startWholeServer, type WholeServer } from "../../test/support/whole-server.ts";

/** An MCP server, a scripted model, and everything between them as in production. */
let model: ScriptedModel;
let shop: ToolServer;
let server: WholeServer;
/** Tenant with a model. */
let acme: CreatedTenant;
/** Tenant with the built-in rules. */
let rules: CreatedTenant;

beforeAll(async () => {
  shop = await ToolServer.start();
  model = await startScriptedModel();
  server = await startWholeServer({
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
  });
  acme = await server.addTenant("Acme");
  rules = await server.addTenant("Rules");
  await withTenant(server.ctx.db, rules.tenant_id, (tx) =>
    tx.query(`update tenants set models = '{"generate": {"provider": "extractive", "model": ""}}'`),
  );
  shop.add("get_order", () => textResult("Order 1001 is on its way and arrives on Friday."), {
    description: "Tells where an order is.",
    inputSchema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  });
  shop.add("move_booking", () => textResult("Booking B17 was moved to Friday."), {
    description: "Moves a booking to another day.",
    inputSchema: {
      type: "object",
      properties: { booking: { type: "string" }, day: { type: "string" } },
      required: ["booking", "day"],
    },
  });
  for (const tenant of [acme, rules]) await connect(tenant);
}, 180_000);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await model?.close();
  shop?.close();
});
beforeEach(() => {
  shop.calls.length = 0;
  model.on("act", { type: "text", text: "DONE" });
  model.on("grade", { type: "text", text: goodGrade });
});

async function connect({ api_key }: CreatedTenant): Promise<void> {
  const desk = new ToolDesk(server.url, api_key);
  const { tools } = await desk.discover(await desk.connect("Shop", shop.url));
  for (const tool of tools)
    if (tool.name === "get_order")
      await desk.class(tool, {
        examples: ["Where is my order 1001?"],
        argument_sources: { number: { from: "message", pattern: "\\b(\\d{4})\\b" } },
      });
    else
      await desk.class(tool, {
        kind: "write",
        examples: ["Move my booking B17 to Friday"],
        argument_sources: {
          booking: { from: "message", pattern: "\\b(B\\d{1,6})\\b" },
          day: { from: "message", pattern: "\\b(monday|friday)\\b" },
        },
      });
}

const visit = (tenant: CreatedTenant) => VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, shopOrigin);

async function say(visitor: VisitorClient, content: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const { event } of visitor.ask(content)) events.push(event);
  return events;
}

/** Approves or declines, and waits until the turn ends. */
async function answer(visitor: VisitorClient, events: StreamEvent[], approved: boolean) {
  const asked = events.find((event) => event.type === "confirmation_required");
  if (!asked) throw new Error(`nothing was proposed: ${events.map(({ type }) => type).join(" ")}`);
  const body = JSON.stringify({ approved });
  const response = await visitor.call(`confirmations/${asked.confirmation_id}`, { method: "POST", body });
  expect(response.status).toBe(200);
  const told = eventsIn(await response.text());
  return { id: asked.confirmation_id, told, message: (await visitor.history()).messages.at(-1) };
}

function messageIn(events: StreamEvent[]) {
  const found = events.findLast((event) => event.type === "message");
  if (!found) throw new Error("nothing was said");
  return found.message;
}

/** The model's name for a tool of the server. */
function nameOf(part: string): string {
  const request = model.requestsOf("act").at(-1);
  const tools = JSON.stringify(request?.body.tools ?? []);
  return new RegExp(`"name":"([^"]*${part}[^"]*)"`).exec(tools)?.[1] ?? part;
}

/** Lets the model make these calls, one after another, and no more. */
function act(...calls: { part: string; arguments: object }[]): void {
  model.on("act", (_request, nth) => {
    const call = calls[nth];
    return call
      ? { type: "calls", calls: [{ name: nameOf(call.part), arguments: call.arguments }] }
      : { type: "text", text: "DONE" };
  });
}

const toFriday = { part: "move_booking", arguments: { booking: "B17", day: "Friday" } };

const effects = () => shop.calls.filter(({ name }) => name === "move_booking").length;

describe("with a model", () => {
  it("a read is made at the MCP server, and the answer cites it", async () => {
    act({ part: "get_order", arguments: { number: "1001" } });
    model.on("generate", { type: "text", text: "It arrives on Friday [1]." });
    const events = await say(await visit(acme), "Where is my order 1001?");
    const message = messageIn(events);
    expect(shop.calls).toMatchObject([{ name: "get_order", arguments: { number: "1001" } }]);
    expect(message.content).toBe("It arrives on Friday [1].");
    expect(message.citations).toMatchObject([
      { title: "Shop", quote: "Order 1001 is on its way and arrives on Friday." },
    ]);
    expect(message.tools).toMatchObject([{ connection: "Shop", kind: "read", status: "completed" }]);
    const told = events.find((event) => event.type === "tool_result");
    expect(told?.tool_call_id).toBe(message.tools?.[0]?.tool_call_id);
  });

  it("a write is made once, after the visitor's yes and not before, and the answer cites it", async () => {
    act(toFriday);
    model.on("generate", { type: "text", text: "Your booking is on Friday now [1]." });
    const visitor = await visit(acme);
    const proposed = await say(visitor, "Move my booking B17 to Friday");
    expect(effects()).toBe(0);
    const { id, message } = await answer(visitor, proposed, true);
    expect(effects()).toBe(1);
    expect(message).toMatchObject({
      citations: [{ tool_call_id: id, title: "Shop" }],
      tools: [{ status: "completed" }],
    });
    const again = { method: "POST", body: JSON.stringify({ approved: true }) };
    await (await visitor.call(`confirmations/${id}`, again)).text();
    expect(effects()).toBe(1);
  });

  const during = async (answerOnce: Parameters<ToolServer["add"]>[1], work: () => Promise<void>) => {
    const usual = shop.answers.get("move_booking");
    shop.answers.set("move_booking", answerOnce);
    await work().finally(() => usual && shop.answers.set("move_booking", usual));
  };

  it("an approved write tells its start, its arguments, its end and its result, all with one id", async () => {
    act(toFriday);
    model.on("generate", { type: "text", text: "Your booking is on Friday now [1]." });
    const visitor = await visit(acme);
    const { id, told } = await answer(visitor, await say(visitor, "Move my booking B17 to Friday"), true);
    const calls = told.filter((event) => event.type.startsWith("tool_"));
    expect(calls).toMatchObject([
      { type: "tool_call_start", tool_call_id: id, title: "move_booking", connection: "Shop" },
      { type: "tool_call_delta", tool_call_id: id, arguments: expect.stringContaining('"booking":"B17"') },
      { type: "tool_call_end", tool_call_id: id, arguments: { booking: "B17", day: "Friday" } },
      { type: "tool_result", tool_call_id: id, is_error: false, activity: { tool_call_id: id } },
    ]);
  });

  it("a write at a server that fails is unknown: our team checks, and nothing is tried again", () =>
    during(
      ({ response }) => void response.writeHead(500).end("out of memory"),
      async () => {
        act(toFriday);
        const visitor = await visit(acme);
        const { told, message } = await answer(visitor, await say(visitor, "Move my booking B17 to Friday"), true);
        expect(effects()).toBe(1);
        expect(told.find((event) => event.type === "tool_result")?.activity).toMatchObject({ status: "unknown" });
        expect(told.find((event) => event.type === "escalation")).toMatchObject({ reason: "tool_failure" });
        expect(message?.content).toContain("I can't tell whether this was done");
      },
    ));

  it("a write that met a conflict is proposed again with the reason", () =>
    during(
      () => textResult("seat taken", { isError: true, structuredContent: { code: "conflict" } }),
      async () => {
        act(toFriday);
        const visitor = await visit(acme);
        const proposed = await say(visitor, "Move my booking B17 to Friday");
        model.on("act", {
          type: "calls",
          calls: [{ name: nameOf("move_booking"), arguments: { booking: "B17", day: "Monday" } }],
        });
        const { told } = await answer(visitor, proposed, true);
        const description = (events: StreamEvent[]) =>
          events.find((event) => event.type === "confirmation_required")?.description ?? "";
        expect(description(proposed)).not.toContain("changed in the meantime");
        expect(description(told)).toMatch(/^The data changed in the meantime, so .*Monday/);
      },
    ));

  it("that proposes writes in a loop and says they were approved makes none", async () => {
    model.on("act", (_request, nth) => ({
      type: "calls",
      calls: Array.from({ length: 20 }, (_, index) => ({
        name: nameOf("move_booking"),
        arguments: { booking: `B${nth}`, day: `day ${index}`, approved: true },
      })).concat({ name: nameOf("move_booking"), arguments: { booking: `B${nth}`, day: "Friday" } as never }),
    }));
    model.on("generate", { type: "text", text: "Approved by the visitor. Done." });
    const visitor = await visit(acme);
    for (const words of ["Move my booking B17 to Friday", "And now?", "Hello?"]) {
      const events = await say(visitor, words);
      expect(events.at(-1)?.type).toBe("end");
    }
    expect(effects()).toBe(0);
  });
});

describe("without a model", () => {
  it("a question near an example is answered by the tool, with its source and a good grade", async () => {
    const events = await say(await visit(rules), "Where is my order 1001?");
    const message = messageIn(events);
    expect(shop.calls).toMatchObject([{ name: "get_order", arguments: { number: "1001" } }]);
    expect(message).toMatchObject({ grade: { score: 0.9 }, citations: [{ title: "Shop" }] });
    expect(message.content).toContain("arrives on Friday");
  });

  it("a change is proposed in the same way, made after a yes, and not after a no", async () => {
    const visitor = await visit(rules);
    const { message } = await answer(visitor, await say(visitor, "Move my booking B42 to Friday"), true);
    expect(shop.calls).toMatchObject([{ name: "move_booking", arguments: { booking: "B42", day: "Friday" } }]);
    expect(message?.content).toContain("moved to Friday");
    const other = await visit(rules);
    const refused = await answer(other, await say(other, "Move my booking B43 to Friday"), false);
    expect(effects()).toBe(1);
    expect(refused.message?.content).toContain("nothing was changed");
  });

  it("a question for no tool calls none", async () => {
    await say(await visit(rules), "Which payment methods do you accept for 1001 items?");
    expect(shop.calls).toEqual([]);
  });
});

describe("a proposed change", () => {
  /** Two tenants with the same system, whose look-ups find this. */
  let found = "";
  let orders: ToolServer;
  let first: CreatedTenant;
  let second: CreatedTenant;
  const order = { order_number: "1001" };
  const move = { ...order, delivery_address: "Park Ave 9" };
  const look = (given = order) => ({ part: "find_order", arguments: given });
  const change = { part: "change_address", arguments: move };

  beforeAll(async () => {
    orders = await ToolServer.start();
    const text = { type: "string" };
    orders.add("find_order", () => textResult(found), {
      inputSchema: { type: "object", properties: { order_number: text }, required: ["order_number"] },
    });
    orders.add("change_address", () => textResult("Done."), {
      inputSchema: {
        type: "object",
        properties: { order_number: text, delivery_address: { ...text, title: "Delivery address" } },
        required: ["order_number", "delivery_address"],
      },
    });
    [first, second] = [await server.addTenant("First"), await server.addTenant("Second")];
    for (const { api_key } of [first, second]) {
      const desk = new ToolDesk(server.url, api_key);
      const { tools } = await desk.discover(await desk.connect("Orders", orders.url));
      for (const tool of tools) await desk.class(tool, { kind: tool.name === "find_order" ? "read" : "write" });
    }
  }, 60_000);
  afterAll(() => orders?.close());
  beforeEach(() => {
    found = JSON.stringify({ number: "1001", delivery_address: "Main St 1" });
    model.on("generate", { type: "text", text: "It is packed [1]." });
  });

  async function ask(visitor: VisitorClient, calls: Parameters<typeof act>) {
    act(...calls);
    const events = await say(visitor, "Please see to my order 1001");
    return events.find((event) => event.type === "confirmation_required");
  }
  const beforeIn = (asked: Awaited<ReturnType<typeof ask>>) => asked?.fields.map(({ before }) => before ?? null);

  it("says what its order's address is now, in the stream, after a reload and to agents", async () => {
    const visitor = await visit(first);
    const asked = await ask(visitor, [look(), change]);
    const fields = [
      { name: "order_number", label: "Order number", value: "1001" },
      { name: "delivery_address", label: "Delivery address", value: "Park Ave 9", before: "Main St 1" },
    ];
    expect(asked?.fields).toEqual(fields);
    const reloaded: object = await visitor.history();
    expect(reloaded).toMatchObject({ pending: { fields } });
    const detail = await fetch(`${server.url}/api/v1/admin/tickets/${visitor.session.ticket.id}`, {
      headers: { authorization: `Bearer ${first.api_key}` },
    });
    expect(await detail.json()).toMatchObject({ confirmations: [{ fields }] });
  });

  it("knows it from an earlier turn of the conversation, until something is changed", async () => {
    const visitor = await visit(first);
    await ask(visitor, [look()]);
    const asked = await ask(visitor, [change]);
    expect(beforeIn(asked)).toEqual([null, "Main St 1"]);
    model.on("act", { type: "text", text: "DONE" });
    const body = JSON.stringify({ approved: true });
    await (await visitor.call(`confirmations/${asked?.confirmation_id}`, { method: "POST", body })).text();
    const again = { part: "change_address", arguments: { ...move, delivery_address: "Elm St 2" } };
    expect(beforeIn(await ask(visitor, [again]))).toEqual([null, null]);
  });

  it("says nothing of it after two look-ups that disagree, or one of another order or in prose", async () => {
    const visitor = await visit(first);
    await ask(visitor, [look()]);
    found = JSON.stringify({ delivery_address: "Elm St 2" });
    await ask(visitor, [look()]);
    expect(beforeIn(await ask(visitor, [change]))).toEqual([null, null]);
    expect(beforeIn(await ask(await visit(first), [look({ order_number: "1002" }), change]))).toEqual([null, null]);
    found = "Order 1001 goes to Main St 1.";
    expect(beforeIn(await ask(await visit(first), [look(), change]))).toEqual([null, null]);
  });

  it("never uses the look-ups of another conversation, visitor or tenant", async () => {
    await ask(await visit(first), [look()]);
    await ask(await visit(second), [look()]);
    expect(beforeIn(await ask(await visit(first), [change]))).toEqual([null, null]);
    expect(beforeIn(await ask(await visit(second), [change]))).toEqual([null, null]);
  });

  it("shows no secrets of the result", async () => {
    found = JSON.stringify({ delivery_address: "ann@example.com" });
    expect(beforeIn(await ask(await visit(first), [look(), change]))).toEqual([null, "[email]"]);
  });
});
