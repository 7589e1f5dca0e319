import type { TenantTransaction } from "./transaction.ts";

/** What a conversation has come to so far. */
export interface TalkSummary {
  summary: string;
  by: "rules" | "model" | null;
  /** The number of the last message that it covers. */
  to: number;
}

/** With what says whether there is anything to be summed up. */
export interface TalkToSumUp extends TalkSummary {
  /** It is a branch, or has branches. */
  is_in_family: boolean;
  /** Of its last message. */
  last_seq: number;
  /** Messages that it was given along. */
  given: number;
  /** Of a branch whose given summary no model has written yet: where it was forked from. */
  provisional: { parent_id: string; seq: number } | null;
}

export async function findTalkToSumUp(tx: TenantTransaction, id: string): Promise<TalkToSumUp | undefined> {
  const { rows } = await tx.query<TalkToSumUp>(
    `select c.summary, c.summary_by as by, c.summary_to as "to", c.last_seq,
            exists (select from copilot_conversations o where o.id = c.parent_id or o.parent_id = c.id) as is_in_family,
            coalesce(jsonb_array_length(c.context_given->'said'), 0) as given,
            case when c.context_kind = 'summary' and c.context_by = 'rules' and p.id is not null
                 then jsonb_build_object('parent_id', p.id, 'seq', c.forked_seq) end as provisional
       from copilot_conversations c left join copilot_conversations p on p.id = c.parent_id where c.id = $1`,
    [id],
  );
  return rows[0];
}

export interface NewTalkSummary extends TalkSummary {
  /** Null: it could not be made; the summary is compared with none then. */
  vector: { model: string; values: Float32Array } | null;
}

/** Writes it; one that covers more already stays. */
export async function updateTalkSummary(
  tx: TenantTransaction,
  id: string,
  { summary, by, to, vector }: NewTalkSummary,
): Promise<void> {
  await tx.query(
    `update copilot_conversations
        set summary = $2, summary_by = $3, summary_to = $4, summary_at = now(), embedding = $5, embedding_model = $6
      where id = $1 and summary_to < $4`,
    [id, summary, by, to, vector ? [...vector.values] : null, vector?.model ?? null],
  );
}
