import { sql } from "kysely";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { DocumentFilter } from "./search-scope.ts";

/** Number of passages that contain the word in any form, in the passage's language; a word without passages has no row. */
export interface KnownWord {
  word: string;
  passages: number;
  /** The index contains the word itself, not only its stem. */
  is_exact: boolean;
}

/** Most passages counted per word; further ones make no difference. */
const mostCounted = 1_000;

/** Looks up words in the index of the searchable passages. @param words at most a few thousand, in lower case. */
export async function countKnownWords(
  tx: TenantTransaction,
  words: string[],
  documents: DocumentFilter,
): Promise<KnownWord[]> {
  if (words.length === 0) return [];
  return tx.all(
    sql<KnownWord>`with languages as materialized (select config from chunk_terms group by config)
     select asked.word, max(found.passages)::int as passages, bool_or(coalesce(form.lexeme, asked.word) = asked.word) as is_exact
       from unnest(${words}::text[]) as asked(word)
       cross join languages
       -- A word without a form is one of the grammar, which every passage may have.
       left join lateral unnest(to_tsvector(('pg_catalog.' || languages.config)::regconfig, asked.word)) form on true
       cross join lateral (
         select case when form.lexeme is null then ${sql.lit(mostCounted)} else count(*) end as passages from (
           select 1 from chunk_words w join chunk_terms t on t.tenant_id = w.tenant_id and t.chunk_id = w.chunk_id
            where w.lexeme = form.lexeme and (t.document_id = any(${documents.ids}::uuid[])) = ${documents.only} limit ${sql.lit(mostCounted)}
         ) counted
       ) found
      where found.passages > 0
      group by asked.word`,
  );
}
