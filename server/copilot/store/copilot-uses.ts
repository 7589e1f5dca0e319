import type { TenantTransaction } from "../../database/transaction.ts";

/** What a person does with a document: they tag it, or say that it was of no use. */
type UseKind = "mentioned" | "dismissed";

/** Days in which uses count together. */
const countedDays = 30;
/** Days after which a use is forgotten: by then its weight has long faded. */
const keptDays = 400;
/** Documents of a person that are looked at, those used last first. */
const mostDocuments = 300;

/**
 * Notes uses of documents on one occasion; one that was noted before stays, and documents that are gone are passed over.
 * @param use.ids of documents, or of versions of them
 */
export async function insertUses(
  tx: TenantTransaction,
  { personId, occasionId, kind, ids }: { personId: string; occasionId: string; kind: UseKind; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query("delete from copilot_uses where person_id = $1 and at < now() - make_interval(days => $2)", [
    personId,
    keptDays,
  ]);
  await tx.query(
    `insert into copilot_uses (tenant_id, person_id, document_id, kind, occasion_id)
     select $1::uuid, $2, d.id, $5, $3::uuid from documents d
      where d.id = any($4::uuid[]) or d.id in (select document_id from document_versions where id = any($4::uuid[]))
     on conflict do nothing`,
    [tx.tenantId, personId, occasionId, ids, kind],
  );
}

/** What a person did with a document, and what they set by hand. */
export interface PreferenceRow {
  document_id: string;
  title: string;
  stance: "always" | "never" | "neutral" | null;
  /** Within the counted days: messages that it was tagged in, and dismissed from. */
  used: number;
  dismissed: number;
  used_since: Date | null;
  dismissed_since: Date | null;
  last_used_at: Date | null;
  last_dismissed_at: Date | null;
}

/** All documents that a person used, dismissed or decided on. */
export async function listPreferenceRows(tx: TenantTransaction, personId: string): Promise<PreferenceRow[]> {
  const { rows } = await tx.query<PreferenceRow>(
    `with counted as (
       select document_id, kind, occasion_id, at, at > now() - make_interval(days => $2) as is_recent
         from copilot_uses where person_id = $1 and kind in ('mentioned', 'dismissed')
     ), summed as (
       select document_id,
              count(*) filter (where is_recent and kind = 'dismissed')::int as dismissed,
              count(distinct occasion_id) filter (where is_recent and kind <> 'dismissed')::int as used,
              min(at) filter (where is_recent and kind <> 'dismissed') as used_since,
              min(at) filter (where is_recent and kind = 'dismissed') as dismissed_since,
              max(at) filter (where kind <> 'dismissed') as last_used_at,
              max(at) filter (where kind = 'dismissed') as last_dismissed_at
         from counted group by document_id
     )
     select d.id as document_id, d.title, p.stance,
            coalesce(s.dismissed, 0) as dismissed, coalesce(s.used, 0) as used, s.used_since, s.dismissed_since, s.last_used_at, s.last_dismissed_at
       from summed s full join (select * from copilot_preferences where person_id = $1) p using (document_id)
       join documents d on d.id = document_id
      order by greatest(s.last_used_at, s.last_dismissed_at, p.set_at) desc, d.id limit ${mostDocuments}`,
    [personId, countedDays],
  );
  return rows;
}

/** Forgets what a person did: with one document, or with all. */
export async function deleteUses(tx: TenantTransaction, personId: string, documentId: string | null): Promise<void> {
  await tx.query("delete from copilot_uses where person_id = $1 and ($2::uuid is null or document_id = $2)", [
    personId,
    documentId,
  ]);
}

/** What a person decides of a document by hand. False: there is no such document. */
export async function upsertPreference(
  tx: TenantTransaction,
  { personId, documentId, stance }: { personId: string; documentId: string; stance: "always" | "never" | "neutral" },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into copilot_preferences (tenant_id, person_id, document_id, stance)
     select $1, $2, d.id, $4 from documents d where d.id = $3
     on conflict (tenant_id, person_id, document_id) do update set stance = excluded.stance, set_at = now()`,
    [tx.tenantId, personId, documentId, stance],
  );
  return rowCount === 1;
}

/** Takes back what a person decided: of one document, or of all. */
export async function deletePreferences(
  tx: TenantTransaction,
  personId: string,
  documentId: string | null,
): Promise<void> {
  await tx.query("delete from copilot_preferences where person_id = $1 and ($2::uuid is null or document_id = $2)", [
    personId,
    documentId,
  ]);
}
