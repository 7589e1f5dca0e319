import type { ReleaseRunView } from "../../../protocol/release-runs.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface ReleaseRunRow {
  id: string;
  release_id: string;
  revision: number;
  wanted: number;
  state: ReleaseRunView["state"];
  error: string | null;
  person_name: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const columns = "id, release_id, revision, wanted, state, error, person_name, created_at, started_at, finished_at";

/** Begins a run of a release in place of the one before. */
export async function replaceReleaseRun(
  tx: TenantTransaction,
  run: { id: string; releaseId: string; revision: number; wanted: number; personName: string },
): Promise<void> {
  await tx.query("delete from release_runs where release_id = $1", [run.releaseId]);
  await tx.query(
    "insert into release_runs (tenant_id, id, release_id, revision, wanted, person_name) values ($1, $2, $3, $4, $5, $6)",
    [tx.tenantId, run.id, run.releaseId, run.revision, run.wanted, run.personName],
  );
}

export async function findReleaseRun(tx: TenantTransaction, id: string): Promise<ReleaseRunRow | undefined> {
  const { rows } = await tx.query<ReleaseRunRow>(`select ${columns} from release_runs where id = $1`, [id]);
  return rows[0];
}

export async function findRunOfRelease(tx: TenantTransaction, releaseId: string): Promise<ReleaseRunRow | undefined> {
  const { rows } = await tx.query<ReleaseRunRow>(
    `select ${columns} from release_runs where release_id = $1 order by id desc limit 1`,
    [releaseId],
  );
  return rows[0];
}

/** Held until the transaction ends, so that its questions are chosen once. */
export async function lockReleaseRun(tx: TenantTransaction, id: string): Promise<ReleaseRunRow | undefined> {
  const { rows } = await tx.query<ReleaseRunRow>(`select ${columns} from release_runs where id = $1 for update`, [id]);
  return rows[0];
}

/** Brings a run that is under way further; one that has ended stays as it is. True when it did. */
export async function moveReleaseRun(
  tx: TenantTransaction,
  id: string,
  { state, error }: { state: Exclude<ReleaseRunRow["state"], "queued">; error?: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update release_runs set state = $2, error = $3, started_at = coalesce(started_at, case when $2 = 'running' then now() end),
            finished_at = case when $2 <> 'running' then now() end
      where id = $1 and state in ('queued', 'running')`,
    [id, state, error ?? null],
  );
  return (rowCount ?? 0) > 0;
}
