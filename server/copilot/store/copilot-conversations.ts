import type { TenantTransaction } from "../../database/transaction.ts";

/** A conversation of one person with the copilot. */
export interface CopilotConversationRow {
  id: string;
  person_id: string;
  title: string;
  is_title_own: boolean;
  ticket_id: string | null;
  ticket_number: number | null;
  parent_id: string | null;
  parent_message_id: string | null;
  /** The number of the message that it was forked after, in its parent. */
  forked_seq: number | null;
  context_kind: "whole" | "summary" | "anchor" | null;
  context_text: string;
  context_by: "rules" | "model" | null;
  closed_at: Date | null;
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Those that were forked from it. */
  branches: number;
}

/** In a list: with how it stands and what it cost. */
export interface ListedConversationRow extends CopilotConversationRow {
  /** Of its newest message. */
  state: "running" | "asking" | "done" | "failed" | "cancelled" | null;
  last_message: string;
  tokens: number;
  cost_micros: number;
}

/** Of the conversation `c`. */
export const conversationColumns = `c.id, c.person_id, c.title, c.is_title_own, c.ticket_id,
  case when exists (select from copilot_conversations p where p.id = c.parent_id) then c.parent_id end as parent_id,
  c.parent_message_id, c.forked_seq, c.context_kind, c.context_text, c.context_by, c.closed_at, c.archived_at, c.created_at, c.updated_at,
  (select count(*)::int from copilot_conversations b where b.parent_id = c.id) as branches,
  (select t.number from tickets t where t.tenant_id = c.tenant_id and t.id = c.ticket_id) as ticket_number`;

/**
 * A person's conversations, those last spoken in first.
 * @param query.words of the title or of what was said; empty: all
 * @param query.cursor the conversation behind which to go on
 */
export async function listConversations(
  tx: TenantTransaction,
  query: { personId: string; isArchived: boolean; words: string; cursor: string | null; limit: number },
): Promise<ListedConversationRow[]> {
  const { rows } = await tx.query<ListedConversationRow>(
    `select ${conversationColumns}, last.state, left(coalesce(last.content, ''), 200) as last_message, coalesce(spent.tokens, 0)::int as tokens, coalesce(spent.cost_micros, 0)::int as cost_micros
       from copilot_conversations c
       left join lateral (
         select m.state, coalesce(nullif(m.body->'result'->>'answer', ''), m.content) as content
           from copilot_messages m where m.conversation_id = c.id order by m.seq desc limit 1
       ) last on true
       left join lateral (
         select sum((m.usage->>'input_tokens')::int + (m.usage->>'output_tokens')::int) as tokens,
                sum((m.usage->>'cost_micros')::int) as cost_micros
           from copilot_messages m where m.conversation_id = c.id
       ) spent on true
      where c.person_id = $1 and (c.archived_at is not null) = $2
        and ($3 = '' or strpos(lower(c.title), lower($3)) > 0 or exists (
          select 1 from copilot_messages m where m.conversation_id = c.id
            and (strpos(lower(m.content), lower($3)) > 0 or strpos(lower((m.body->'result')::text), lower($3)) > 0)))
        and ($5::uuid is null or (c.updated_at, c.id) <
             (select p.updated_at, p.id from copilot_conversations p where p.id = $5 and p.person_id = $1))
      order by c.updated_at desc, c.id desc limit $4`,
    [query.personId, query.isArchived, query.words, query.limit, query.cursor],
  );
  return rows;
}

/** A person's own; undefined where it is another's. @param query.lock holds its row until the transaction ends. */
export async function findConversation(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
  { lock = false } = {},
): Promise<CopilotConversationRow | undefined> {
  const { rows } = await tx.query<CopilotConversationRow>(
    `select ${conversationColumns} from copilot_conversations c where c.id = $1 and c.person_id = $2 ${lock ? "for update of c" : ""}`,
    [id, personId],
  );
  return rows[0];
}

/** Adds one; one that has the id stays as it is. */
export async function insertConversation(
  tx: TenantTransaction,
  { id, personId, title, ticketId = null }: { id: string; personId: string; title: string; ticketId?: string | null },
): Promise<void> {
  await tx.query(
    `insert into copilot_conversations (tenant_id, id, person_id, title, is_title_own, ticket_id) values ($1, $2, $3, $4, $4 <> '', $5)
     on conflict (tenant_id, id) do nothing`,
    [tx.tenantId, id, personId, title, ticketId],
  );
}

/** Names it, puts it away or back, closes or opens it. What is left undefined stays. */
export async function updateConversation(
  tx: TenantTransaction,
  id: string,
  change: { title: string | undefined; isArchived: boolean | undefined; isClosed: boolean | undefined },
): Promise<void> {
  await tx.query(
    `update copilot_conversations
        set title = coalesce($2, title), is_title_own = is_title_own or $2 is not null,
            archived_at = case when $3::boolean is null then archived_at when $3 then coalesce(archived_at, now()) end,
            closed_at = case when $4::boolean is null then closed_at when $4 then coalesce(closed_at, now()) end
      where id = $1`,
    [id, change.title ?? null, change.isArchived ?? null, change.isClosed ?? null],
  );
}

/** The title that it gets from what was said; one of its person's own stays. */
export async function nameConversation(tx: TenantTransaction, id: string, title: string): Promise<void> {
  await tx.query("update copilot_conversations set title = $2 where id = $1 and title = '' and not is_title_own", [
    id,
    title,
  ]);
}

/** Its branches become conversations of their own; what they were given along stays with them. */
export async function deleteConversation(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with parted as (update copilot_conversations set parent_id = null where parent_id = $1 and person_id = $2)
     delete from copilot_conversations where id = $1 and person_id = $2`,
    [id, personId],
  );
  return rowCount === 1;
}
