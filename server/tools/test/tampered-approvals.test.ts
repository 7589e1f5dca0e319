import { afterAll, beforeAll, expect, it } from "vitest";
import { createKey } from "../../../lab/bench/parley.ts";
import { type EffectServer, startEffectServer } from "../../../lab/faults/effect-server.ts";
import { type ActingModel, startActingModel } from "../../../lab/faults/tampered/acting-model.ts";
import { approvals, controls } from "../../../lab/faults/tampered/approvals.ts";
import { definitions } from "../../../lab/faults/tampered/definitions.ts";
import { storedRows } from "../../../lab/faults/tampered/stored-rows.ts";
import { tryKinds } from "../../../lab/faults/tampered/try-kinds.ts";
import { declareAll, type TamperWorld } from "../../../lab/faults/tampered/world.ts";
import { withTenant } from "../../database/transaction.ts";
import { startWholeServer, type WholeServer } from "../../test/support/whole-server.ts";

/** Each attack once. `node dist/lab/faults/tampered-approvals.js` runs them a thousand times on PostgreSQL. */
const atOnce = 4;

let server: WholeServer;
let effects: EffectServer;
let model: ActingModel;
let world: TamperWorld;

beforeAll(async () => {
  effects = await startEffectServer();
  model = await startActingModel();
  server = await startWholeServer({
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
  });
  const api = `${server.url}/api/v1`;
  const make = async (name: string) => {
    const made = await server.addTenant(name);
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
  await server?.[Symbol.asyncDispose]();
  await model?.close();
  await effects?.close();
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
