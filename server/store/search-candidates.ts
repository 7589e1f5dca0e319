import { keepPlan } from "../../db/prepared.ts";
import type { ChunkRow } from "./chunks.ts";
import type { SearchAudience } from "./search-scope.ts";
import type { TenantTransaction } from "./transaction.ts";

/** A chunk with all that a ranking looks at. */
export interface CandidateRow extends ChunkRow {
  locale: string;
  set_name: string | null;
  audience: SearchAudience;
  /** What the tenant gives to the passages of its set; 0 without a set. */
  set_boost: number;
  valid_from: Date | null;
}

/** Live chunks by id, in no order. */
export async function findCandidates(tx: TenantTransaction, ids: string[]): Promise<CandidateRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<CandidateRow>(
    keepPlan(`select c.id as chunk_id, c.document_id, c.version_id, d.title, d.source, d.url, c.page, c.heading, c.text,
            d.set_name, d.audience, coalesce(s.boost, 0) as set_boost, d.valid_from,
            case when t.config in ('english', 'simple') then d.locale else t.config end as locale
       from chunks c
       join chunk_terms t on t.tenant_id = c.tenant_id and t.chunk_id = c.id
       join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
       left join document_sets s on s.tenant_id = d.tenant_id and s.name = d.set_name
      where c.id = any($1::uuid[])`),
    [ids],
  );
  return rows;
}
