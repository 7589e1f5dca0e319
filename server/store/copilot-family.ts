import type { TenantTransaction } from "./transaction.ts";

/** A conversation with what it is to another one of the same person. */
export interface FamilyRow {
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
export async function listFamily(
  tx: TenantTransaction,
  { personId, conversationId }: { personId: string; conversationId: string },
): Promise<FamilyRow[]> {
  const { rows } = await tx.query<FamilyRow>(
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
            case when f.embedding is not null then jsonb_build_object('model', f.embedding_model, 'values', f.embedding) end as vector,
            coalesce((
              select array_agg(distinct used.id) from (
                select document->>'document_id' as id
                  from copilot_messages m, lateral jsonb_array_elements(m.settled->'documents') as named(document)
                 where m.conversation_id = f.id and m.role = 'copilot' and jsonb_typeof(m.settled->'documents') = 'array'
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
