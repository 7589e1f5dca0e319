import { createHash } from "node:crypto";
import { archivedPersonSchema, checksumsSchema, type Manifest, manifestSchema } from "../../../protocol/archive.ts";
import { insertNewMember } from "../../accounts/store/members.ts";
import { insertOrganization, insertPersonWithoutPassword } from "../../accounts/store/people.ts";
import { deleteTenant, findTenant } from "../../accounts/store/tenants.ts";
import { AppError, asError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withLongLimits } from "../../database/database.ts";
import { hasSchema } from "../../database/schema-check.ts";
import { type Transaction, withSystem, withTenant } from "../../database/transaction.ts";
import { beginImport, insertWorkOfImport, listArchiveTables } from "../store/archive-rows.ts";
import { updateTenantStatus } from "../store/tenant-removals.ts";
import type { ArchiveDeps } from "./deps.ts";
import { RowTaker } from "./import-rows.ts";
import { type ArchiveEntry, readTar } from "./tar.ts";

interface ImportRequest {
  /** The archive after gzip decompression. */
  bytes: AsyncIterable<Uint8Array>;
  actor: AuditActor;
  /** Imports under a new tenant id, next to the existing tenant. */
  asNew: boolean;
}

export interface Imported {
  tenant_id: string;
  name: string;
  /** The tenant's site signs its visitors with this new secret; the old secret was not exported. */
  identity_secret: string;
  rows: Record<string, number>;
  /** Rows that were skipped because their parent was not in the archive. */
  left: Record<string, number>;
  /** Members who now have an account here and must set a password. */
  people: number;
  /** Documents whose vectors are computed again. */
  reread: number;
}

/**
 * Imports a tenant's export. Ids stay, secrets are new, and nobody is notified. The tenant is suspended until all rows are imported and
 * every checksum is correct; after a failure nothing remains.
 * @throws AppError `invalid_request` for another file or a newer version; `conflict` when the tenant already exists.
 */
export async function importArchive(given: ArchiveDeps, request: ImportRequest): Promise<Imported> {
  const deps = withLongLimits(given);
  const entries = readTar(request.bytes);
  const first = await entries.next().catch(asDamaged);
  const manifest = await checkManifest(deps, first.done ? undefined : first.value);
  const tenantId = request.asNew ? newId() : manifest.tenant.id;
  if (await withTenant(deps.db, tenantId, findTenant))
    throw new AppError(
      "conflict",
      "This tenant already exists. Import it as a new tenant with --as-new, or delete the existing one first.",
    );
  try {
    return await takeIn(deps, request, { entries, manifest, tenantId, first: first.value as ArchiveEntry });
  } catch (error) {
    await withTenant(deps.db, tenantId, deleteTenant);
    throw error;
  }
}

interface Opened {
  entries: AsyncGenerator<ArchiveEntry>;
  manifest: Manifest;
  tenantId: string;
  first: ArchiveEntry;
}

async function takeIn(deps: ArchiveDeps, { actor }: ImportRequest, opened: Opened): Promise<Imported> {
  const { manifest, tenantId, entries } = opened;
  const tables = await withTenant(deps.db, tenantId, listArchiveTables);
  const taker = new RowTaker(deps, { tenantId, manifest, tables, isNew: tenantId !== manifest.tenant.id });
  const sums: Record<string, string> = { [opened.first.name]: hashOf(opened.first) };
  let people: ArchiveEntry | undefined;
  let last: ArchiveEntry | undefined;
  for (;;) {
    const next = await entries.next().catch(asDamaged);
    if (next.done) break;
    last = next.value;
    sums[last.name] = hashOf(last);
    if (last.name === "people.jsonl") people = last;
    else await taker.take(last);
  }
  checkSums(last, sums, taker.read);
  const count = people
    ? await takePeople(deps, { tenantId, name: manifest.tenant.name, lines: people.bytes.toString("utf8") })
    : 0;
  const reread = await withTenant(deps.db, tenantId, async (tx) => {
    await beginImport(tx);
    const work = await insertWorkOfImport(tx, deps.db.vectors ? deps.embeddingModel : null);
    await updateTenantStatus(tx, "active");
    await insertAudit(tx, { actor, action: "tenant.import", target: { kind: "tenant", id: tenantId } });
    return work;
  });
  const { read: rows, left, identitySecret } = taker;
  return {
    tenant_id: tenantId,
    name: manifest.tenant.name,
    identity_secret: identitySecret,
    rows,
    left,
    people: count,
    reread,
  };
}

async function checkManifest({ db }: ArchiveDeps, entry: ArchiveEntry | undefined): Promise<Manifest> {
  const given: unknown = entry?.name === "manifest.json" ? toJson(entry.bytes) : undefined;
  const format = typeof given === "object" && given !== null && "format" in given ? String(given.format) : "";
  const version = /^parley\.export\/(\d+)$/.exec(format)?.[1];
  if (version !== undefined && Number(version) > 1)
    throw new AppError(
      "invalid_request",
      "This export is from a newer version of Parley. Update this installation first.",
    );
  const parsed = manifestSchema.safeParse(given);
  if (!parsed.success) throw new AppError("invalid_request", "This file is not a Parley export, or it is damaged.");
  if (parsed.data.scope !== "tenant")
    throw new AppError("invalid_request", "This export is of a single visitor. Only tenant exports can be imported.");
  const { schema } = parsed.data;
  const isKnown = await withSystem(db, "check-installation", (tx) => hasSchema(tx, schema));
  if (!isKnown)
    throw new AppError(
      "invalid_request",
      `This export is from a newer version of Parley (${schema}). Update this installation first.`,
    );
  return parsed.data;
}

function checkSums(last: ArchiveEntry | undefined, sums: Record<string, string>, rows: Record<string, number>): void {
  const told = checksumsSchema.safeParse(last?.name === "checksums.json" ? toJson(last.bytes) : undefined);
  const { ["checksums.json"]: _own, ...files } = sums;
  if (!told.success || !isSame(told.data.files, files) || !isSame(told.data.rows, rows))
    throw new AppError(
      "invalid_request",
      "The export is damaged or incomplete: its checksums do not match. Nothing was imported.",
    );
}

/** A missing count equals 0. */
function isSame(one: Record<string, string | number>, other: Record<string, string | number>): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => (one[name] ?? 0) === (other[name] ?? 0),
  );
}

function hashOf({ bytes }: ArchiveEntry): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function toJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function asDamaged(cause: unknown): never {
  throw new AppError("invalid_request", `The export cannot be read: ${asError(cause).message}`, { cause });
}

/** Makes the archive's people members of the tenant: with the account of their address, or with a new one without a password. */
async function takePeople(
  { db }: ArchiveDeps,
  { tenantId, name, lines }: { tenantId: string; name: string; lines: string },
): Promise<number> {
  const people = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => archivedPersonSchema.parse(JSON.parse(line)));
  return withSystem(db, "import-members", async (tx: Transaction) => {
    await insertOrganization(tx, tenantId, name);
    for (const person of people) {
      const personId = await insertPersonWithoutPassword(tx, { ...person, otherId: newId() });
      await insertNewMember(tx, { id: newId(), tenantId, personId, role: person.role });
    }
    return people.length;
  });
}
