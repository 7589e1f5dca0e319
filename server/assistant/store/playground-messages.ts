import type { PlaygroundDraft, PlaygroundResult, PlaygroundStep } from "../../../protocol/playground.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type PlaygroundState = "running" | "done" | "failed" | "cancelled";

/** A message of a run; the steps of its nodes are read separately. */
export interface PlaygroundMessageRow {
  id: string;
  run_id: string;
  seq: number;
  role: "visitor" | "assistant";
  content: string;
  is_given: boolean;
  state: PlaygroundState;
  draft: PlaygroundDraft;
  result: PlaygroundResult | null;
  /** True when its worker has sent no heartbeat for too long. */
  is_lost: boolean;
  created_at: Date;
}

/** Seconds without a heartbeat after which an answer counts as abandoned. Heartbeats are sent every five seconds. */
const lostAfterSeconds = 30;

const columns = `id, run_id, seq, role, content, is_given, state, draft, result, created_at,
  state = 'running' and beat_at < now() - interval '${lostAfterSeconds} seconds' as is_lost`;

/** In the order they were written. */
export async function listPlaygroundMessages(tx: TenantTransaction, runId: string): Promise<PlaygroundMessageRow[]> {
  const { rows } = await tx.query<PlaygroundMessageRow>(
    `select ${columns} from playground_messages where run_id = $1 order by seq`,
    [runId],
  );
  return rows;
}

/** A message with the steps of its nodes. */
export async function findPlaygroundMessage(
  tx: TenantTransaction,
  { id, runId }: { id: string; runId: string },
): Promise<(PlaygroundMessageRow & { steps: PlaygroundStep[] }) | undefined> {
  const { rows } = await tx.query<PlaygroundMessageRow & { steps: PlaygroundStep[] }>(
    `select ${columns}, steps from playground_messages where id = $1 and run_id = $2`,
    [id, runId],
  );
  return rows[0];
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
  const { rowCount } = await tx.query(
    `with numbered as (
       update playground_runs set last_seq = last_seq + 1, updated_at = now() where id = $3 returning last_seq
     )
     insert into playground_messages (tenant_id, id, run_id, seq, role, content, is_given, state, draft, beat_at, finished_at)
     select $1, $2, $3, last_seq, $4, $5, $6, $7, $8, case when $7 = 'running' then now() end, case when $7 <> 'running' then now() end
       from numbered on conflict (tenant_id, id) do nothing`,
    [
      tx.tenantId,
      message.id,
      message.runId,
      message.role,
      message.content,
      message.isGiven ?? false,
      message.state ?? "done",
      JSON.stringify(message.draft ?? {}),
    ],
  );
  return rowCount === 1;
}

/** Stores the progress of an answer and its heartbeat. False: the answer was ended meanwhile. */
export async function updateProgress(
  tx: TenantTransaction,
  id: string,
  { content, steps }: { content: string; steps: readonly PlaygroundStep[] },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update playground_messages set content = $2, steps = $3, beat_at = now() where id = $1 and state = 'running'",
    [id, content, JSON.stringify(steps)],
  );
  return rowCount === 1;
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
  const { rowCount } = await tx.query(
    `update playground_messages
        set state = $2, content = coalesce($3, content), result = coalesce($4::jsonb, result), steps = coalesce($5::jsonb, steps),
            beat_at = null, finished_at = now()
      where id = $1 and state = 'running'`,
    [
      id,
      end.state,
      end.content ?? null,
      end.result ? JSON.stringify(end.result) : null,
      end.steps ? JSON.stringify(end.steps) : null,
    ],
  );
  return rowCount === 1;
}
