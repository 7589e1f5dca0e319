import type { ReleaseSettings, ReleaseState } from "../../../protocol/releases.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { DocumentFields } from "./documents.ts";

/** What a publication took the place of. */
export interface ReleaseUndo {
  settings: ReleaseSettings;
  versions: { document_id: string; version_id: string | null; published_id: string; fields: DocumentFields }[];
}

export interface ReleaseRow {
  id: string;
  name: string;
  state: ReleaseState;
  settings: ReleaseSettings;
  /** What these settings were when they were put in, or tried last. */
  base: ReleaseSettings;
  revision: number;
  undo: ReleaseUndo | null;
  person_name: string;
  ended_at: Date | null;
  ended_by: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns =
  "id, name, state, settings, base, revision, undo, person_name, ended_at, ended_by, created_at, updated_at";

/** Newest first; `before` is the id of the last one seen. */
export async function listReleases(
  tx: TenantTransaction,
  query: { before: string | null; limit: number; state?: ReleaseState | undefined },
): Promise<ReleaseRow[]> {
  const { rows } = await tx.query<ReleaseRow>(
    `select ${columns} from releases where ($1::uuid is null or id < $1) and ($3::text is null or state = $3) order by id desc limit $2`,
    [query.before, query.limit, query.state ?? null],
  );
  return rows;
}

export async function findRelease(tx: TenantTransaction, id: string): Promise<ReleaseRow | undefined> {
  const { rows } = await tx.query<ReleaseRow>(`select ${columns} from releases where id = $1`, [id]);
  return rows[0];
}

/** As {@link findRelease}, and nobody else changes, publishes or discards it until the transaction ends. */
export async function lockRelease(tx: TenantTransaction, id: string): Promise<ReleaseRow | undefined> {
  const { rows } = await tx.query<ReleaseRow>(`select ${columns} from releases where id = $1 for update`, [id]);
  return rows[0];
}

export async function countOpenReleases(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from releases where state = 'open'",
  );
  return rows[0]?.count ?? 0;
}

export async function insertRelease(
  tx: TenantTransaction,
  row: { id: string; name: string; person: { id: string; name: string } },
): Promise<void> {
  await tx.query("insert into releases (tenant_id, id, name, person_id, person_name) values ($1, $2, $3, $4, $5)", [
    tx.tenantId,
    row.id,
    row.name,
    row.person.id,
    row.person.name,
  ]);
}

/** What it holds is other than before: whoever saw the revision before does not know it. */
export async function reviseRelease(
  tx: TenantTransaction,
  id: string,
  change: { name?: string | undefined; settings?: ReleaseSettings; base?: ReleaseSettings } = {},
): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await tx.query(
    `update releases set name = coalesce($2, name), settings = coalesce($3::jsonb, settings), base = coalesce($4::jsonb, base),
            revision = revision + ($3::jsonb is not null or $2::text is null)::int, updated_at = now()
      where id = $1`,
    [id, change.name ?? null, json(change.settings), json(change.base)],
  );
}

/** What it is compared with is what is published now. */
export async function rebaseRelease(tx: TenantTransaction, id: string, base: ReleaseSettings): Promise<void> {
  await tx.query("update releases set base = $2 where id = $1", [id, JSON.stringify(base)]);
}

export async function endRelease(
  tx: TenantTransaction,
  id: string,
  end: { state: Exclude<ReleaseState, "open">; by: string; undo?: ReleaseUndo },
): Promise<void> {
  await tx.query(
    `update releases set state = $2, ended_by = $3, undo = coalesce($4::jsonb, undo), ended_at = now(), updated_at = now() where id = $1`,
    [id, end.state, end.by, end.undo === undefined ? null : JSON.stringify(end.undo)],
  );
}
