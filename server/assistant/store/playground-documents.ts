import type { TenantTransaction } from "../../database/transaction.ts";

/** A version that a dry run can search. */
export interface TriableVersionRow {
  document_id: string;
  title: string;
  set_name: string | null;
  version_id: string;
  version: number;
  is_current: boolean;
  /** The open release that contains it. */
  release: string | null;
}

/** Most versions in the list. */
const mostVersions = 20_000;

/** All versions that were read, including those never published; the newest first per document. */
export async function listTriableVersions(tx: TenantTransaction): Promise<TriableVersionRow[]> {
  const { rows } = await tx.query<TriableVersionRow>(
    `select d.id as document_id, d.title, d.set_name, v.id as version_id, v.version,
            coalesce(v.id = d.current_version_id, false) as is_current, r.name as release
       from documents d
       join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id
       left join release_versions rv on rv.tenant_id = v.tenant_id and rv.version_id = v.id and v.is_draft
       left join releases r on r.tenant_id = rv.tenant_id and r.id = rv.release_id and r.state = 'open'
      where v.chunk_count > 0 and d.source not like 'snippet:%' and (not v.is_draft or r.id is not null)
      order by d.title, d.id, v.version desc limit ${mostVersions}`,
  );
  return rows;
}
