import { sql } from "kysely";
import { z } from "zod";
import {
  type PlaygroundDraft,
  type PlaygroundResult,
  type PlaygroundStep,
  playgroundDraftSchema,
  playgroundResultSchema,
  playgroundStepSchema,
} from "../../../protocol/playground.ts";
import { json } from "../../database/column-types.ts";
import { now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

type PlaygroundState = RowOf<"playground_messages">["state"];

/** A message of a run. `is_lost`: its worker has sent no heartbeat for too long. The steps of its nodes are read separately. */
export type PlaygroundMessageRow = Awaited<ReturnType<typeof listPlaygroundMessages>>[number];

/** Seconds without a heartbeat after which an answer counts as abandoned. Heartbeats are sent every five seconds. */
const lostAfterSeconds = 30;

const messages = query
  .selectFrom("playground_messages")
  .select(["id", "run_id", "seq", "role", "content", "is_given", "state", "draft", "result", "created_at"])
  .select(
    sql<boolean>`state = 'running' and beat_at < now() - make_interval(secs => ${lostAfterSeconds})`.as("is_lost"),
  );

const parsed = <Row extends { draft: unknown; result: unknown }>(row: Row) => ({
  ...row,
  draft: playgroundDraftSchema.parse(row.draft),
  result: playgroundResultSchema.nullable().parse(row.result),
});

/** In the order they were written. */
export async function listPlaygroundMessages(tx: TenantTransaction, runId: string) {
  return (await tx.all(messages.where("run_id", "=", runId).orderBy("seq"))).map(parsed);
}

/** A message with the steps of its nodes. */
export async function findPlaygroundMessage(tx: TenantTransaction, { id, runId }: { id: string; runId: string }) {
  const row = await tx.first(messages.select("steps").where("id", "=", id).where("run_id", "=", runId));
  return row && { ...parsed(row), steps: z.array(playgroundStepSchema).parse(row.steps) };
}

export interface NewPlaygroundMessage {
  id: string;
  runId: string;
  role: "visitor" | "assistant";
  content: string;
  isGiven?: boolean;
  state?: PlaygroundState;
  draft?: PlaygroundDraft;
}

/** Appends a message. The run's row provides the number and is locked. False: another message has the id. */
export async function insertPlaygroundMessage(tx: TenantTransaction, message: NewPlaygroundMessage): Promise<boolean> {
  const { id, runId, role, content, isGiven = false, state = "done", draft = {} } = message;
  const isRunning = state === "running";
  const inserted = await tx.run(sql`
    with numbered as (
      update playground_runs set last_seq = last_seq + 1, updated_at = now() where id = ${runId} returning last_seq
    )
    insert into playground_messages (tenant_id, id, run_id, seq, role, content, is_given, state, draft, beat_at, finished_at)
    select ${tx.tenantId}, ${id}, ${runId}, last_seq, ${role}, ${content}, ${isGiven}, ${state}, ${json(draft)},
           case when ${isRunning} then now() end, case when not ${isRunning} then now() end
      from numbered on conflict (tenant_id, id) do nothing`);
  return inserted === 1;
}

/** Stores the progress of an answer and its heartbeat. False: the answer was ended meanwhile. */
export async function updateProgress(
  tx: TenantTransaction,
  id: string,
  { content, steps }: { content: string; steps: readonly PlaygroundStep[] },
): Promise<boolean> {
  const updated = await tx.run(
    query
      .updateTable("playground_messages")
      .set({ content, steps: json(steps), beat_at: now })
      .where("id", "=", id)
      .where("state", "=", "running"),
  );
  return updated === 1;
}

/** Ends an answer unless it has ended: of two concurrent calls, one succeeds. */
export async function endPlaygroundMessage(
  tx: TenantTransaction,
  id: string,
  end: {
    state: Exclude<PlaygroundState, "running">;
    content?: string;
    result?: PlaygroundResult;
    steps?: readonly PlaygroundStep[];
  },
): Promise<boolean> {
  const { state, content, result, steps } = end;
  const ended = await tx.run(
    query
      .updateTable("playground_messages")
      .set({ state, content, result: result && json(result), steps: steps && json(steps) })
      .set({ beat_at: null, finished_at: now })
      .where("id", "=", id)
      .where("state", "=", "running"),
  );
  return ended === 1;
}
