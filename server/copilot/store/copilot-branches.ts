import type { TenantTransaction } from "../../database/transaction.ts";
import { type CopilotConversationRow, conversationColumns } from "./copilot-conversations.ts";
import type { CopilotState } from "./copilot-messages.ts";

/** Longest way from a branch to its root, in branches. */
const mostLevels = 200;

export interface NewBranch {
  id: string;
  title: string;
  parent: Pick<CopilotConversationRow, "id" | "person_id" | "ticket_id">;
  /** The message of the parent that it is forked after. */
  forked: { id: string; seq: number };
  kind: "whole" | "summary" | "anchor";
  text: string;
  by: "rules" | "model" | null;
  given: unknown;
}

/** Adds a branch; it belongs to its parent's person and goes with its parent's ticket. False: the id is taken. */
export async function insertBranch(tx: TenantTransaction, branch: NewBranch): Promise<boolean> {
  const { parent, forked } = branch;
  const { rowCount } = await tx.query(
    `insert into copilot_conversations (tenant_id, id, person_id, title, is_title_own, ticket_id, parent_id, parent_message_id, forked_seq,
            context_kind, context_text, context_by, context_given)
     values ($1, $2, $3, $4, $4 <> '', $5, $6, $7, $8, $9, $10, $11, $12) on conflict (tenant_id, id) do nothing`,
    [
      tx.tenantId,
      branch.id,
      parent.person_id,
      branch.title,
      parent.ticket_id,
      parent.id,
      forked.id,
      forked.seq,
      branch.kind,
      branch.text,
      branch.by,
      JSON.stringify(branch.given),
    ],
  );
  return rowCount === 1;
}

/** What a branch was given along, as it was stored, and the text that stands for it. */
export async function findGiven(
  tx: TenantTransaction,
  id: string,
): Promise<{ given: unknown; kind: NewBranch["kind"] | null; text: string } | undefined> {
  const { rows } = await tx.query<{ given: unknown; kind: NewBranch["kind"] | null; text: string }>(
    "select context_given as given, context_kind as kind, context_text as text from copilot_conversations where id = $1",
    [id],
  );
  return rows[0];
}

/** A better summary for a branch than the rules wrote it, unless it has one. */
export async function updateContextText(tx: TenantTransaction, id: string, text: string): Promise<void> {
  await tx.query(
    "update copilot_conversations set context_text = $2, context_by = 'model' where id = $1 and context_kind = 'summary' and context_by = 'rules'",
    [id, text],
  );
}

/** A conversation and what it was forked from. */
const wayUp = `with recursive up as (
    select id, parent_id, title, 0 as step from copilot_conversations where id = $1
    union
    select p.id, p.parent_id, p.title, up.step + 1 from copilot_conversations p join up on p.id = up.parent_id where up.step < ${mostLevels}
  )`;

/** The conversations that one was forked from, its root first; without itself. */
export async function listTrail(tx: TenantTransaction, id: string): Promise<{ id: string; title: string }[]> {
  const { rows } = await tx.query<{ id: string; title: string }>(
    `${wayUp} select id, title from up where step > 0 order by step desc`,
    [id],
  );
  return rows;
}

/** A member of a family: everything that was forked from one root, the root itself too. */
export interface FamilyRow extends CopilotConversationRow {
  /** The first words of what was asked where it was forked: an answer begins like any other. Null where that is gone. */
  forked_words: string | null;
  state: CopilotState | null;
  messages: number;
  brought_back: number;
  summary: string;
  vector: KinRow["vector"];
  /** There may be something to sum up in it still. */
  is_behind: boolean;
}

/** The vector of what a conversation came to, with its model. */
const vectorOf = (row: string) =>
  `case when ${row}.embedding is not null then jsonb_build_object('model', ${row}.embedding_model, 'values', ${row}.embedding) end`;

