import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attack } from "../../../scripts/faults/tenant-attack/attack.ts";
import { readOperations } from "../../../scripts/faults/tenant-attack/operations.ts";
import { buildWorld, type World } from "../../../scripts/faults/tenant-attack/world.ts";
import { readConfig } from "../../config.ts";
import { type RunningServer, startServer } from "../../main.ts";

let folder: string;
let server: RunningServer;
let world: World;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-routes-"));
  const unlimited = {
    TRUST_PROXY: "loopback",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  };
  server = await startServer({ ...readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent", ...unlimited }), port: 0 });
  world = await buildWorld(server.ctx, server.url);
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("every route", () => {
  it("is called with the other tenant's ids by everybody, and gives and changes nothing of it", async () => {
    const operations = await readOperations(server.url);
    const report = await attack(world, { calls: operations.length * world.credentials.length, seed: 1 });
    expect(report.hits).toEqual([]);
    expect(report.unknownParameters, "say in attack.ts which table's ids these parameters are").toEqual([]);
    expect(report.unreached).toEqual([]);
    expect(report.statuses[429] ?? 0).toBe(0);
    expect(report.operations).toBe(operations.length);
  }, 300_000);
});
