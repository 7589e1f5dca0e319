import { z } from "zod";
import { type ReleaseSettings, type ReleaseState, releaseSettingsSchema } from "../../../protocol/releases.ts";
import { json } from "../../database/column-types.ts";
import { countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { documentFieldsSchema } from "./documents.ts";

const undoSchema = z.object({
  settings: releaseSettingsSchema,
  versions: z.array(
    z.object({
      document_id: z.string(),
      version_id: z.string().nullable(),
      published_id: z.string(),
      fields: documentFieldsSchema,
    }),
  ),
});
/** The settings and versions that a publication replaced. */
export type ReleaseUndo = z.infer<typeof undoSchema>;

/** `base` contains the values of the release's settings when they were added, or at the last test. */
export type ReleaseRow = NonNullable<Awaited<ReturnType<typeof findRelease>>>;

const releases = query
  .selectFrom("releases")
  .select(["id", "name", "state", "settings", "base", "revision", "undo", "person_name", "ended_at", "ended_by"])
  .select(["created_at", "updated_at"]);

const jsonColumns = z.object({
  settings: releaseSettingsSchema,
  base: releaseSettingsSchema,
  undo: undoSchema.nullable(),
});
const parsed = <Row extends object>(row: Row) => ({ ...row, ...jsonColumns.parse(row) });

/** Lists releases, newest first. @param page.before id of the last release of the previous page */
export async function listReleases(
  tx: TenantTransaction,
  { before, limit, state }: { before: string | null; limit: number; state?: ReleaseState | undefined },
): Promise<ReleaseRow[]> {
  let found = releases.orderBy("id", "desc").limit(limit);
  if (before !== null) found = found.where("id", "<", before);
  if (state !== undefined) found = found.where("state", "=", state);
  return (await tx.all(found)).map(parsed);
}

export async function findRelease(tx: TenantTransaction, id: string) {
  const row = await tx.first(releases.where("id", "=", id));
  return row && parsed(row);
}

/** Like {@link findRelease}, and locks the release until the transaction ends. */
export async function lockRelease(tx: TenantTransaction, id: string): Promise<ReleaseRow | undefined> {
  const row = await tx.first(releases.where("id", "=", id).forUpdate());
  return row && parsed(row);
}

export async function countOpenReleases(tx: TenantTransaction): Promise<number> {
  const open = query.selectFrom("releases").select(countAll.as("count")).where("state", "=", "open");
  return (await tx.first(open))?.count ?? 0;
}

export async function insertRelease(
  tx: TenantTransaction,
  { id, name, person }: { id: string; name: string; person: { id: string; name: string } },
): Promise<void> {
  const values = { tenant_id: tx.tenantId, id, name, person_id: person.id, person_name: person.name };
  await tx.run(query.insertInto("releases").values(values));
}

/** Changes a release. Increases the revision unless only the name changes. */
export async function reviseRelease(
  tx: TenantTransaction,
  id: string,
  { name, settings, base }: { name?: string | undefined; settings?: ReleaseSettings; base?: ReleaseSettings } = {},
): Promise<void> {
  const isOnlyNamed = name !== undefined && settings === undefined;
  await tx.run(
    query
      .updateTable("releases")
      .set(({ eb }) => ({
        name,
        settings: settings && json(settings),
        base: base && json(base),
        revision: eb("revision", "+", isOnlyNamed ? 0 : 1),
        updated_at: now,
      }))
      .where("id", "=", id),
  );
}

/** Stores the published settings. From now on, the release is compared with them. */
export async function rebaseRelease(tx: TenantTransaction, id: string, base: ReleaseSettings): Promise<void> {
  await tx.run(
    query
      .updateTable("releases")
      .set({ base: json(base) })
      .where("id", "=", id),
  );
}

export async function endRelease(
  tx: TenantTransaction,
  id: string,
  { state, by, undo }: { state: Exclude<ReleaseState, "open">; by: string; undo?: ReleaseUndo },
): Promise<void> {
  const end = { state, ended_by: by, undo: undo && json(undo), ended_at: now, updated_at: now };
  await tx.run(query.updateTable("releases").set(end).where("id", "=", id));
}
