import { parseArgs } from "node:util";
import { startServer } from "../../server/app.ts";
import { readConfig } from "../../server/core/config/config.ts";
import { onStage, runProgram } from "../bench/stage.ts";
import { attack } from "./tenant-attack/attack.ts";
import { buildWorld } from "./tenant-attack/world.ts";

// Calls every route with every credential of one tenant and another tenant's ids, on real PostgreSQL and Redis. Prints one JSON object;
// exit code 1 when any call got through.

const { values } = parseArgs({
  options: { calls: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const env = { LOG_LEVEL: "silent", TRUST_PROXY: "loopback" };

await runProgram(() =>
  onStage({ env }, async (stage) => {
    const server = await startServer({ ...readConfig(stage.env), port: 0 });
    stage.atEnd(() => server.stop());
    const world = await buildWorld(server.ctx, server.url);
    const startedAt = performance.now();
    const report = await attack(world, {
      calls: Number(values.calls),
      seed: Number(values.seed),
      progress: (done) => {
        if (done % 1_000 === 0) process.stderr.write(`${done} calls\n`);
      },
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      `${JSON.stringify({ ...report, hits: report.hits.slice(0, 20), hit_count: report.hits.length, seconds }, null, 2)}\n`,
    );
    return report.hits.length + report.unreached.length + report.unknownParameters.length === 0;
  }),
);
