import { whyHidden } from "../../assistant/store/search-scope.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface ArticleRow {
  id: string;
  title: string;
  url: string | null;
  locale: string;
  current_version_id: string;
}

export interface SectionRow {
  id: string;
  ordinal: number;
  heading: string | null;
  page: number | null;
  text: string;
}

/** A document that visitors may read now, by the rules of the search: not what is internal, outside its dates, retired or unread. */
export async function findPublicDocument(tx: TenantTransaction, documentId: string): Promise<ArticleRow | undefined> {
  const { rows } = await tx.query<ArticleRow>(
    `select d.id, d.title, d.url, d.locale, d.current_version_id from documents d
      where d.id = $3 and d.current_version_id is not null and ${whyHidden} is null`,
    ["public", null, documentId],
  );
  return rows[0];
}

/**
 * Where a version says what a passage of the document says, which may be of an older version: the same passage, or the same words, or
 * else what stands below the same heading.
 */
export async function findPassagePlace(
  tx: TenantTransaction,
  query: { versionId: string; chunkId: string },
): Promise<{ ordinal: number; is_same: boolean } | undefined> {
  const { rows } = await tx.query<{ ordinal: number; is_same: boolean }>(
    `select c.ordinal, c.text = cited.text as is_same
       from chunks cited join chunks c on c.tenant_id = cited.tenant_id and c.document_id = cited.document_id
      where cited.id = $2 and c.version_id = $1 and (c.text = cited.text or c.heading = cited.heading)
      order by c.id = cited.id desc, c.text = cited.text desc, abs(c.ordinal - cited.ordinal), c.ordinal limit 1`,
    [query.versionId, query.chunkId],
  );
  return rows[0];
}

/** Passages of a version in reading order: so many from a place on, or so many up to it. */
export async function listSections(
  tx: TenantTransaction,
  versionId: string,
  { from, to }: { from: number; to: number },
): Promise<SectionRow[]> {
  const { rows } = await tx.query<SectionRow>(
    `select id, ordinal, heading, page, text from chunks
      where version_id = $1 and ordinal between $2 and $3 order by ordinal`,
    [versionId, from, to],
  );
  return rows;
}
