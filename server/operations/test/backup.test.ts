import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEmbedded } from "../../../db/embedded.ts";
import type { RestoreResult } from "../../../scripts/cli/commands/backup.ts";
import { startOperatorServer } from "../../../scripts/cli/operator-server.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { runCli } from "../../../scripts/cli/run.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import type { TableSum } from "../../database/whole-tables.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { commandsOf, runInShell } from "../../test/support/guide-commands.ts";
import { beginLife, expectLifeGoesOn, type Life, sumUp } from "../../test/support/life.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { type ArchiveEntry, readTar, writeTar } from "../privacy/tar.ts";

/** The folder of a user who follows the guide, with `data` in it. */
let home: string;
let life: Life;
let before: Map<string, TableSum>;
const page = "backup-and-restore.md";

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "parley-backup-"));
  await rename(await makeDataFolder(home), join(home, "data"));
  vi.stubEnv("DATA_DIR", join(home, "data"));
  vi.stubEnv("PORT", "18789");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

/** Runs a command of the guide in this process, like `npx parley` in a shell. */
async function parley(line: string) {
  const [, folder, words = ""] = /^(?:DATA_DIR=(\S+) )?npx parley (.*)$/.exec(line) ?? [];
  if (folder) vi.stubEnv("DATA_DIR", join(home, folder));
  const out: string[] = [];
  const err: string[] = [];
  const inHome = vi.spyOn(process, "cwd").mockReturnValue(home);
  const code = await runCli([...words.split(" "), "--json"], {
    stdout: (text) => out.push(text),
    stderr: (text) => err.push(text),
  }).finally(() => {
    inHome.mockRestore();
    vi.stubEnv("DATA_DIR", join(home, "data"));
  });
  return { code, err: err.join(""), json: JSON.parse(out.join("")) as unknown };
}
const startOn = (folder: string) =>
  startServer(
    readConfig({
      DATA_DIR: join(home, folder),
      LOG_LEVEL: "silent",
      PORT: "0",
      RATE_LIMIT_MESSAGES_PER_MINUTE: "9999",
    }),
  );
async function sumUpFolder(folder: string) {
  const embedded = await openEmbedded(join(home, folder));
  const sums = await sumUp(embedded.pool);
  await embedded.close();
  return sums;
}

