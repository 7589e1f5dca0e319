import type { ReleaseRunView } from "../../../protocol/release-runs.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type ReleaseRunRow = NonNullable<Awaited<ReturnType<typeof findReleaseRun>>>;

const runs = query
  .selectFrom("release_runs")
  .select(["id", "release_id", "revision", "wanted", "state", "error", "person_name"])
  .select(["created_at", "started_at", "finished_at"]);

/** Adds a run of a release and deletes the previous run. */
export async function replaceReleaseRun(
  tx: TenantTransaction,
  run: { id: string; releaseId: string; revision: number; wanted: number; personName: string },
): Promise<void> {
  const { id, releaseId, revision, wanted, personName } = run;
  await tx.run(query.deleteFrom("release_runs").where("release_id", "=", releaseId));
  const values = { tenant_id: tx.tenantId, id, release_id: releaseId, revision, wanted, person_name: personName };
  await tx.run(query.insertInto("release_runs").values(values));
}

export function findReleaseRun(tx: TenantTransaction, id: string) {
  return tx.first(runs.where("id", "=", id));
}

export function findRunOfRelease(tx: TenantTransaction, releaseId: string): Promise<ReleaseRunRow | undefined> {
  return tx.first(runs.where("release_id", "=", releaseId).orderBy("id", "desc").limit(1));
}

/** Locks the run until the transaction ends, so that its questions are chosen only once. */
export function lockReleaseRun(tx: TenantTransaction, id: string): Promise<ReleaseRunRow | undefined> {
  return tx.first(runs.where("id", "=", id).forUpdate());
}

/** Changes the state of an unfinished run. @returns false when the run has ended. */
export async function moveReleaseRun(
  tx: TenantTransaction,
  id: string,
  { state, error = null }: { state: Exclude<ReleaseRunView["state"], "queued">; error?: string | null },
): Promise<boolean> {
  const isRunning = state === "running";
  const moved = await tx.run(
    query
      .updateTable("release_runs")
      .set(({ fn }) => ({
        state,
        error,
        started_at: isRunning ? fn.coalesce("started_at", now) : undefined,
        finished_at: isRunning ? null : now,
      }))
      .where("id", "=", id)
      .where("state", "in", ["queued", "running"]),
  );
  return moved > 0;
}
