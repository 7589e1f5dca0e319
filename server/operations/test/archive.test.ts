import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintResting, fingerprintTables, seedEveryTable } from "../../../lab/faults/seed-every-table.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { listProbeTables } from "../../database/probe-rows.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { archiveTables, takenOf } from "../privacy/archive-tables.ts";
import { eraseTenant } from "../privacy/erase-tenant.ts";
import { type Imported, importArchive } from "../privacy/import.ts";
import { type ArchiveEntry, readTar, writeTar } from "../privacy/tar.ts";
import { deleteTenantIn } from "../privacy/tenant-removal.ts";

const origin = "https://shop.example";
const mark = `marked${newId().replaceAll("-", "")}`;
let folder: string;
let out: string;
let server: RunningServer;
let shop: CreatedTenant;
let other: CreatedTenant;
let visitor: VisitorClient;
const answers: string[] = [];

beforeAll(async () => {
  [folder, out] = [await makeDataFolder(), await mkdtemp(join(tmpdir(), "parley-export-"))];
  server = await startServer({
    ...readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent", TRUST_PROXY: "loopback" }),
    port: 0,
  });
  const { tenants } = server.ctx.http;
  shop = await createTenant(tenants, operator, { name: "Shop", origins: [origin], email: "ann@shop.example" });
  other = await createTenant(tenants, operator, { name: "Other", origins: ["https://other.example"] });
  await withTenant(server.ctx.db, other.tenant_id, (tx) => seedEveryTable(tx, `neighbour${mark}`));
  await admin("documents", { source: "a.md", content: "# Returns\n\nYou can return it within thirty days." });
  visitor = await VisitorClient.init(`${server.url}/api/v1`, shop.tenant_id, origin);
  for (const content of ["Can I return it within thirty days?", `I want to talk to a person about ${mark}`])
    await (
      await visitor.call("stream", { method: "POST", body: JSON.stringify({ message_id: newId(), content }) })
    ).text();
  await withTenant(server.ctx.db, shop.tenant_id, async (tx) => {
    await seedEveryTable(tx, mark);
    // The test below erases it at its own time.
    await tx.query("delete from tenant_removals");
  });
  await waitFor(
    async () =>
      (await rowsOf("documents where status <> 'ready' and kind = 'other' and current_version_id is not null")) === 0,
    { what: "vectors" },
  );
}, 180_000);
afterAll(async () => {
  await server?.stop();
  for (const each of [folder, out]) await rm(each, { recursive: true, force: true });
});

async function admin(path: string, body?: object, key = shop.api_key) {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const command = async <T>(name: string, args: object) =>
  (await commands.get(name)?.run(server.ctx, args, { info: () => {}, text: () => {} })) as T;
const rowsOf = (of: string, tenantId: string = shop.tenant_id) =>
  withTenant(server.ctx.db, tenantId, async (tx) => {
    const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from ${of}`);
    return rows[0]?.n ?? 0;
  });
const take = async (bytes: AsyncIterable<Uint8Array>, asNew = false) =>
  importArchive(server.ctx.http.privacy, { bytes, actor: operator, asNew });

async function entriesIn(file: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for await (const entry of readTar(Readable.from([gunzipSync(await readFile(file))]))) entries.push(entry);
  return entries;
}

/**
 * One hash per exported table, without columns that an import creates anew. Daily numbers are left out: the server may count the seeded days again
 * at any time.
 */
function contents(tenantId: string): Promise<Map<string, string>> {
  return withTenant(server.ctx.db, tenantId, async (tx) => {
    const found = new Map<string, string>();
    for (const { name } of await listProbeTables(tx)) {
      const taken = takenOf(name);
      if (!taken || name === "public.audit_log" || name.startsWith("public.analytics_")) continue;
      const without = [
        "tenant_id",
        "is_indexed",
        "indexed_messages",
        "token",
        "due_at",
        "updated_at",
        ...(taken.without ?? []),
      ];
      const { rows } = await tx.query<{ all: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as all from (select (to_jsonb(t) - $1::text[])::text as line from ${name} t) l`,
        [without],
      );
      found.set(name, rows[0]?.all ?? "");
    }
    return found;
  });
}

