import { type NotNull, type RawBuilder, sql } from "kysely";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Readers of a search or an article: visitors see public documents, members also see internal ones. */
export type SearchAudience = "public" | "internal";

/** Reason why a document is currently not found. */
export type HiddenReason = "internal" | "not_yet_valid" | "expired" | "other_set" | "retired";

/** Which documents are visible. */
export interface Viewpoint {
  audience: SearchAudience;
  /** Only documents of these sets; null: all documents, with or without a set. */
  sets: string[] | null;
}

export const everyVisitor: Viewpoint = { audience: "public", sets: null };

/** The reason why the document `d` of the statement is hidden; null when it is visible. */
export function whyHidden({ audience, sets }: Viewpoint): RawBuilder<HiddenReason | null> {
  return sql`case
    when ${audience}::text = 'public' and d.audience <> 'public' then 'internal'
    when d.valid_from > now() then 'not_yet_valid'
    when d.valid_until <= now() then 'expired'
    when d.source like 'snippet:%' and exists (
      select 1 from snippets s where d.source = 'snippet:' || s.id::text and s.status <> 'live'
    ) then 'retired'
    when ${sets}::text[] is not null and (d.set_name is null or d.set_name <> all(${sets}::text[])) then 'other_set'
  end`;
}

/** The reason why each of these documents is hidden. */
export async function findHiddenReasons(
  tx: TenantTransaction,
  documentIds: string[],
  viewpoint: Viewpoint,
): Promise<Map<string, HiddenReason>> {
  const rows = await tx.all(
    query
      .selectFrom("documents as d")
      .select(["d.id", whyHidden(viewpoint).as("why")])
      .where("d.id", "=", anyOf(documentIds)),
  );
  return new Map(rows.flatMap(({ id, why }) => (why ? [[id, why] as const] : [])));
}

/** A document that visitors may read now, by the rules of the search: public, valid, live and readable. */
export function findPublicDocument(tx: TenantTransaction, documentId: string) {
  return tx.first(
    query
      .selectFrom("documents as d")
      .select(["d.id", "d.title", "d.url", "d.locale", "d.current_version_id"])
      .where("d.id", "=", documentId)
      .where("d.current_version_id", "is not", null)
      .where(whyHidden(everyVisitor), "is", null)
      .$narrowType<{ current_version_id: NotNull }>(),
  );
}

/** A version of a document that visitors may read now. */
export interface PublicVersion {
  id: string;
  version: number;
  created_at: Date;
  /** Answers use this version now. */
  is_current: boolean;
}

/** The version of each of these passages, by the passage's id. Leaves out drafts and documents that visitors may not read now. */
export async function findPublicVersions(
  tx: TenantTransaction,
  chunkIds: string[],
): Promise<Map<string, PublicVersion>> {
  const rows = await tx.all(
    query
      .selectFrom("chunks as c")
      .innerJoin("document_versions as v", "v.id", "c.version_id")
      .innerJoin("documents as d", "d.id", "c.document_id")
      .select(["c.id as chunk_id", "v.id", "v.version", "v.created_at"])
      .select(sql<boolean>`d.current_version_id is not distinct from v.id`.as("is_current"))
      .where("c.id", "=", anyOf(chunkIds))
      .where("v.is_draft", "=", false)
      .where("d.current_version_id", "is not", null)
      .where(whyHidden(everyVisitor), "is", null),
  );
  return new Map(rows.map(({ chunk_id, ...version }) => [chunk_id, version]));
}
