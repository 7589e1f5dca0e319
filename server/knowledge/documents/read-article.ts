import type { Article, ArticleQuery } from "../../../protocol/articles.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { findPassagePlace, listSections } from "../store/articles.ts";
import { findPublicDocument } from "../store/document-visibility.ts";
import { continuing } from "./continuing.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** Passages per response, about a thousand characters each: two screens. */
const sectionsAtOnce = 8;
/** Passages before the requested one. */
const sectionsBefore = 2;

/**
 * Returns part of a document for a visitor: the text around a passage, or from a start position.
 * @throws AppError `not_found` for a document that visitors must not see now, and for a document of another tenant.
 */
export function readArticle(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { id, passage, before, after }: ArticleQuery & { id: string },
): Promise<Article> {
  return withTenant(db, tenantId, async (tx) => {
    const found = await findPublicDocument(tx, id);
    if (!found) throw new AppError("not_found", "Article not found.");
    const versionId = found.current_version_id;
    const place = passage === undefined ? undefined : await findPassagePlace(tx, { versionId, chunkId: passage });
    const from = firstOf({ before, after, place: place?.ordinal });
    const to = (before ?? from + sectionsAtOnce) - 1;
    // Reads one more passage on each side. The first one shows the repeated text; both show whether there is more.
    const rows = await listSections(tx, versionId, { from: from - 1, to: to + 1 });
    const shown = rows.filter(({ ordinal }) => ordinal >= from && ordinal <= to);
    const [first, last] = [shown[0]?.ordinal ?? from, shown.at(-1)?.ordinal ?? to];
    return {
      id: found.id,
      title: found.title,
      url: found.url,
      locale: found.locale,
      sections: shown.map((row) => ({
        chunk_id: row.id,
        page: row.page,
        content: continuing(
          rows.find(({ ordinal }) => ordinal === row.ordinal - 1),
          row,
        ),
      })),
      passage: (place?.is_same && shown.find(({ ordinal }) => ordinal === place.ordinal)?.id) || null,
      before: rows.some(({ ordinal }) => ordinal < first) ? first : null,
      after: rows.some(({ ordinal }) => ordinal > last) ? last : null,
    };
  });
}

function firstOf({ before, after, place }: { before?: number; after?: number; place?: number }): number {
  if (before !== undefined) return before - sectionsAtOnce;
  return after !== undefined ? after + 1 : (place ?? sectionsBefore) - sectionsBefore;
}
