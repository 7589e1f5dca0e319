import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServer } from "../../server/app.ts";
import { readConfig } from "../../server/core/config/config.ts";
import { startServices } from "../bench/services.ts";
import { attack } from "./tenant-attack/attack.ts";
import { buildWorld } from "./tenant-attack/world.ts";

// Calls every route with every credential of one tenant and another tenant's ids, on real PostgreSQL and Redis. Prints one JSON object;
// exit code 1 when any call got through.

const { values } = parseArgs({
  options: { calls: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const services = await startServices();
const folder = await mkdtemp(join(tmpdir(), "parley-cross-tenant-"));
const server = await startServer({
  ...readConfig({
    DATA_DIR: folder,
    DATABASE_URL: services.databaseUrl,
    MIGRATION_DATABASE_URL: services.migrationUrl,
    REDIS_URL: services.redisUrl,
    SESSION_SECRETS: `faults:${"s".repeat(40)}`,
    LOG_LEVEL: "silent",
    TRUST_PROXY: "loopback",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  }),
  port: 0,
});
try {
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
  if (report.hits.length + report.unreached.length + report.unknownParameters.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
  await services.stop();
  await rm(folder, { recursive: true, force: true });
}
