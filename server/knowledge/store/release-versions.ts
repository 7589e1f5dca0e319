import type { TenantTransaction } from "../../database/transaction.ts";
import type { DocumentFields } from "./documents.ts";

export type DraftState = "reading" | "ready" | "failed";

/** A document in a release: the version that is to answer once it is published. */
export interface ReleaseVersionRow {
  release_id: string;
  document_id: string;
  /** Null while its page is still to be fetched. */
  version_id: string | null;
  version: number | null;
  /** What answered when it was put in, or tried last. */
  base_version_id: string | null;
  base_version: number | null;
  /** What answers now. */
  current_version_id: string | null;
  fields: DocumentFields;
  state: DraftState;
  progress: number;
  error: string | null;
  title: string;
  source: string;
  chunk_count: number;
  created_at: Date;
}

const select = `select rv.release_id, rv.document_id, rv.version_id, v.version, rv.base_version_id, b.version as base_version,
    d.current_version_id, rv.fields, rv.state, rv.progress::float8 as progress, rv.error,
    coalesce(v.shown_title, v.title, d.title) as title, d.source, coalesce(v.chunk_count, 0) as chunk_count, rv.created_at
  from release_versions rv
  join documents d on d.tenant_id = rv.tenant_id and d.id = rv.document_id
  left join document_versions v on v.tenant_id = rv.tenant_id and v.id = rv.version_id
  left join document_versions b on b.tenant_id = rv.tenant_id and b.id = rv.base_version_id`;

/** In the order of documents, which is the order in which they are locked. */
export async function listReleaseVersions(tx: TenantTransaction, releaseIds: string[]): Promise<ReleaseVersionRow[]> {
  const { rows } = await tx.query<ReleaseVersionRow>(
    `${select} where rv.release_id = any($1::uuid[]) order by rv.document_id`,
    [releaseIds],
  );
  return rows;
}

export async function findReleaseVersion(
  tx: TenantTransaction,
  { releaseId, documentId }: { releaseId: string; documentId: string },
): Promise<ReleaseVersionRow | undefined> {
  const { rows } = await tx.query<ReleaseVersionRow>(`${select} where rv.release_id = $1 and rv.document_id = $2`, [
    releaseId,
    documentId,
  ]);
  return rows[0];
}

/** Puts a document's version into a release, in place of the one that was there. */
export async function upsertReleaseVersion(
  tx: TenantTransaction,
  row: {
    releaseId: string;
    documentId: string;
    versionId: string | null;
    baseVersionId: string | null;
    fields: DocumentFields;
  },
): Promise<void> {
  await tx.query(
    `insert into release_versions (tenant_id, release_id, document_id, version_id, base_version_id, fields)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, release_id, document_id) do update
       set version_id = excluded.version_id, base_version_id = excluded.base_version_id, fields = excluded.fields,
           state = 'reading', progress = 0, error = null`,
    [tx.tenantId, row.releaseId, row.documentId, row.versionId, row.baseVersionId, JSON.stringify(row.fields)],
  );
}

export async function updateReleaseVersion(
  tx: TenantTransaction,
  { releaseId, documentId }: { releaseId: string; documentId: string },
  change: { versionId?: string; state?: DraftState; progress?: number; error?: string | null },
): Promise<void> {
  await tx.query(
    `update release_versions set version_id = coalesce($3, version_id), state = coalesce($4, state),
            progress = coalesce($5, progress), error = case when $4::text is null then error else $6 end
      where release_id = $1 and document_id = $2`,
    [
      releaseId,
      documentId,
      change.versionId ?? null,
      change.state ?? null,
      change.progress ?? null,
      change.error ?? null,
    ],
  );
}

/** What answers now is what the release is compared with. */
export async function rebaseReleaseVersions(tx: TenantTransaction, releaseId: string): Promise<void> {
  await tx.query(
    `update release_versions rv set base_version_id = d.current_version_id
       from documents d where d.tenant_id = rv.tenant_id and d.id = rv.document_id and rv.release_id = $1`,
    [releaseId],
  );
}

export async function deleteReleaseVersion(
  tx: TenantTransaction,
  { releaseId, documentId }: { releaseId: string; documentId: string },
): Promise<void> {
  await tx.query("delete from release_versions where release_id = $1 and document_id = $2", [releaseId, documentId]);
}
