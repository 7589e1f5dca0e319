import type { TenantTransaction } from "./transaction.ts";

/** A passage and those around it below the same heading, in reading order. */
export interface SectionPassages {
  chunk_id: string;
  passages: { ordinal: number; text: string; is_found: boolean }[];
  /** It stands before the first heading of a document that has headings. */
  is_introduction: boolean;
}

/** Passages on either side that are looked at: a section beyond that is too long to be shown whole. */
const mostAround = 4;

/** The sections that these passages belong to, as far as {@link mostAround} reaches. Passages of drafts have none. */
export async function listSectionPassages(tx: TenantTransaction, ids: string[]): Promise<SectionPassages[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<SectionPassages>(
    `select c.id as chunk_id,
            c.heading is null and exists (
              select 1 from chunks o where o.tenant_id = c.tenant_id and o.version_id = c.version_id and o.heading is not null
            ) as is_introduction,
            jsonb_agg(jsonb_build_object('ordinal', s.ordinal, 'text', s.text, 'is_found', s.id = c.id) order by s.ordinal) as passages
       from chunks c
       join chunks s on s.tenant_id = c.tenant_id and s.version_id = c.version_id and s.heading is not distinct from c.heading
                    and s.ordinal between c.ordinal - $2 and c.ordinal + $2
      where c.id = any($1::uuid[])
      group by c.tenant_id, c.version_id, c.id, c.heading`,
    [ids, mostAround],
  );
  return rows;
}
