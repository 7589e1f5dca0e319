import { sql } from "kysely";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A person mentions a document in a message, or dismisses it from an answer. */
type UseKind = "mentioned" | "dismissed";

/** Number of days whose uses count. */
const countedDays = 30;
/** Uses older than this number of days are deleted; their weight has faded long before. */
const keptDays = 400;
/** Limit of documents per person; the last used are kept. */
const mostDocuments = 300;

/**
 * Stores uses of documents on one occasion. A use that is stored already stays, and deleted documents are left out.
 * @param use.ids of documents or of their versions
 */
export async function insertUses(
  tx: TenantTransaction,
  { personId, occasionId, kind, ids }: { personId: string; occasionId: string; kind: UseKind; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    query
      .deleteFrom("copilot_uses")
      .where("person_id", "=", personId)
      .where("at", "<", sql<Date>`now() - make_interval(days => ${keptDays})`),
  );
  await tx.run(
    sql`
      insert into copilot_uses (tenant_id, person_id, document_id, kind, occasion_id)
      select ${tx.tenantId}::uuid, ${personId}, d.id, ${kind}, ${occasionId}::uuid from documents d
       where d.id = ${anyOf(ids)} or d.id in (select document_id from document_versions where id = ${anyOf(ids)})
      on conflict do nothing`,
  );
}

/** A person's uses of a document, and the person's decision about it. */
export interface PreferenceRow {
  document_id: string;
  title: string;
  stance: "always" | "never" | "neutral" | null;
  /** Within the counted days: number of messages that mention it, and of answers from which it was dismissed. */
  used: number;
  dismissed: number;
  used_since: Date | null;
  dismissed_since: Date | null;
  last_used_at: Date | null;
  last_dismissed_at: Date | null;
}

/** All documents that a person has used, dismissed or decided about, the last used first. */
export function listPreferenceRows(tx: TenantTransaction, personId: string): Promise<PreferenceRow[]> {
  return tx.all(
    sql<PreferenceRow>`
      with counted as (
        select document_id, kind, occasion_id, at, at > now() - make_interval(days => ${countedDays}) as is_recent
          from copilot_uses where person_id = ${personId}
      ), summed as (
        select document_id,
               count(*) filter (where is_recent and kind = 'dismissed')::int as dismissed,
               count(distinct occasion_id) filter (where is_recent and kind = 'mentioned')::int as used,
               min(at) filter (where is_recent and kind = 'mentioned') as used_since,
               min(at) filter (where is_recent and kind = 'dismissed') as dismissed_since,
               max(at) filter (where kind = 'mentioned') as last_used_at,
               max(at) filter (where kind = 'dismissed') as last_dismissed_at
          from counted group by document_id
      )
      select d.id as document_id, d.title, p.stance, coalesce(s.dismissed, 0) as dismissed, coalesce(s.used, 0) as used,
             s.used_since, s.dismissed_since, s.last_used_at, s.last_dismissed_at
        from summed s full join (select * from copilot_preferences where person_id = ${personId}) p using (document_id)
        join documents d on d.id = document_id
       order by greatest(s.last_used_at, s.last_dismissed_at, p.set_at) desc, d.id limit ${mostDocuments}`,
  );
}

/** Deletes a person's uses of one document, or of all documents when it is null. */
export async function deleteUses(tx: TenantTransaction, personId: string, documentId: string | null): Promise<void> {
  const uses = query.deleteFrom("copilot_uses").where("person_id", "=", personId);
  await tx.run(documentId === null ? uses : uses.where("document_id", "=", documentId));
}

/** Stores a person's decision about a document. @returns false when there is no such document. */
export async function upsertPreference(
  tx: TenantTransaction,
  { personId, documentId, stance }: { personId: string; documentId: string; stance: "always" | "never" | "neutral" },
): Promise<boolean> {
  const stored = await tx.run(
    sql`
      insert into copilot_preferences (tenant_id, person_id, document_id, stance)
      select ${tx.tenantId}, ${personId}, d.id, ${stance} from documents d where d.id = ${documentId}
      on conflict (tenant_id, person_id, document_id) do update set stance = excluded.stance, set_at = now()`,
  );
  return stored === 1;
}

/** Deletes a person's decision about one document, or about all documents when it is null. */
export async function deletePreferences(
  tx: TenantTransaction,
  personId: string,
  documentId: string | null,
): Promise<void> {
  const decisions = query.deleteFrom("copilot_preferences").where("person_id", "=", personId);
  await tx.run(documentId === null ? decisions : decisions.where("document_id", "=", documentId));
}
