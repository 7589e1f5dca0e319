import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { CopilotAction } from "../../../protocol/copilot.ts";
import type { AskedQuestion, CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import type { Usage } from "../../../protocol/messages.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type CopilotState = "running" | "asking" | "done" | "failed" | "cancelled";

/** A message of a conversation. `questions` and `body` are read with their schemas. */
export interface CopilotMessageRow {
  id: string;
  conversation_id: string;
  seq: number;
  role: "person" | "copilot";
  content: string;
  mentions: CopilotMentions;
  attached: string | null;
  /** Of the copilot: the person's message that it works on. */
  asked_id: string | null;
  state: CopilotState;
  action: CopilotAction | null;
  questions: unknown;
  body: unknown;
  judged: unknown;
  usage: Usage | null;
  /** Nobody has worked on it for so long that nobody will. */
  is_lost: boolean;
  created_at: Date;
  finished_at: Date | null;
}

/** Seconds without a sign of whoever works on a run, after which it counts as lost: signs come every five. */
const lostAfterSeconds = 30;

const columns = `id, conversation_id, seq, role, content, mentions, attached, asked_id, state, action, questions, body, judged, usage,
  created_at, finished_at, state = 'running' and beat_at < now() - interval '${lostAfterSeconds} seconds' as is_lost`;

/** In the order they were written. */
export async function listCopilotMessages(tx: TenantTransaction, conversationId: string): Promise<CopilotMessageRow[]> {
  const { rows } = await tx.query<CopilotMessageRow>(
    `select ${columns} from copilot_messages where conversation_id = $1 order by seq`,
    [conversationId],
  );
  return rows;
}

/** @param query.lock holds its row until the transaction ends. */
export async function findCopilotMessage(
  tx: TenantTransaction,
  { id, conversationId }: { id: string; conversationId: string },
  { lock = false } = {},
): Promise<CopilotMessageRow | undefined> {
  const { rows } = await tx.query<CopilotMessageRow>(
    `select ${columns} from copilot_messages where id = $1 and conversation_id = $2 ${lock ? "for update" : ""}`,
    [id, conversationId],
  );
  return rows[0];
}

/** What a message was answered from; undefined where there is no such message, null where nothing is known of it. */
export async function findContextRecord(
  tx: TenantTransaction,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<unknown> {
  const { rows } = await tx.query<{ context_record: unknown }>(
    "select context_record from copilot_messages where id = $1 and conversation_id = $2",
    [id, conversationId],
  );
  return rows[0]?.context_record;
}

/** The newest message that the copilot wrote here, which is the one that may run or wait; none that was brought back from a branch. */
export async function findNewestRun(
  tx: TenantTransaction,
  conversationId: string,
): Promise<CopilotMessageRow | undefined> {
  const { rows } = await tx.query<CopilotMessageRow>(
    `select ${columns} from copilot_messages where conversation_id = $1 and role = 'copilot' and asked_id is not null order by seq desc limit 1 for update`,
    [conversationId],
  );
  return rows[0];
}

export interface NewCopilotMessage {
  id: string;
  conversationId: string;
  role: "person" | "copilot";
  content: string;
  mentions?: CopilotMentions;
  attached?: string | null;
  askedId?: string;
  state?: CopilotState;
  /** Of one that is brought back from a branch: what it came to there. */
  action?: CopilotAction | null;
  body?: unknown;
  judged?: unknown;
}

/** Adds a message after the others. The conversation's row gives the number, and is held for it. False: another message has the id. */
export async function insertCopilotMessage(tx: TenantTransaction, message: NewCopilotMessage): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with numbered as (
       update copilot_conversations set last_seq = last_seq + 1, updated_at = now() where id = $3 returning last_seq
     )
     insert into copilot_messages (tenant_id, id, conversation_id, seq, role, content, mentions, attached, asked_id, state, action, body, judged, beat_at, finished_at)
     select $1, $2, $3, last_seq, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $9 = 'running' then now() end,
            case when $9 = 'running' then null else now() end
       from numbered on conflict (tenant_id, id) do nothing`,
    [
      tx.tenantId,
      message.id,
      message.conversationId,
      message.role,
      message.content,
      JSON.stringify(message.mentions ?? {}),
      message.attached ?? null,
      message.askedId ?? null,
      message.state ?? "done",
      message.action ?? null,
      message.body == null ? null : JSON.stringify(message.body),
      JSON.stringify(message.judged ?? {}),
    ],
  );
  return rowCount === 1;
}

/** How a run stands. What is left undefined stays. */
export interface RunChange {
  state: CopilotState;
  content?: string;
  action?: CopilotAction | null;
  questions?: readonly AskedQuestion[] | undefined;
  body?: unknown;
  usage?: Usage;
  /** What it was answered from. */
  context?: ContextRecord | null;
}

/**
 * Writes how a run stands, if it is still in the state that the writer believes: of two who answer, cancel or end it, one does.
 * @returns whether it was written.
 */
export async function moveRun(
  tx: TenantTransaction,
  { id, from }: { id: string; from: CopilotState },
  change: RunChange,
): Promise<boolean> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const { rowCount } = await tx.query(
    `update copilot_messages
        set state = $3, content = coalesce($4, content), action = coalesce($5, action),
            questions = coalesce($6::jsonb, questions), body = coalesce($7::jsonb, body), usage = coalesce($8::jsonb, usage),
            context_record = coalesce($9::jsonb, context_record),
            beat_at = case when $3 = 'running' then now() end,
            finished_at = case when $3 in ('running', 'asking') then null else now() end
      where id = $1 and state = $2`,
    [
      id,
      from,
      change.state,
      change.content ?? null,
      change.action ?? null,
      json(change.questions),
      json(change.body),
      json(change.usage),
      json(change.context ?? undefined),
    ],
  );
  return rowCount === 1;
}

/** Says that somebody works on it. False: it was ended meanwhile. */
export async function beatRun(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update copilot_messages set beat_at = now() where id = $1 and state = 'running'",
    [id],
  );
  return rowCount === 1;
}

/** What somebody thinks of a finding. */
export async function judgeFinding(
  tx: TenantTransaction,
  { messageId, findingId, judgement }: { messageId: string; findingId: string; judgement: unknown },
): Promise<void> {
  await tx.query(
    `update copilot_messages
        set judged = case when $3::jsonb is null then judged - $2 else judged || jsonb_build_object($2, $3::jsonb) end
      where id = $1`,
    [messageId, findingId, judgement === null ? null : JSON.stringify(judgement)],
  );
}
