import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { movedAwayNote, productionEnvOf } from "./moved-away.ts";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-moved-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

it("an embedded installation says at its start that it was moved, one on PostgreSQL and one that never was say nothing", async () => {
  expect(movedAwayNote({ dataDir, databaseUrl: undefined })).toBeNull();
  await writeFile(productionEnvOf({ dataDir }), "");
  expect(movedAwayNote({ dataDir, databaseUrl: undefined })).toContain(join(dataDir, "production.env"));
  expect(movedAwayNote({ dataDir, databaseUrl: "postgres://db/parley" })).toBeNull();
});