/** The family of a conversation, the root first, those begun first before those begun later. */
export async function listFamily(tx: TenantTransaction, id: string): Promise<FamilyRow[]> {
  const { rows } = await tx.query<FamilyRow>(
    `${wayUp}, family as (
       select id, 0 as level from (select id from up order by step desc limit 1) root
       union
       select c.id, family.level + 1 from copilot_conversations c join family on c.parent_id = family.id where family.level < ${mostLevels}
     )
     select ${conversationColumns},
            (select left(coalesce(q.content, m.content), 160) from copilot_messages m left join copilot_messages q on q.id = m.asked_id
              where m.id = c.parent_message_id) as forked_words,
            (select m.state from copilot_messages m where m.conversation_id = c.id order by m.seq desc limit 1) as state,
            (select count(*)::int from copilot_messages m where m.conversation_id = c.id) as messages,
            (select count(*)::int from copilot_merges g where g.from_conversation_id = c.id) as brought_back,
            c.summary, ${vectorOf("c")} as vector,
            c.summary_to < c.last_seq or (c.context_kind = 'summary' and c.context_by = 'rules') as is_behind
       from family f join copilot_conversations c on c.id = f.id
      order by f.level, c.created_at, c.id`,
    [id],
  );
  return rows;
}

/** Erases a conversation with everything that was forked from it. @returns their ids; none where it is not this person's. */
export async function deleteWithBranches(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with recursive below as (
       select id, 0 as level from copilot_conversations where id = $1 and person_id = $2
       union
       select c.id, below.level + 1 from copilot_conversations c join below on c.parent_id = below.id
        where c.person_id = $2 and below.level < ${mostLevels}
     )
     delete from copilot_conversations where id in (select id from below) returning id`,
    [id, personId],
  );
  return rows.map((row) => row.id);
}

/** A conversation with what it is to another one of the same person. */
export interface KinRow {
  id: string;
  relation: "self" | "parent" | "child" | "sibling";
  summary: string;
  vector: { model: string; values: number[] } | null;
  /** Named in it or cited in its results. */
  document_ids: string[];
  /** Results in it. */
  answers: number;
}

/** Most branches of one conversation that are looked at, the newest first. */
const mostKin = 200;

/** A conversation, what it was forked from, and what was forked from either. */
export async function listKin(
  tx: TenantTransaction,
  { personId, conversationId }: { personId: string; conversationId: string },
): Promise<KinRow[]> {
  const { rows } = await tx.query<KinRow>(
    `with self as (
       select id, parent_id from copilot_conversations where id = $1 and person_id = $2
     ), family as (
       select c.id, c.updated_at, c.embedding, c.embedding_model,
              case when c.id = self.id then 'self' when c.id = self.parent_id then 'parent'
                   when c.parent_id = self.id then 'child' else 'sibling' end as relation, c.summary
         from self join copilot_conversations c
           on c.id = self.id or c.id = self.parent_id or c.parent_id = self.id or c.parent_id = self.parent_id
        where c.person_id = $2
        order by c.id <> self.id, c.id is distinct from self.parent_id, c.updated_at desc limit ${mostKin}
     )
     select f.id, f.relation, f.summary,
            ${vectorOf("f")} as vector,
            coalesce((
              select array_agg(distinct used.id) from (
                select document->>'document_id' as id
                  from copilot_messages m, lateral jsonb_array_elements(m.body->'documents') as named(document)
                 where m.conversation_id = f.id and m.role = 'copilot' and jsonb_typeof(m.body->'documents') = 'array'
                union all
                select excerpt->>'document_id'
                  from copilot_messages m, lateral jsonb_array_elements(m.body->'excerpts') as cited(excerpt)
                 where m.conversation_id = f.id and jsonb_typeof(m.body->'excerpts') = 'array'
              ) used where used.id is not null
            ), '{}') as document_ids,
            (select count(*)::int from copilot_messages m
              where m.conversation_id = f.id and m.role = 'copilot' and m.state = 'done' and m.body is not null) as answers
       from family f order by f.relation <> 'self', f.updated_at desc`,
    [conversationId, personId],
  );
  return rows;
}
