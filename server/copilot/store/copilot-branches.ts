import { sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type CopilotConversationRow, conversations } from "./copilot-conversations.ts";

/** Most branches between a conversation and its root. */
const maxLevels = 200;

export interface NewBranch {
  id: string;
  title: string;
  parent: Pick<CopilotConversationRow, "id" | "person_id" | "ticket_id">;
  /** The parent's message after which the branch starts. */
  forked: { id: string; seq: number };
  kind: "whole" | "summary" | "anchor";
  text: string;
  by: "rules" | "model" | null;
  given: unknown;
}

/** Adds a branch with the person and the ticket of its parent. @returns false when the id is taken. */
export async function insertBranch(tx: TenantTransaction, branch: NewBranch): Promise<boolean> {
  const { id, title, parent, forked, kind, text, by, given } = branch;
  const added = await tx.run(
    query
      .insertInto("copilot_conversations")
      .values({
        tenant_id: tx.tenantId,
        id,
        person_id: parent.person_id,
        title,
        is_title_own: title !== "",
        ticket_id: parent.ticket_id,
        parent_id: parent.id,
        parent_message_id: forked.id,
        forked_seq: forked.seq,
        context_kind: kind,
        context_text: text,
        context_by: by,
        context_given: json(given),
      })
      .onConflict((conflict) => conflict.columns(["tenant_id", "id"]).doNothing()),
  );
  return added === 1;
}

/** The context that a branch got from its parent, as stored, and its text. */
export function findGiven(tx: TenantTransaction, id: string) {
  return tx.first(
    query
      .selectFrom("copilot_conversations")
      .select(["context_given as given", "context_kind as kind", "context_text as text"])
      .where("id", "=", id),
  );
}

/** Replaces a branch's summary by rules with a model's summary. A branch that has one already keeps it. */
export async function updateContextText(tx: TenantTransaction, id: string, text: string): Promise<void> {
  await tx.run(
    query
      .updateTable("copilot_conversations")
      .set({ context_text: text, context_by: "model" })
      .where("id", "=", id)
      .where("context_kind", "=", "summary")
      .where("context_by", "=", "rules"),
  );
}

/** The common table expression `up`: a conversation (step 0) and the conversations from which it was forked. */
const ancestors = (id: string) => sql`up as (
  select id, parent_id, title, 0 as step from copilot_conversations where id = ${id}
  union
  select p.id, p.parent_id, p.title, up.step + 1 from copilot_conversations p join up on p.id = up.parent_id where up.step < ${maxLevels}
)`;

/** The conversations from which this one was forked, root first, without itself. */
export function listTrail(tx: TenantTransaction, id: string): Promise<{ id: string; title: string }[]> {
  return tx.all(
    sql<{ id: string; title: string }>`
      with recursive ${ancestors(id)} select id, title from up where step > 0 order by step desc`,
  );
}

/** A conversation with the root that it shares with another one. */
export type FamilyRow = Awaited<ReturnType<typeof listFamily>>[number];

/** The vector of a conversation's summary, with its model. */
const vectorOf = (row: string) => sql<{
  model: string;
  values: number[];
} | null>`case when ${sql.ref(row)}.embedding is not null
  then jsonb_build_object('model', ${sql.ref(row)}.embedding_model, 'values', ${sql.ref(row)}.embedding) end`;

/**
 * All conversations with the same root, by level and then by age; the root is first. `forked_words` is the beginning of the question at
 * which the conversation was forked, because answers begin alike; null when the message was deleted. `is_behind`: a summary may be missing
 * or outdated.
 */
export function listFamily(tx: TenantTransaction, id: string) {
  const family = sql<{ id: string; level: number }>`(
    with recursive ${ancestors(id)}, family as (
      select id, 0 as level from (select id from up order by step desc limit 1) root
      union
      select c.id, family.level + 1 from copilot_conversations c join family on c.parent_id = family.id where family.level < ${maxLevels}
    ) select id, level from family)`;
  return tx.all(
    conversations
      .innerJoin(family.as<"f">(sql`f`), "f.id", "c.id")
      .select(["c.summary", vectorOf("c").as("vector")])
      .select(
        sql<boolean>`c.summary_to < c.last_seq or (c.context_kind = 'summary' and c.context_by = 'rules')`.as(
          "is_behind",
        ),
      )
      .select(({ selectFrom }) => [
        selectFrom("copilot_messages as m")
          .leftJoin("copilot_messages as q", "q.id", "m.asked_id")
          .select(sql<string>`left(coalesce(q.content, m.content), 160)`.as("words"))
          .whereRef("m.id", "=", "c.parent_message_id")
          .as("forked_words"),
        selectFrom("copilot_messages as m")
          .select("m.state")
          .whereRef("m.conversation_id", "=", "c.id")
          .orderBy("m.seq", "desc")
          .limit(1)
          .as("state"),
        selectFrom("copilot_messages as m")
          .select(countAll.as("count"))
          .whereRef("m.conversation_id", "=", "c.id")
          .$asScalar()
          .$notNull()
          .as("messages"),
        selectFrom("copilot_merges as g")
          .select(countAll.as("count"))
          .whereRef("g.from_conversation_id", "=", "c.id")
          .$asScalar()
          .$notNull()
          .as("brought_back"),
      ])
      .orderBy("f.level")
      .orderBy("c.created_at")
      .orderBy("c.id"),
  );
}

/** Deletes a conversation and all its descendants. @returns their ids; none when it is another person's. */
export async function deleteWithBranches(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
): Promise<string[]> {
  const rows = await tx.all(
    sql<{ id: string }>`
      with recursive below as (
        select id, 0 as level from copilot_conversations where id = ${id} and person_id = ${personId}
        union
        select c.id, below.level + 1 from copilot_conversations c join below on c.parent_id = below.id
         where c.person_id = ${personId} and below.level < ${maxLevels}
      )
      delete from copilot_conversations where id in (select id from below) returning id`,
  );
  return rows.map((row) => row.id);
}

/** A conversation and its relation to another one of the same person. */
export interface KinRow {
  id: string;
  relation: "self" | "parent" | "child" | "sibling";
  summary: string;
  vector: { model: string; values: number[] } | null;
  /** Documents that the conversation names or that its results cite. */
  document_ids: string[];
  /** Number of results in it. */
  answers: number;
}

/** Limit of related conversations; the newest are returned. */
const maxKin = 200;

/** A conversation, its parent, its children and its siblings. */
export function listKin(
  tx: TenantTransaction,
  { personId, conversationId }: { personId: string; conversationId: string },
): Promise<KinRow[]> {
  return tx.all(
    sql<KinRow>`
      with self as (
        select id, parent_id from copilot_conversations where id = ${conversationId} and person_id = ${personId}
      ), family as (
        select c.id, c.updated_at, c.embedding, c.embedding_model,
               case when c.id = self.id then 'self' when c.id = self.parent_id then 'parent'
                    when c.parent_id = self.id then 'child' else 'sibling' end as relation, c.summary
          from self join copilot_conversations c
            on c.id = self.id or c.id = self.parent_id or c.parent_id = self.id or c.parent_id = self.parent_id
         where c.person_id = ${personId}
         order by c.id <> self.id, c.id is distinct from self.parent_id, c.updated_at desc limit ${maxKin}
      )
      select f.id, f.relation, f.summary, ${vectorOf("f")} as vector,
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
  );
}
