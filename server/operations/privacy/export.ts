import { createHash } from "node:crypto";
import type { EraseRequest } from "../../../protocol/admin-erasures.ts";
import type { Manifest } from "../../../protocol/archive.ts";
import { listPeople } from "../../accounts/store/people.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { AppError } from "../../core/errors.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withLongLimits } from "../../database/database.ts";
import { findNewestMigration } from "../../database/schema-check.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { type ArchiveTable, conditionsOfVisitors, listArchivedRows, listArchiveTables } from "../store/archive-rows.ts";
import { listVisitorsNamed, type VisitorName, visitorBatch } from "../store/erase-rows.ts";
import { takenOf } from "./archive-tables.ts";
import type { ArchiveDeps } from "./deps.ts";
import { type ArchiveEntry, writeTar } from "./tar.ts";

type WhichVisitor = Extract<EraseRequest, { kind: "visitor" }>;

export interface ExportRequest {
  tenantId: string;
  actor: AuditActor;
  /** Limits the export to data about this visitor. */
  visitor?: WhichVisitor | undefined;
}

const usualPage = 500;
/** Approximate size of a file of rows, in bytes. */
const fileBytes = 1024 * 1024;

interface Scope {
  tenantId: string;
  tables: { table: ArchiveTable; columns: string[]; condition: string | undefined }[];
  ids: string[];
  manifest: Manifest;
}

/**
 * Exports a tenant, or the data about one of its visitors, as a tar archive: JSON lines per table, files unchanged, no secrets. The archive
 * is created while it is read: a few rows at a time, each query in its own transaction. Data that arrives meanwhile may be missing; a
 * suspended tenant does not change. @throws AppError `not_found` before the first byte.
 */
export async function exportArchive(given: ArchiveDeps, request: ExportRequest): Promise<AsyncGenerator<Buffer>> {
  const deps = withLongLimits(given);
  const scope = await findScope(deps, request);
  return writeTar(entriesOf(deps, scope), new Date(scope.manifest.created_at));
}

async function findScope({ db, publicUrl, embeddingModel }: ArchiveDeps, request: ExportRequest): Promise<Scope> {
  const { tenantId, actor, visitor } = request;
  const schema = await withSystem(db, "check-installation", findNewestMigration);
  return withTenant(db, tenantId, async (tx) => {
    const tenant = await findTenant(tx);
    if (!tenant) throw new AppError("not_found", "Tenant not found.");
    const ids = visitor ? await listAllNamed(tx, namedBy(visitor)) : [];
    if (visitor && ids.length === 0) throw new AppError("not_found", "Visitor not found.");
    const conditions = visitor ? await conditionsOfVisitors(tx) : undefined;
    const tables = (await listArchiveTables(tx)).flatMap((table) => {
      const taken = takenOf(table.name);
      const condition = conditions?.get(table.name.replace(/^public\./, ""));
      if (!taken || (visitor && (taken.tenantOnly || !condition))) return [];
      const without = new Set(["tenant_id", ...(taken.without ?? [])]);
      return [
        { table, columns: table.columns.map(({ name }) => name).filter((name) => !without.has(name)), condition },
      ];
    });
    await insertAudit(tx, { actor, action: visitor ? "visitor.export" : "tenant.export" });
    const described = tables.map(({ table: { name, columns: all }, columns }) => ({
      name,
      columns: all.filter((column) => columns.includes(column.name)),
      file: takenOf(name)?.file ?? null,
    }));
    const manifest: Manifest = {
      format: "parley.export/1",
      schema,
      created_at: new Date().toISOString(),
      installation: publicUrl,
      scope: visitor ? "visitor" : "tenant",
      tenant: { id: tenantId, name: tenant.name },
      embedding_model: embeddingModel,
      tables: described,
    };
    return { tenantId, tables, ids, manifest };
  });
}

