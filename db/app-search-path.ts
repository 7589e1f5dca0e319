import type { Pool } from "pg";

/**
 * Sets the search path of `parley_app` in this database, where Parley or pgvector has a schema of its own: then the application finds what
 * the owner finds. Changes nothing when both are in `public`, or when the path is right.
 * @throws Error with the statement, when the owner may not change that role.
 */
export async function setAppSearchPath(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('alter role parley_app in database %I set search_path = %s', current_database(), wanted.path) as statement
       from (select string_agg(quote_ident(name), ', ' order by place) as path, bool_or(place = 1 and name <> 'public') as has_own
               from unnest(current_schemas(false)) with ordinality named(name, place)) wanted
      where (wanted.has_own or exists (select from pg_extension e join pg_namespace n on n.oid = e.extnamespace
                                        where e.extname = 'vector' and n.nspname not in ('public', 'pg_catalog')))
        and not exists (select from pg_db_role_setting s, unnest(s.setconfig) setting
                         where s.setdatabase = (select oid from pg_database where datname = current_database())
                           and s.setrole = (select oid from pg_roles where rolname = 'parley_app')
                           and setting = 'search_path=' || wanted.path)`,
  );
  const statement = rows[0]?.statement;
  if (statement === undefined) return;
  await pool.query(statement).catch((error: unknown) => {
    throw new Error(
      `The search path of the role parley_app could not be set. As an administrator, run: ${statement}; Then run \`parley migrate\` again.`,
      { cause: error },
    );
  });
}
