import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKey, origin } from "../../../lab/bench/parley.ts";
import { type EffectServer, startEffectServer } from "../../../lab/faults/effect-server.ts";
import { type ActingModel, startActingModel } from "../../../lab/faults/tampered/acting-model.ts";
import { approvals, controls } from "../../../lab/faults/tampered/approvals.ts";
import { definitions } from "../../../lab/faults/tampered/definitions.ts";
import { storedRows } from "../../../lab/faults/tampered/stored-rows.ts";
import { tryKinds } from "../../../lab/faults/tampered/try-kinds.ts";
import { declareAll, type TamperWorld } from "../../../lab/faults/tampered/world.ts";
import { createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "../../test/support/database.ts";

/** Each attack once. `node dist/lab/faults/tampered-approvals.js` runs them a thousand times on PostgreSQL. */
const atOnce = 4;

let folder: string;
let server: RunningServer;
let effects: EffectServer;
let model: ActingModel;
let world: TamperWorld;

beforeAll(async () => {
  effects = await startEffectServer();
  model = await startActingModel();
  folder = await makeDataFolder();
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    TOOL_PRIVATE_HOSTS: "127.0.0.1",
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  };
  server = await startServer({ ...readConfig(environment), port: 0 });
  const api = `${server.url}/api/v1`;
  const make = async (name: string) => {
    const made = await createTenant(server.ctx.http.tenants, operator, { name, origins: [origin] });
    const shop = { tenantId: made.tenant_id, apiKey: made.api_key, identitySecret: made.identity_secret };
    return { shop, connections: await declareAll(api, shop, effects) };
  };
  const { shop, connections } = await make("Shop A");
  const { shop: other } = await make("Shop B");
  world = {
    api,
    shop,
    other,
    effects,
    connections,
    keys: { agent: await createKey(api, shop), viewer: await createKey(api, shop, "viewer") },
    change: async (sql, params) => {
      await withTenant(server.ctx.db, shop.tenantId, (tx) => tx.query(sql, params));
    },
  };
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await model?.close();
  await effects?.close();
  await rm(folder, { recursive: true, force: true });
});

it("a write is made after the yes that it needs, and after nothing else that anybody can think of", async () => {
  const kinds = [...controls, ...approvals, ...definitions, ...storedRows];
  const { results, problems } = await tryKinds(world, kinds, { times: 1, atOnce });
  expect(problems).toEqual([]);
  expect(results.filter(({ executed }) => executed !== 0)).toEqual([]);
  // A control: approved calls did reach the system, so the check can fail.
  expect(results.slice(0, controls.length).map(({ approved }) => approved)).toEqual(controls.map(() => 1));
  expect(effects.effects.size).toBeGreaterThan(controls.length);
}, 300_000);
