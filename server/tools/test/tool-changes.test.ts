import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { goodGrade, type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { ToolDesk } from "../../test/support/tool-desk.ts";
import { ToolServer, textResult } from "../../test/support/tool-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

const origin = "https://shop.example";
const order = { order_number: "1001" };
const move = { ...order, delivery_address: "Park Ave 9" };

/** Two tenants with the same MCP server, and a scripted model. */
let folder: string;
let model: ScriptedModel;
let shop: ToolServer;
let server: RunningServer;
let acme: CreatedTenant;
let other: CreatedTenant;
/** The result of the next look-ups. */
let found = "";

beforeAll(async () => {
  shop = await ToolServer.start();
  model = await startScriptedModel();
  folder = await makeDataFolder();
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    TOOL_PRIVATE_HOSTS: "127.0.0.1",
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  };
  server = await startServer({ ...readConfig(environment), port: 0 });
  const text = { type: "string" };
  shop.add("get_order", () => textResult(found), {
    inputSchema: { type: "object", properties: { order_number: text }, required: ["order_number"] },
  });
  shop.add("change_address", () => textResult("Done."), {
    inputSchema: {
      type: "object",
      properties: { order_number: text, delivery_address: { ...text, title: "Delivery address" } },
      required: ["order_number", "delivery_address"],
    },
  });
  const make = (name: string) => createTenant(server.ctx.http.tenants, operator, { name, origins: [origin] });
  acme = await make("Acme");
  other = await make("Other");
  for (const { api_key } of [acme, other]) {
    const desk = new ToolDesk(server.url, api_key);
    const { tools } = await desk.discover(await desk.connect("Shop", shop.url));
    for (const tool of tools) await desk.class(tool, { kind: tool.name === "get_order" ? "read" : "write" });
  }
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await model?.close();
  shop?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  found = JSON.stringify({ number: "1001", delivery_address: "Main St 1" });
  model.on("grade", { type: "text", text: goodGrade });
  model.on("generate", { type: "text", text: "It is packed [1]." });
});

const visit = (tenant: CreatedTenant) => VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);

/** A message to which the model answers with these calls, one after another. */
async function say(visitor: VisitorClient, calls: { part: string; arguments: object }[]) {
  model.on("act", (request, nth) => {
    const call = calls[nth];
    const name = new RegExp(`"name":"([^"]*${call?.part}[^"]*)"`).exec(JSON.stringify(request.body.tools ?? []))?.[1];
    return call && name
      ? { type: "calls", calls: [{ name, arguments: call.arguments }] }
      : { type: "text", text: "DONE" };
  });
  const events: StreamEvent[] = [];
  for await (const { event } of visitor.ask("Please see to my order 1001")) events.push(event);
  return events.find((event) => event.type === "confirmation_required");
}

const look = (given = order) => ({ part: "get_order", arguments: given });
const change = { part: "change_address", arguments: move };
const beforeIn = (asked: Awaited<ReturnType<typeof say>>) => asked?.fields.map(({ before }) => before ?? null);

describe("a proposed change", () => {
  it("says what its order's address is now, in the stream, after a reload and to agents", async () => {
    const visitor = await visit(acme);
    const asked = await say(visitor, [look(), change]);
    const fields = [
      { name: "order_number", label: "Order number", value: "1001" },
      { name: "delivery_address", label: "Delivery address", value: "Park Ave 9", before: "Main St 1" },
    ];
    expect(asked?.fields).toEqual(fields);
    const reloaded: object = await visitor.history();
    expect(reloaded).toMatchObject({ pending: { fields } });
    const detail = await fetch(`${server.url}/api/v1/admin/tickets/${visitor.session.ticket.id}`, {
      headers: { authorization: `Bearer ${acme.api_key}` },
    });
    expect(await detail.json()).toMatchObject({ confirmations: [{ fields }] });
  });

  it("knows it from an earlier turn of the conversation, until something is changed", async () => {
    const visitor = await visit(acme);
    await say(visitor, [look()]);
    const asked = await say(visitor, [change]);
    expect(beforeIn(asked)).toEqual([null, "Main St 1"]);
    model.on("act", { type: "text", text: "DONE" });
    const body = JSON.stringify({ approved: true });
    await (await visitor.call(`confirmations/${asked?.confirmation_id}`, { method: "POST", body })).text();
    const again = { part: "change_address", arguments: { ...move, delivery_address: "Elm St 2" } };
    expect(beforeIn(await say(visitor, [again]))).toEqual([null, null]);
  });

  it("says nothing of it after two look-ups that disagree, or one of another order or in prose", async () => {
    const visitor = await visit(acme);
    await say(visitor, [look()]);
    found = JSON.stringify({ delivery_address: "Elm St 2" });
    await say(visitor, [look()]);
    expect(beforeIn(await say(visitor, [change]))).toEqual([null, null]);
    expect(beforeIn(await say(await visit(acme), [look({ order_number: "1002" }), change]))).toEqual([null, null]);
    found = "Order 1001 goes to Main St 1.";
    expect(beforeIn(await say(await visit(acme), [look(), change]))).toEqual([null, null]);
  });

  it("never uses the look-ups of another conversation, visitor or tenant", async () => {
    const first = await visit(acme);
    await say(first, [look()]);
    await say(await visit(other), [look()]);
    expect(beforeIn(await say(await visit(acme), [change]))).toEqual([null, null]);
    expect(beforeIn(await say(await visit(other), [change]))).toEqual([null, null]);
  });

  it("shows no secrets of the result", async () => {
    found = JSON.stringify({ delivery_address: "ann@example.com" });
    expect(beforeIn(await say(await visit(acme), [look(), change]))).toEqual([null, "[email]"]);
  });
});