describe("an export", () => {
  it("says of every table how it is taken along", async () => {
    const tables = await withTenant(server.ctx.db, shop.tenant_id, listProbeTables);
    expect(Object.keys(archiveTables).sort()).toEqual(tables.map(({ name }) => name).sort());
    for (const { name, columns } of tables)
      for (const left of takenOf(name)?.without ?? [])
        expect(
          columns.map((column) => column.name),
          name,
        ).toContain(left);
  });

  it("is read by any program for archives, holds no secret and nothing of the neighbour, and says what is in it", async () => {
    const { file } = await command<{ file: string }>("export", { tenant: "Shop", out: "shop.tar.gz", cwd: out });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const entries = await entriesIn(file);
    expect(entries.slice(0, 3).map(({ name }) => name)).toEqual(["manifest.json", "README.txt", "people.jsonl"]);
    expect(entries.at(-1)?.name).toBe("checksums.json");
    const all = Buffer.concat(entries.map(({ bytes }) => bytes)).toString("utf8");
    expect(all).toContain(mark);
    expect(entries.some(({ name }) => name.startsWith("rows/public.analytics_days/"))).toBe(true);
    for (const secret of [
      shop.identity_secret,
      shop.api_key.slice(-30),
      shop.admin.password,
      `neighbour${mark}`,
      other.tenant_id,
      "identity_secret",
      '"hash":"\\\\x' + "zz",
    ])
      expect(all.includes(secret), secret).toBe(false);
    expect(
      entries.some(({ name, bytes }) => name.startsWith("files/attachment_files/") && bytes.toString() === mark),
    ).toBe(true);
    expect(JSON.parse(entries[2]?.bytes.toString() ?? "")).toMatchObject({ email: "ann@shop.example", role: "admin" });
  });

  it("of a visitor holds what is kept of them and of nobody else, over the API", async () => {
    const id = (
      await withTenant(server.ctx.db, shop.tenant_id, (tx) =>
        tx.query<{ id: string }>("select visitor_id as id from tickets where id = $1", [visitor.session.ticket.id]),
      )
    ).rows[0]?.id;
    const answer = await admin(`export?visitor=${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/attachment; filename="?parley-visitor-.*\.tar\.gz/);
    const file = join(out, "visitor.tar.gz");
    await writeFile(file, answer.bytes);
    const entries = await entriesIn(file);
    const lines = (table: string) =>
      entries
        .filter(({ name }) => name.startsWith(`rows/public.${table}/`))
        .flatMap(({ bytes }) => bytes.toString().trim().split("\n"));
    expect(lines("tickets")).toHaveLength(1);
    expect(lines("visitors")).toHaveLength(1);
    expect(lines("messages").length).toBeGreaterThan(2);
    expect(entries.filter(({ name }) => /documents|audit_log|people|api_keys/.test(name))).toEqual([]);
    expect((await admin(`export?visitor=${newId()}`)).status).toBe(404);
    expect((await admin(`export?visitor=${id}`, undefined, other.api_key)).status).toBe(404);
    await expect(take(Readable.from([gunzipSync(answer.bytes)]))).rejects.toThrow("of a single visitor");
  });
});

describe("an import", () => {
  it("beside the tenant has the same rows under another id, and tells nobody", async () => {
    const made = await command<Imported>("import", { file: "shop.tar.gz", asNew: true, cwd: out });
    expect(made.tenant_id).not.toBe(shop.tenant_id);
    expect(made).toMatchObject({ people: 1, reread: 0 });
    // A checkpoint cannot exist twice.
    expect(Object.keys(made.left).every((table) => table.startsWith("langgraph."))).toBe(true);
    const own = await contents(shop.tenant_id);
    const differs = [...(await contents(made.tenant_id))].filter(([name, hash]) => own.get(name) !== hash);
    expect(differs.filter(([name]) => !name.startsWith("langgraph."))).toEqual([]);
    expect(await rowsOf("email_threads where due_at is not null", made.tenant_id)).toBe(0);
    expect(await rowsOf("notices", made.tenant_id)).toBe(0);
    expect(await rowsOf("webhook_deliveries", made.tenant_id)).toBe(0);
    await deleteTenantIn(server.ctx.http.privacy, { tenantId: made.tenant_id, actor: operator }, 0);
    await eraseTenant(server.ctx.http.privacy, made.tenant_id);
  }, 120_000);

  it("takes an export of the last version before 0.1.0, whose tables were the same", async () => {
    const entries = await entriesIn(join(out, "shop.tar.gz"));
    const sumOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    const [manifest, sums] = [entries[0]?.bytes ?? Buffer.of(), entries.at(-1)?.bytes ?? Buffer.of()];
    const earlier = Buffer.from(String(manifest).replace(/"schema": "\w+"/, '"schema": "0085_document_kinds"'));
    expect(sumOf(earlier)).not.toBe(sumOf(manifest));
    const packed = writeTar(
      Readable.from([
        { name: "manifest.json", bytes: earlier },
        ...entries.slice(1, -1),
        { name: "checksums.json", bytes: Buffer.from(String(sums).replace(sumOf(manifest), sumOf(earlier))) },
      ]),
      new Date(),
    );
    const made = await take(packed, true);
    expect(made.name).toBe("Shop");
    await deleteTenantIn(server.ctx.http.privacy, { tenantId: made.tenant_id, actor: operator }, 0);
    await eraseTenant(server.ctx.http.privacy, made.tenant_id);
  }, 120_000);

  it("refuses what is here already, newer, changed, cut off or something else, and leaves nothing of it", async () => {
    const before = await withTenant(server.ctx.db, other.tenant_id, fingerprintResting);
    await expect(command("import", { file: "shop.tar.gz", asNew: false, cwd: out })).rejects.toThrow("already exists");
    const entries = await entriesIn(join(out, "shop.tar.gz"));
    const changed = (name: RegExp, change: (text: string) => string) => {
      const list = entries.map((entry) =>
        name.test(entry.name) ? { ...entry, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
      );
      return writeTar(
        (async function* () {
          yield* list;
        })(),
        new Date(),
      );
    };
    const tenants = async () => (await command<{ tenants: object[] }>("tenant list", {})).tenants.length;
    const count = await tenants();
    await expect(
      take(
        changed(/manifest/, (text) => text.replace("export/1", "export/2")),
        true,
      ),
    ).rejects.toThrow("newer version");
    await expect(
      take(
        changed(/manifest/, (text) => text.replace(/"schema": "\d+/, '"schema": "9999')),
        true,
      ),
    ).rejects.toThrow("newer version");
    await expect(
      take(
        changed(/messages\/000001/, (text) => text.replace(mark, "x".repeat(mark.length))),
        true,
      ),
    ).rejects.toThrow("checksums");
    await expect(
      take(
        changed(/messages\/000001/, (text) => text.replace('"role":"visitor"', '"role":"king"')),
        true,
      ),
    ).rejects.toThrow("invalid rows");
    await expect(take(Readable.from([Buffer.from("no archive".repeat(100))]), true)).rejects.toThrow("cannot be read");
    const whole = gunzipSync(await readFile(join(out, "shop.tar.gz")));
    await expect(take(Readable.from([whole.subarray(0, whole.length - 4_000)]), true)).rejects.toThrow(
      /cannot be read|checksums/,
    );
    await writeFile(join(out, "cut.tar.gz"), gzipSync(whole).subarray(0, 2_000));
    await expect(command("import", { file: "cut.tar.gz", asNew: true, cwd: out })).rejects.toThrow("cannot be read");
    expect(await tenants()).toBe(count);
    expect(await withTenant(server.ctx.db, other.tenant_id, fingerprintTables)).toEqual(before);
  }, 120_000);

  it("into an installation that does not have it goes on where it was: the person answers, the visitor hears it", async () => {
    const before = await contents(shop.tenant_id);
    const { privacy } = server.ctx.http;
    await deleteTenantIn(privacy, { tenantId: shop.tenant_id, actor: operator }, 0);
    expect((await eraseTenant(privacy, shop.tenant_id))?.counts["tenants"]).toBe(1);
    const made = await command<Imported>("import", { file: "shop.tar.gz", asNew: false, cwd: out });
    expect(made.tenant_id).toBe(shop.tenant_id);
    const after = await contents(shop.tenant_id);
    expect([...after].filter(([name, hash]) => before.get(name) !== hash)).toEqual([]);
    const key = await command<{ api_key: string }>("key create", { tenant: "Shop", name: "new", role: "admin" });
    const { id } = visitor.session.ticket;
    const heard = visitor.call("events").then(async (feed) => {
      let told = "";
      for await (const bytes of feed.body ?? []) {
        told += Buffer.from(bytes).toString("utf8");
        if (told.includes("It comes on Monday.")) break;
      }
      answers.push(told);
    });
    await waitFor(async () => (await admin(`tickets/${id}`, undefined, key.api_key)).status === 200, {
      what: "the ticket",
    });
    const resolved = await admin(`tickets/${id}/resolve`, { answer: "It comes on Monday." }, key.api_key);
    expect(resolved.status).toBe(200);
    await heard;
    expect(answers.join("")).toContain("It comes on Monday.");
    const question = await visitor.call("stream", {
      method: "POST",
      body: JSON.stringify({ message_id: newId(), content: "Can I return it within thirty days?" }),
    });
    expect(await question.text()).toContain("thirty days");
  }, 120_000);
});