describe("a backup of the embedded mode", () => {
  it("is made while visitors write, by the server that runs, and waits for nobody long", async () => {
    const server = await startOn("data");
    const stopOperator = await startOperatorServer(server.ctx, commands);
    life = await beginLife(server);
    const [line = ""] = await commandsOf(page, "How do I back up the embedded mode while it runs?");
    const isDone = new AbortController();
    const writing = keepWriting(server, isDone.signal);
    const began = performance.now();
    const made = await parley(line);
    const took = performance.now() - began;
    isDone.abort();
    expect(await writing).toBeGreaterThan(0);
    await stopOperator();
    await server.stop();
    expect(made).toMatchObject({ code: 0, json: { has_secrets: true } });
    const { file, stood_still_ms } = made.json as { file: string; stood_still_ms: number };
    expect(file).toBe(join(home, "parley-backup.tar.gz"));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // The archive is packed while visitors are served again.
    expect(stood_still_ms).toBeLessThan(took / 2);
    expect(await readdir(join(home, "data"))).not.toContain("backup.part");
  }, 180_000);

  async function keepWriting(server: RunningServer, signal: AbortSignal): Promise<number> {
    const visitor = await VisitorClient.init(`${server.url}/api/v1`, life.shop.tenant_id, "https://shop.example");
    let answers = 0;
    while (!signal.aborted) {
      for await (const { event } of visitor.ask("How long can I return a kite?"))
        if (event.type === "end") answers += 1;
      // At typing speed, so that the server has CPU time for the backup.
      await sleep(50);
    }
    return answers;
  }

  it("is restored into an empty folder, where tenants are kept apart and what was open goes on", async () => {
    const [line = ""] = await commandsOf(page, "How do I restore a backup of the embedded mode?");
    const restored = await parley(line);
    expect(restored).toMatchObject({
      code: 0,
      json: { tenants: 2, isolation: { ok: true, isolation: { faults: [] } } },
    });
    const server = await startOn("restored");
    await expectLifeGoesOn(server, life).finally(() => server.stop());
    // Existing files are not overwritten.
    expect(await parley(line)).toMatchObject({ code: 1, err: expect.stringContaining("already") });
  }, 180_000);

  it("of a server that stands still has every row: counts and checksums are equal", async () => {
    before = await sumUpFolder("data");
    expect((await parley("npx parley backup --out still.tar.gz")).code).toBe(0);
    const { code, json } = await parley("DATA_DIR=./still npx parley restore still.tar.gz");
    expect(code).toBe(0);
    expect((json as RestoreResult).tickets).toBe(before.get("public.tickets")?.rows);
    expect(await sumUpFolder("still")).toEqual(before);
  }, 180_000);

  it("that is damaged, cut off, or something else leaves nothing behind", async () => {
    const whole = gunzipSync(await readFile(join(home, "still.tar.gz")));
    const entries: ArchiveEntry[] = [];
    for await (const entry of readTar(Readable.from([whole]))) entries.push(entry);
    const packed = async (list: ArchiveEntry[]) => {
      const parts: Buffer[] = [];
      for await (const part of writeTar(Readable.from(list), new Date())) parts.push(part);
      return Buffer.concat(parts);
    };
    const manifest = entries.slice(0, 1);
    const cases: [string, Buffer, string][] = [
      [
        "changed",
        Buffer.from(whole).fill(
          "x",
          whole.indexOf("postgres/PG_VERSION") + 512,
          whole.indexOf("postgres/PG_VERSION") + 513,
        ),
        "checksums",
      ],
      ["cut", whole.subarray(0, whole.length >> 1), "damaged"],
      ["short", await packed(entries.slice(0, 2)), "damaged"],
      [
        "leading out",
        await packed([...manifest, { name: "postgres/../../evil", bytes: Buffer.from("x") }]),
        "invalid path",
      ],
      ["absolute", await packed([...manifest, { name: "/evil", bytes: Buffer.from("x") }]), "invalid path"],
      [
        "more than asked",
        await packed([...manifest, { name: "server.lock", bytes: Buffer.from("1") }]),
        "something else",
      ],
      [
        "an export",
        await packed([{ name: "manifest.json", bytes: Buffer.from('{"format":"parley.export/1"}') }]),
        "not a Parley backup",
      ],
    ];
    await mkdir(join(home, "bad"));
    for (const [name, bytes, reason] of cases) {
      await writeFile(join(home, "bad.tar.gz"), gzipSync(bytes, { level: 1 }));
      const refused = await parley("DATA_DIR=./bad npx parley restore bad.tar.gz");
      expect(refused, name).toMatchObject({ code: expect.any(Number), err: expect.stringContaining(reason) });
      expect(refused.code, name).not.toBe(0);
      expect(await readdir(join(home, "bad")), name).toEqual([]);
    }
    expect(existsSync(join(home, "evil"))).toBe(false);
  }, 180_000);

  it("by copying the folder, word by word as the guide says, has every row and goes on", async () => {
    const [pack = ""] = await commandsOf(page, "How do I back up the embedded mode by copying its folder?");
    const unpack = (await commandsOf(page, "How do I restore a backup of the embedded mode?"))[1] ?? "";
    await runInShell(pack, { cwd: home, env: {} });
    await mkdir(join(home, "elsewhere"));
    await rename(join(home, "parley-data.tar.gz"), join(home, "elsewhere", "parley-data.tar.gz"));
    await runInShell(unpack, { cwd: join(home, "elsewhere"), env: {} });
    expect(await sumUpFolder("elsewhere/data")).toEqual(before);
    const server = await startOn("elsewhere/data");
    await expectLifeGoesOn(server, life).finally(() => server.stop());
  }, 180_000);

  it("is refused in production, with the way to go", async () => {
    vi.stubEnv("DATABASE_URL", "postgres://parley_app@127.0.0.1:1/parley");
    const refused = await parley("npx parley restore still.tar.gz");
    vi.stubEnv("DATABASE_URL", "");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("pg_restore") });
  });
});
