import { sql } from "kysely";
import { type PlaygroundDraft, playgroundDraftSchema } from "../../../protocol/playground.ts";
import { type JsonText, json } from "../../database/column-types.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type PlaygroundRunRow = NonNullable<Awaited<ReturnType<typeof findPlaygroundRun>>>;

const runs = query
  .selectFrom("playground_runs")
  .select(["id", "title", "ticket_id", "parent_id", "parent_message_id", "draft", "created_at", "updated_at"]);

const withDraft = <Row extends { draft: unknown }>(row: Row) => ({
  ...row,
  draft: playgroundDraftSchema.parse(row.draft),
});

/** Most runs kept per person; starting a run deletes older ones. */
const mostRuns = 200;

/** A person's runs, most recently used first. */
export async function listPlaygroundRuns(tx: TenantTransaction, personId: string): Promise<PlaygroundRunRow[]> {
  const rows = await tx.all(
    runs.where("person_id", "=", personId).orderBy("updated_at", "desc").orderBy("id", "desc").limit(mostRuns),
  );
  return rows.map(withDraft);
}

/** @param options.lock locks the row until the transaction ends. */
export async function findPlaygroundRun(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
  { lock = false } = {},
) {
  const row = await tx.first(
    runs
      .where("id", "=", id)
      .where("person_id", "=", personId)
      .$if(lock, (locked) => locked.forUpdate()),
  );
  return row && withDraft(row);
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
  await tx.run(
    query
      .insertInto("playground_runs")
      .values({
        tenant_id: tx.tenantId,
        id: run.id,
        person_id: run.personId,
        title: run.title,
        ticket_id: run.ticketId,
        parent_id: run.parent?.runId ?? null,
        parent_message_id: run.parent?.messageId ?? null,
        draft: json(run.draft),
      })
      .onConflict((conflict) => conflict.columns(["tenant_id", "id"]).doNothing()),
  );
  await tx.run(
    query
      .deleteFrom("playground_runs")
      .where("id", "in", ({ selectFrom }) =>
        selectFrom("playground_runs")
          .select("id")
          .where("person_id", "=", run.personId)
          .orderBy("updated_at", "desc")
          .orderBy("id", "desc")
          .offset(mostRuns),
      ),
  );
}

export async function updatePlaygroundRun(
  tx: TenantTransaction,
  id: string,
  { title, draft }: { title?: string | undefined; draft?: PlaygroundDraft | undefined },
): Promise<void> {
  await tx.run(
    query
      .updateTable("playground_runs")
      .set((run) => ({ title: title ?? run.ref("title"), draft: draft ? json(draft) : sql<JsonText>`draft` }))
      .where("id", "=", id),
  );
}

/** Sets the run's title from its first question. */
export async function namePlaygroundRun(tx: TenantTransaction, id: string, title: string): Promise<void> {
  await tx.run(query.updateTable("playground_runs").set({ title }).where("id", "=", id).where("title", "=", ""));
}

export async function deletePlaygroundRun(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  return (
    (await tx.run(query.deleteFrom("playground_runs").where("id", "=", id).where("person_id", "=", personId))) === 1
  );
}
