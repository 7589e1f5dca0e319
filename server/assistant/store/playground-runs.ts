import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface PlaygroundRunRow {
  id: string;
  title: string;
  ticket_id: string | null;
  parent_id: string | null;
  parent_message_id: string | null;
  draft: PlaygroundDraft;
  created_at: Date;
  updated_at: Date;
}

const columns = "id, title, ticket_id, parent_id, parent_message_id, draft, created_at, updated_at";

/** Most runs kept per person; starting a run deletes older ones. */
const mostRuns = 200;

/** A person's runs, most recently used first. */
export async function listPlaygroundRuns(tx: TenantTransaction, personId: string): Promise<PlaygroundRunRow[]> {
  const { rows } = await tx.query<PlaygroundRunRow>(
    `select ${columns} from playground_runs where person_id = $1 order by updated_at desc, id desc limit ${mostRuns}`,
    [personId],
  );
  return rows;
}

/** @param query.lock locks the row until the transaction ends. */
export async function findPlaygroundRun(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
  { lock = false } = {},
): Promise<PlaygroundRunRow | undefined> {
  const { rows } = await tx.query<PlaygroundRunRow>(
    `select ${columns} from playground_runs where id = $1 and person_id = $2 ${lock ? "for update" : ""}`,
    [id, personId],
  );
  return rows[0];
}

export interface NewRunRow {
  id: string;
  personId: string;
  title: string;
  ticketId: string | null;
  parent: { runId: string; messageId: string } | null;
  draft: PlaygroundDraft;
}

/** Inserts a run; an existing one with the id stays unchanged. Deletes the person's oldest runs beyond the limit. */
export async function insertPlaygroundRun(tx: TenantTransaction, run: NewRunRow): Promise<void> {
  await tx.query(
    `insert into playground_runs (tenant_id, id, person_id, title, ticket_id, parent_id, parent_message_id, draft)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, id) do nothing`,
    [
      tx.tenantId,
      run.id,
      run.personId,
      run.title,
      run.ticketId,
      run.parent?.runId ?? null,
      run.parent?.messageId ?? null,
      JSON.stringify(run.draft),
    ],
  );
  await tx.query(
    `delete from playground_runs where id in (
       select id from playground_runs where person_id = $1 order by updated_at desc, id desc offset ${mostRuns})`,
    [run.personId],
  );
}

export async function updatePlaygroundRun(
  tx: TenantTransaction,
  id: string,
  { title, draft }: { title?: string | undefined; draft?: PlaygroundDraft | undefined },
): Promise<void> {
  await tx.query(
    "update playground_runs set title = coalesce($2, title), draft = coalesce($3::jsonb, draft) where id = $1",
    [id, title ?? null, draft ? JSON.stringify(draft) : null],
  );
}

/** Sets the run's title from its first question. */
export async function namePlaygroundRun(tx: TenantTransaction, id: string, title: string): Promise<void> {
  await tx.query("update playground_runs set title = $2 where id = $1 and title = ''", [id, title]);
}

export async function deletePlaygroundRun(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query("delete from playground_runs where id = $1 and person_id = $2", [id, personId]);
  return rowCount === 1;
}
