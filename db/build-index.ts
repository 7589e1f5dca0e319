import type { Pool } from "pg";

/** Only one process at a time builds indexes. */
const lockKey = 7_305_311;

/**
 * Builds indexes while other work continues, one after another, each in its own statement. Skips a valid index. Rebuilds an index that an
 * interrupted attempt left invalid: no search uses it, but every insert updates it. Does nothing while another process builds indexes, so
 * that no process waits.
 * @param indexes name and statement (`create index concurrently ...`), in the first schema of the search path.
 */
export async function buildIndexes(pool: Pool, indexes: readonly { name: string; statement: string }[]): Promise<void> {
  const client = await pool.connect();
  try {
    const lock = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey]);
    if (!lock.rows[0]?.got) return;
    for (const { name, statement } of indexes) {
      const { rows } = await client.query<{ is_whole: boolean; drop: string }>(
        `select indisvalid as is_whole, format('drop index concurrently %I', $1::text) as drop
           from pg_index where indexrelid = to_regclass(quote_ident($1::text))`,
        [name],
      );
      if (rows[0]?.is_whole) continue;
      if (rows[0]) await client.query(rows[0].drop);
      await client.query(statement);
    }
  } finally {
    await client.query("select pg_advisory_unlock_all()");
    client.release();
  }
}

const indexPattern = /^create index concurrently if not exists (\w+)[^;]*/gm;

/** The statements of a file that contains only indexes and comments. */
export function readIndexes(sql: string): { name: string; statement: string }[] {
  return [...sql.matchAll(indexPattern)].map(([statement, name = ""]) => ({ name, statement }));
}
