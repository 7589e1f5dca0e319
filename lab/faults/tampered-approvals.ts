import pg from "pg";
import { createKey } from "../bench/parley.ts";
import { onStage } from "../bench/stage.ts";
import { startEffectServer } from "./effect-server.ts";
import { reportFaults } from "./report.ts";
import { startActingModel } from "./tampered/acting-model.ts";
import { approvals, controls } from "./tampered/approvals.ts";
import { definitions } from "./tampered/definitions.ts";
import { storedRows } from "./tampered/stored-rows.ts";
import { type KindResult, tryKinds } from "./tampered/try-kinds.ts";
import { declareAll } from "./tampered/world.ts";

/**
 * `node dist/lab/faults/tampered-approvals.js [tries]`: tries to execute writes that nobody approved in that form, over HTTP and by changes
 * in the database, on a system that counts its effects. None may be executed, except the controls, which must be.
 */
const attacks = [...approvals, ...definitions, ...storedRows];
const atOnce = 5;

async function run(tries: number) {
  const model = await startActingModel();
  const env = {
    ...{ MODEL_PROVIDER: "openai", OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "none" },
    ...{ TOOL_PRIVATE_HOSTS: "127.0.0.1", LOG_LEVEL: "error" },
  };
  return onStage({ env }, async (stage) => {
    stage.atEnd(() => model.close());
    const effects = await startEffectServer();
    stage.atEnd(() => effects.close());
    // Row security does not apply to this role.
    const owner = new pg.Pool({ connectionString: stage.services.superuserUrl, max: 2 });
    stage.atEnd(() => owner.end());
    const { api } = await stage.start();
    const [shop, other] = [await stage.shop(), await stage.shop()];
    const world = {
      ...{ api, shop, other, effects },
      connections: await declareAll(api, shop, effects),
      keys: { agent: await createKey(api, shop), viewer: await createKey(api, shop, "viewer") },
      change: async (sql: string, params: unknown[]) => void (await owner.query(sql, params)),
    };
    await declareAll(api, other, effects);
    const times = Math.ceil(tries / attacks.length);
    const began = Date.now();
    const { results, problems } = await tryKinds(world, [...attacks, ...controls], { times, atOnce });
    process.stdout.write(tableOf(results));
    const sum = (of: (result: KindResult) => number) =>
      results.filter(({ kind }) => !kind.startsWith("control")).reduce((total, result) => total + of(result), 0);
    return {
      kinds: attacks.length,
      tries: sum((one) => one.tries),
      executed: sum((one) => one.executed),
      seconds: Math.round((Date.now() - began) / 1_000),
      problems,
    };
  });
}

function tableOf(results: KindResult[]): string {
  const lines = results.map(
    ({ kind, tries, approved, executed }) => `| ${kind} | ${tries} | ${approved} | ${executed} |`,
  );
  return `| kind | tries | approved effects | executed |\n|---|---|---|---|\n${lines.join("\n")}\n`;
}

await reportFaults(run, 1_000);
