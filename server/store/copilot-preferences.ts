import type { TenantTransaction } from "./transaction.ts";

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
