import { createHash } from "node:crypto";
import { sql } from "kysely";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A document that already has the page of an address. */
export interface PageOwner {
  id: string;
  source: string;
  title: string;
}

/** Finds the document that an address leads to. @param keys see `keysOfPage`; the first one that is known decides */
export async function findPageDocument(tx: TenantTransaction, keys: string[]): Promise<PageOwner | undefined> {
  const hashes = keys.map(hashOf);
  const rows = await tx.all(owners.where("a.page_hash", "=", anyOf(hashes, "text")));
  return rows.toSorted((one, other) => hashes.indexOf(one.page_hash) - hashes.indexOf(other.page_hash))[0];
}

/**
 * Stores the addresses of a document's page. An address moves here from a document that has no content yet.
 * @returns a document with content that already has one of the addresses.
 */
export async function storeAddresses(
  tx: TenantTransaction,
  documentId: string,
  keys: string[],
): Promise<PageOwner | undefined> {
  // One order for everybody, so that two transactions never wait for each other.
  const hashes = [...new Set(keys.map(hashOf))].sort();
  const values = hashes.map((hash) => ({ tenant_id: tx.tenantId, page_hash: hash, document_id: documentId }));
  await tx.run(
    query
      .insertInto("document_addresses")
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(["tenant_id", "page_hash"])
          .doUpdateSet({ document_id: documentId })
          .where(({ exists, selectFrom, not }) =>
            not(
              exists(
                selectFrom("documents as d")
                  .select("d.id")
                  .whereRef("d.id", "=", "document_addresses.document_id")
                  .where("d.wanted_version_id", "is not", null),
              ),
            ),
          ),
      ),
  );
  return tx.first(
    owners
      .where("a.page_hash", "=", anyOf(hashes, "text"))
      .where("d.id", "<>", documentId)
      .where("d.wanted_version_id", "is not", null)
      .limit(1),
  );
}

const owners = query
  .selectFrom("document_addresses as a")
  .innerJoin("documents as d", "d.id", "a.document_id")
  .select(["d.id", "d.source", "d.title", "a.page_hash"]);

/** Returns the keys that already lead to a document, and the keys of the addresses that are sources of documents. */
export async function listKnownPages(tx: TenantTransaction, pages: ReadonlyMap<string, string>): Promise<Set<string>> {
  const keyOfHash = new Map([...pages.values()].map((key) => [hashOf(key), key]));
  const stored = await tx.all(
    query
      .selectFrom("document_addresses")
      .select("page_hash")
      .where("page_hash", "=", anyOf([...keyOfHash.keys()], "text")),
  );
  const sources = await tx.all(
    query
      .selectFrom("documents")
      .select("source")
      .where("source", "=", anyOf([...pages.keys()], "text")),
  );
  return new Set([
    ...stored.flatMap(({ page_hash }) => keyOfHash.get(page_hash) ?? []),
    ...sources.flatMap(({ source }) => pages.get(source) ?? []),
  ]);
}

/** True for a page of which the sitemap lists an address: a condition on `r` (document_refreshes) and `d` (documents). */
export function isListed(pages: ReadonlyMap<string, string>) {
  return sql<boolean>`(d.source = ${anyOf([...pages.keys()], "text")} or exists (
    select from document_addresses a
    where a.document_id = d.id and a.page_hash = ${anyOf([...pages.values()].map(hashOf), "text")}))`;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
