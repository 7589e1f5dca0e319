import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settingsPatchSchema } from "../../../protocol/admin.ts";
import { modelUsageSchema } from "../../../protocol/admin-usage.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { operator, type TenantDeps } from "../../accounts/tenants/deps.ts";
import { readNumbers } from "../../accounts/tenants/numbers.ts";
import { changeSettings, readSettings } from "../../accounts/tenants/settings.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { builtInModels } from "../../test/support/built-in-models.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { createModels } from "../models/create-models.ts";
import { readModelUsage } from "../models/model-usage.ts";
import { insertModelCalls, type ModelCall } from "../store/model-calls.ts";

let db: Database;
let rig: TurnRig;
let server: ScriptedModel;
let deps: TenantDeps;
let a: string;
let b: string;

beforeAll(async () => {
  db = await openTestDatabase();
  server = await startScriptedModel();
  ({ a, b } = await seedTwoTenants(db));
  rig = createTurnRig(db);
  deps = { db, publicUrl: "http://x", ...builtInModels, modelProviders: ["extractive", "openai"] };
  const models = createModels(
    {
      provider: "openai",
      small: "gpt-4o-mini",
      large: "gpt-4o",
      openaiApiKey: "k",
      openaiBaseUrl: server.url,
      ollamaBaseUrl: undefined,
    },
    { paceMs: 0 },
  );
  rig.deps.modelFor = (turn) => models.forTurn(turn);
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await server.close();
  await db.close();
});

const change = (tenantId: string, patch: object) =>
  changeSettings(deps, operator, { tenantId, patch: settingsPatchSchema.parse(patch) });

const call: ModelCall = {
  task: "generate",
  provider: "openai",
  model: "m",
  input_tokens: 10,
  output_tokens: 5,
  cached_tokens: 0,
  cost_micros: 7,
  latency_ms: 1,
  first_token_ms: null,
  outcome: "ok",
};

describe("a budget", () => {
  it("sees the sums of turns that end at the same time", async () => {
    const [before] = [await readNumbers(deps, b)];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withTenant(db, b, (tx) =>
          insertModelCalls(tx, { ticketId: null, turnId: newId() }, [
            call,
            { ...call, price_known: false, cost_micros: 0 },
          ]),
        ),
      ),
    );
    const { usage } = await readNumbers(deps, b);
    expect(usage.tokens_today - before.usage.tokens_today).toBe(600);
    // The view for the person who sets the limits has the same numbers, by model and day, and none of the other tenant's.
    const used = modelUsageSchema.parse(await readModelUsage(deps, b));
    expect(used).toMatchObject({ tokens_today: 600, cost_micros_this_month: 140, reached: null });
    expect(used.by_model).toEqual([
      {
        ...{ task: "generate", provider: "openai", model: "m", calls: 40, failed: 0 },
        ...{ input_tokens: 400, output_tokens: 200, cost_micros: 140, unpriced: 20 },
      },
    ]);
    expect(used.days).toHaveLength(30);
    expect(used.days.at(-1)).toMatchObject({ tokens: 600, cost_micros: 140 });
    expect(used.days.slice(0, -1).every(({ tokens }) => tokens === 0)).toBe(true);
    expect((await readModelUsage(deps, a)).by_model).toEqual([]);
    expect(usage.cost_micros_this_month - before.usage.cost_micros_this_month).toBe(140);
    expect(usage.unpriced_calls_this_month - before.usage.unpriced_calls_this_month).toBe(20);
    expect((await readNumbers(deps, a)).usage.tokens_today).toBe(0);
  });

  it("that is used up sends the question to a person, with that reason, when the tenant wants it", async () => {
    await change(a, { budget: { tokens_per_day: 100, over_budget: "human" } });
    const first = await rig.ask(a, await rig.openTicket(a), "How can I do it?");
    expect(first.some((event) => event.type === "message" && event.message.grade !== null)).toBe(true);
    expect((await readNumbers(deps, a)).usage).toMatchObject({ over_budget: true, tokens_per_day: 100 });
    const asked = server.requests.length;
    const second = await rig.ask(a, await rig.openTicket(a), "And how can I do that?");
    expect(second.find((event) => event.type === "escalation")).toMatchObject({ reason: "budget_exhausted" });
    expect(second.at(-1)?.type).toBe("end");
    expect(server.requests).toHaveLength(asked);
  });

  it("that is used up leaves the extractive answerer otherwise", async () => {
    await change(a, { budget: { over_budget: "extractive" } });
    const asked = server.requests.length;
    const events = await rig.ask(a, await rig.openTicket(a), "How can I do it?");
    expect(events.at(-1)?.type).toBe("end");
    expect(events.some((event) => event.type === "message" && event.message.role === "assistant")).toBe(true);
    expect(server.requests).toHaveLength(asked);
  });

  it("of money is kept in micro-dollars, and goes when it is taken away", async () => {
    await change(a, { budget: { tokens_per_day: null, micros_per_month: 1 } });
    const tenant = await withTenant(db, a, findTenant);
    expect(tenant?.budget).toEqual({ tokens_per_day: null, micros_per_month: 1, over_budget: "extractive" });
    expect(tenant?.used.microsThisMonth).toBeGreaterThan(1);
    await change(a, { budget: { micros_per_month: null } });
    expect((await readNumbers(deps, a)).usage.over_budget).toBe(false);
  });
});

describe("a tenant's settings", () => {
  it("hold its models, checked against the providers that are set up", async () => {
    const changed = await change(a, { models: { generate: { provider: "openai", model: "gpt-4.1" } } });
    expect(changed.models).toEqual({ generate: { provider: "openai", model: "gpt-4.1" } });
    await rig.ask(a, await rig.openTicket(a), "How?");
    expect(server.requestsOf("generate").at(-1)?.model).toBe("gpt-4.1");
    expect((await change(a, { models: { generate: null } })).models).toEqual({});
    expect((await readSettings(deps, b)).models).toEqual({});
  });

  it.each([
    [{ generate: { provider: "anthropic", model: "x" } }, /anthropic is not connected. Available: extractive, openai/],
    [{ generate: { provider: "openai" } }, /enter the name of/],
    [{ grade: { provider: "extractive" } }, /only its own answers/],
  ])("refuse a model that cannot work: %j", async (models, message) => {
    await expect(change(a, { models })).rejects.toThrow(message);
  });

  it("hold what the assistant should keep in mind", async () => {
    await change(a, { guidance: "Be brief.", industry: "bicycles", place: "Kiel" });
    await rig.ask(a, await rig.openTicket(a), "How?");
    expect(server.requestsOf("generate").at(-1)?.user).toContain("guidance: Be brief.");
  });
});
