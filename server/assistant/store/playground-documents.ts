import { sql } from "kysely";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Most versions in the list. */
const mostVersions = 20_000;

/**
 * All versions that were read and that a dry run can search, including those never published; the newest first per document. `release` is
 * the open release that contains the version.
 */
export function listTriableVersions(tx: TenantTransaction) {
  return tx.all(
    query
      .selectFrom("documents as d")
      .innerJoin("document_versions as v", "v.document_id", "d.id")
      .leftJoin("release_versions as rv", (join) =>
        join.onRef("rv.version_id", "=", "v.id").on("v.is_draft", "=", true),
      )
      .leftJoin("releases as r", (join) => join.onRef("r.id", "=", "rv.release_id").on("r.state", "=", "open"))
      .select(["d.id as document_id", "d.title", "d.set_name", "v.id as version_id", "v.version", "r.name as release"])
      .select(sql<boolean>`coalesce(v.id = d.current_version_id, false)`.as("is_current"))
      .where("v.chunk_count", ">", 0)
      .where("d.source", "not like", "snippet:%")
      .where(({ eb, or }) => or([eb("v.is_draft", "=", false), eb("r.id", "is not", null)]))
      .orderBy("d.title")
      .orderBy("d.id")
      .orderBy("v.version", "desc")
      .limit(mostVersions),
  );
}