async function* entriesOf(deps: ArchiveDeps, scope: Scope): AsyncGenerator<ArchiveEntry> {
  const files: Record<string, string> = {};
  const rows: Record<string, number> = {};
  const noted = (entry: ArchiveEntry) => {
    files[entry.name] = createHash("sha256").update(entry.bytes).digest("hex");
    return entry;
  };
  yield noted(json("manifest.json", scope.manifest));
  yield noted({ name: "README.txt", bytes: Buffer.from(readMe) });
  if (scope.manifest.scope === "tenant") yield noted(await peopleOf(deps, scope.tenantId));
  for (const part of scope.tables) {
    const counted = (count: number) => {
      rows[part.table.name] = count;
    };
    for await (const entry of entriesOfTable(deps, scope, { ...part, counted })) yield noted(entry);
  }
  yield json("checksums.json", { files, rows });
}

async function* entriesOfTable(
  { db }: ArchiveDeps,
  { tenantId, ids }: Scope,
  { table, columns, condition, counted }: Scope["tables"][number] & { counted(count: number): void },
): AsyncGenerator<ArchiveEntry> {
  const { file, page = usualPage, key = table.key } = takenOf(table.name) ?? {};
  let [count, part, size, after] = [0, 0, 0, null as string[] | null];
  let lines: string[] = [];
  const flush = () => {
    part += 1;
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    [lines, size] = [[], 0];
    return { name: `rows/${table.name}/${String(part).padStart(6, "0")}.jsonl`, bytes };
  };
  for (let isMore = true; isMore; ) {
    const read = { table, columns, key, file, condition, ids, after, limit: page };
    const found = await withTenant(db, tenantId, (tx) => listArchivedRows(tx, read));
    isMore = found.length === page && key.length > 0;
    after = found.at(-1)?.place ?? after;
    count += found.length;
    for (const { line, bytes } of found) {
      const name = `files/${table.name.replace(/^public\./, "")}/${String(count).padStart(8, "0")}`;
      if (bytes) yield { name, bytes };
      lines.push(bytes ? `${line.slice(0, -1)},"_file":${JSON.stringify(name)}}` : line);
      size += line.length;
    }
    // Each file is directly followed by its row, so that a reader holds one file at a time.
    if (lines.length > 0 && (file || size >= fileBytes)) yield flush();
  }
  if (lines.length > 0) yield flush();
  counted(count);
}

async function peopleOf({ db }: ArchiveDeps, tenantId: string): Promise<ArchiveEntry> {
  const people = await withSystem(db, "list-members", (tx) => listPeople(tx, tenantId));
  const lines = people.map(({ personId, name, email, role, shownAs }) =>
    JSON.stringify({ id: personId, name, email, role, shown_as: shownAs }),
  );
  return { name: "people.jsonl", bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")) };
}

function json(name: string, value: unknown): ArchiveEntry {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

async function listAllNamed(tx: TenantTransaction, name: VisitorName): Promise<string[]> {
  const ids: string[] = [];
  for (let isMore = true; isMore; ) {
    const found = await listVisitorsNamed(tx, name, ids.at(-1));
    ids.push(...found.map(({ id }) => id));
    isMore = found.length === visitorBatch;
  }
  return ids;
}

function namedBy(visitor: WhichVisitor): VisitorName {
  if ("id" in visitor) return { id: visitor.id };
  return "email" in visitor ? { email: visitor.email } : { externalId: visitor.external_id };
}

/** Explanation in the archive for people who open it with any program. */
const readMe = `This is a Parley export in the format parley.export/1.

manifest.json    scope and time of the export, and every table with its columns and their types
people.jsonl     the people of the tenant; no passwords
rows/            one folder per table, with one JSON row per line
files/           original files of documents and messages; the row of a file has its path in "_file"
checksums.json   SHA-256 of every file, and the number of rows in each table

Times are in UTC or include their time zone. Ids are UUIDs. The export contains no secrets: no API keys, passwords, webhook secrets or identity secrets.
To import it into another installation, run "parley import FILE".
`;
