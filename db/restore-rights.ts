import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";

/** How statements about rights begin; each begins a line and ends with one. */
const beginnings = ["grant ", "revoke ", "create policy ", "call app.protect("];
/** A block, such as the one that creates the roles. */
const block = { begins: "do $$", ends: "$$;" };
const policyPattern = /^create policy (\w+) on (\w+)/;
const protectPattern = /^call app\.protect\('([\w.]+)'/;

/**
 * Whether the rights of the two roles are missing, as after restoring a dump without roles or privileges: the catalogue has the tables, but
 * not everything that the migrations granted.
 */
const areMissing = `
  with tables as (
    select c.oid, c.relrowsecurity and c.relforcerowsecurity as is_forced
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind = 'r' and n.nspname in (current_schema(), 'langgraph'))
  select not exists (select from pg_roles where rolname = 'parley_app')
      or not exists (select from pg_roles where rolname = 'parley_platform') as lacks_roles,
         exists (select from tables t
                  where not t.is_forced or not exists (select from pg_policy p where p.polrelid = t.oid and p.polname = 'tenant_rows')) as lacks_policies,
         (select count(*)::int from pg_policy where polname in ('platform_reads', 'platform_expires')) as platform_policies`;
const lacksGrants = `
  select not (has_schema_privilege('parley_app', 'app', 'usage') and has_schema_privilege('parley_platform', 'auth', 'usage')
              and has_table_privilege('parley_platform', 'auth.people', 'select') and has_table_privilege('parley_platform', 'schema_migrations', 'select')
              and pg_has_role('parley_app', 'parley_platform', 'member'))
      or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
                 where c.relkind = 'r' and n.nspname in (current_schema(), 'langgraph') and not has_any_column_privilege('parley_app', c.oid, 'select, insert'))
         as missing`;

/**
 * Gives the two roles the rights again that the migrations gave them, if a restored dump has left any out. All or nothing.
 * @param dir the folder of the numbered migrations, which are all applied. @returns true when rights were missing.
 */
export async function restoreRights(pool: Pool, dir: string): Promise<boolean> {
  const statements = await readRights(dir);
  const expected = statements.filter((statement) => /^create policy platform_(?:reads|expires)/.test(statement)).length;
  const { rows } = await pool.query<{ lacks_roles: boolean; lacks_policies: boolean; platform_policies: number }>(
    areMissing,
  );
  const [state] = rows;
  const isWhole = state && !state.lacks_roles && !state.lacks_policies && state.platform_policies >= expected;
  if (isWhole && !(await pool.query<{ missing: boolean }>(lacksGrants)).rows[0]?.missing) return false;
  const client = await pool.connect();
  try {
    await client.query("begin; select pg_advisory_xact_lock(7305310)");
    for (const statement of statements) await client.query(repeatable(statement));
    await client.query(protectOthers);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
  return true;
}

async function readRights(dir: string): Promise<string[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith(".sql")).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), "utf8")));
  return texts.flatMap(rightsOf);
}

function rightsOf(text: string): string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const isBlock = (lines[0] ?? line).startsWith(block.begins);
    if (lines.length === 0 && !isBlock && !beginnings.some((beginning) => line.startsWith(beginning))) continue;
    lines.push(line);
    if (!line.endsWith(isBlock ? block.ends : ";")) continue;
    statements.push(lines.join("\n"));
    lines = [];
  }
  return statements;
}

/** A statement that can run again: a policy is created anew. */
function repeatable(statement: string): string {
  const [, policy, table] = policyPattern.exec(statement) ?? [];
  if (policy) return `drop policy if exists ${policy} on ${table}; ${statement}`;
  const [, target] = protectPattern.exec(statement) ?? [];
  return target ? `drop policy if exists tenant_rows on ${target}; ${statement}` : statement;
}

/** Tables that other parts of the migration create: checkpoints and vectors. */
const protectOthers = `
  do $$
  declare
    target regclass;
  begin
    for target in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
                   where c.relkind = 'r' and n.nspname in (current_schema(), 'langgraph')
                     and (n.nspname = 'langgraph' or c.relname = 'chunk_embeddings') loop
      execute format('drop policy if exists tenant_rows on %s', target);
      call app.protect(target);
    end loop;
    if to_regclass('embedding_models') is not null then
      grant select, insert on embedding_models to parley_app;
    end if;
  end
  $$`;

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
