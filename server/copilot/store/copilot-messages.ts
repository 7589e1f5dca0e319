import { sql } from "kysely";
import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { CopilotAction } from "../../../protocol/copilot.ts";
import {
  type AskedQuestion,
  type CopilotMentions,
  copilotMentionsSchema,
} from "../../../protocol/copilot-conversations.ts";
import { type Usage, usageSchema } from "../../../protocol/messages.ts";
import { type JsonText, json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type CopilotState = "running" | "asking" | "done" | "failed" | "cancelled";

/**
 * A message of a conversation. `asked_id`: the person's message that this message of the copilot answers. `is_lost`: the process that ran it has
 * died. The callers parse `questions`, `body` and `judged`.
 */
export type CopilotMessageRow = Awaited<ReturnType<typeof listCopilotMessages>>[number];

/** A run writes a heartbeat every 5 s. Without one for this many seconds it counts as lost. */
const lostAfterSeconds = 30;

const messages = query
  .selectFrom("copilot_messages")
  .select(["id", "conversation_id", "seq", "role", "content", "mentions", "attached", "asked_id", "state", "action"])
  .select(["questions", "body", "judged", "usage", "created_at", "finished_at"])
  .select(
    sql<boolean>`state = 'running' and beat_at < now() - make_interval(secs => ${lostAfterSeconds})`.as("is_lost"),
  );

function parsed<Row extends { mentions: unknown; usage: unknown }>(row: Row) {
  return {
    ...row,
    mentions: copilotMentionsSchema.parse(row.mentions),
    usage: usageSchema.nullable().parse(row.usage),
  };
}

/** Oldest first. */
export async function listCopilotMessages(tx: TenantTransaction, conversationId: string) {
  return (await tx.all(messages.where("conversation_id", "=", conversationId).orderBy("seq"))).map(parsed);
}

/** @param options.lock locks its row until the transaction ends */
export async function findCopilotMessage(
  tx: TenantTransaction,
  { id, conversationId }: { id: string; conversationId: string },
  { lock = false } = {},
): Promise<CopilotMessageRow | undefined> {
  const message = messages.where("id", "=", id).where("conversation_id", "=", conversationId);
  const row = await tx.first(lock ? message.forUpdate() : message);
  return row && parsed(row);
}

/** The context of an answer: undefined when there is no such message, null when none was stored. */
export async function findContextRecord(
  tx: TenantTransaction,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<unknown> {
  const message = query.selectFrom("copilot_messages").select("context_record").where("id", "=", id);
  return (await tx.first(message.where("conversation_id", "=", conversationId)))?.context_record;
}

/** The newest answer of the copilot, which may still run or wait. Messages copied from a branch do not count. Locks its row. */
export async function findNewestRun(
  tx: TenantTransaction,
  conversationId: string,
): Promise<CopilotMessageRow | undefined> {
  const row = await tx.first(
    messages
      .where("conversation_id", "=", conversationId)
      .where("role", "=", "copilot")
      .where("asked_id", "is not", null)
      .orderBy("seq", "desc")
      .limit(1)
      .forUpdate(),
  );
  return row && parsed(row);
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
  /** For a message copied from a branch: its action and result there. */
  action?: CopilotAction | null;
  body?: unknown;
  judged?: unknown;
}

/**
 * Adds a message after the others. It locks the conversation's row to number the message. @returns false when another message has the id.
 */
export async function insertCopilotMessage(tx: TenantTransaction, message: NewCopilotMessage): Promise<boolean> {
  const { id, conversationId, role, content, mentions = {}, attached, askedId, action, body, judged = {} } = message;
  const { state = "done" } = message;
  const added = await tx.run(
    sql`
      with numbered as (
        update copilot_conversations set last_seq = last_seq + 1, updated_at = now() where id = ${conversationId} returning last_seq
      )
      insert into copilot_messages (tenant_id, id, conversation_id, seq, role, content, mentions, attached, asked_id, state, action, body, judged, beat_at, finished_at)
      select ${tx.tenantId}, ${id}, ${conversationId}, last_seq, ${role}, ${content}, ${json(mentions)}, ${attached ?? null}, ${askedId ?? null},
             ${state}, ${action ?? null}, ${body == null ? null : json(body)}, ${json(judged)},
             case when ${state} = 'running' then now() end, case when ${state} <> 'running' then now() end
        from numbered on conflict (tenant_id, id) do nothing`,
  );
  return added === 1;
}

/** The new state of a run. Fields that are undefined or null keep their value. */
export interface RunChange {
  state: CopilotState;
  content?: string;
  action?: CopilotAction | null;
  questions?: readonly AskedQuestion[] | undefined;
  body?: unknown;
  usage?: Usage;
  /** The context of the answer. */
  context?: ContextRecord | null;
}

/**
 * Changes the state of a run if it is still `from`. When two callers answer, cancel or end it at the same time, one of them succeeds.
 * @returns whether it was changed.
 */
export async function moveRun(
  tx: TenantTransaction,
  { id, from }: { id: string; from: CopilotState },
  { state, content, action, questions, body, usage, context }: RunChange,
): Promise<boolean> {
  const given = (value: unknown) => (value === undefined ? undefined : json(value));
  const moved = await tx.run(
    query
      .updateTable("copilot_messages")
      .set({
        state,
        content,
        action: action ?? undefined,
        questions: given(questions),
        body: given(body),
        usage: given(usage),
        context_record: given(context ?? undefined),
        beat_at: state === "running" ? now : null,
        finished_at: state === "running" || state === "asking" ? null : now,
      })
      .where("id", "=", id)
      .where("state", "=", from),
  );
  return moved === 1;
}

/** Writes the heartbeat of a run. @returns false when the run has ended in the meantime. */
export async function beatRun(tx: TenantTransaction, id: string): Promise<boolean> {
  const beat = query.updateTable("copilot_messages").set({ beat_at: now });
  return (await tx.run(beat.where("id", "=", id).where("state", "=", "running"))) === 1;
}

/** Stores a person's judgement of a finding; null removes it. */
export async function judgeFinding(
  tx: TenantTransaction,
  { messageId, findingId, judgement }: { messageId: string; findingId: string; judgement: unknown },
): Promise<void> {
  const judged =
    judgement === null
      ? sql<JsonText>`judged - ${findingId}::text`
      : sql<JsonText>`judged || jsonb_build_object(${findingId}::text, ${json(judgement)}::jsonb)`;
  await tx.run(query.updateTable("copilot_messages").set({ judged }).where("id", "=", messageId));
}
