import type { Pool } from "pg";

/** The oldest PostgreSQL that Parley supports, as `server_version_num`. */
const oldestVersion = 150_000;

/** What the migration finds, before it changes anything. */
interface Found {
  version: number;
  version_text: string;
  role: string;
  database: string;
  /** Where new tables would be created; null when the search path leads nowhere. */
  schema: string | null;
  path: string;
  may_create_tables: boolean;
  /** It can let `parley_app` use that schema, or everybody may. */
  may_share: boolean;
  may_create_schemas: boolean;
  lacks_schemas: boolean;
  missing_roles: string[];
  may_create_roles: boolean;
  is_standby: boolean;
  vector_schema: string | null;
  /** The owner finds the extension by name. */
  finds_vector: boolean;
  /** `parley_app`, or everybody while that role does not exist, may use the extension's schema. */
  app_may_use_vector: boolean;
}

const look = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text,
         quote_ident(current_user) as role, quote_ident(current_database()) as database,
         quote_ident(current_schema()) as schema, current_setting('search_path') as path,
         coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
         coalesce(has_schema_privilege(current_schema(), 'usage with grant option') or has_schema_privilege(
           coalesce((select rolname::text from pg_roles where rolname = 'parley_app'), 'public'), current_schema(), 'usage'), false) as may_share,
         has_database_privilege(current_database(), 'create') as may_create_schemas,
         (select count(*) < 4 from pg_namespace where nspname in ('app', 'auth', 'bullmq', 'langgraph')) as lacks_schemas,
         array(select name from unnest(array['parley_platform', 'parley_app']) name
                where not exists (select from pg_roles where rolname = name)) as missing_roles,
         (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
         pg_is_in_recovery() as is_standby,
         quote_ident(n.nspname) as vector_schema,
         coalesce(n.nspname = any(current_schemas(true)), true) as finds_vector,
         coalesce(has_schema_privilege(coalesce((select rolname::text from pg_roles where rolname = 'parley_app'), 'public'), n.oid, 'usage'), true) as app_may_use_vector
    from (select) one
    left join (pg_extension e join pg_namespace n on n.oid = e.extnamespace) on e.extname = 'vector'`;

/** Something that a migration needs and this database lacks, in one sentence with the SQL that changes it. */
class MigrationBlocked extends Error {
  override readonly name = "MigrationBlocked";
}

/**
 * Checks that the database has everything that the migrations need, so that none stops halfway. Changes nothing.
 * @throws MigrationBlocked for the first thing that is missing.
 */
export async function checkBeforeMigration(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Found>(look);
  const problem = rows[0] && problemOf(rows[0]);
  if (problem) throw new MigrationBlocked(`${problem}\nNothing was changed. Then run \`parley migrate\` again.`);
}

function problemOf(found: Found): string | undefined {
  if (found.version < oldestVersion)
    return `The server is PostgreSQL ${found.version_text}, and Parley needs PostgreSQL 15 or newer.`;
  if (found.is_standby) return "The server is a read-only standby: set MIGRATION_DATABASE_URL to the primary server.";
  return schemaProblem(found) ?? rolesProblem(found) ?? vectorProblem(found);
}

function schemaProblem({ role, database, schema, path, ...found }: Found): string | undefined {
  if (schema === null)
    return `No schema of the search path (${path}) exists for the role ${role}, so there is no place for Parley's tables. As an administrator, run: create schema parley authorization ${role}; alter role ${role} in database ${database} set search_path = parley;`;
  if (!found.may_create_tables)
    return `The role ${role} may not create tables in the schema ${schema}, the first one of its search path (${path}). As an administrator, run: grant usage, create on schema ${schema} to ${role};`;
  if (!found.may_share)
    return `The role ${role} does not own the schema ${schema}, so it may not let parley_app use it. As an administrator, run: alter schema ${schema} owner to ${role};`;
  if (found.lacks_schemas && !found.may_create_schemas)
    return `The role ${role} may not create the schemas app, auth, bullmq and langgraph. As an administrator, run: grant create on database ${database} to ${role};`;
  return undefined;
}

function rolesProblem({ role, missing_roles: missing, may_create_roles: may }: Found): string | undefined {
  if (missing.length === 0 || may) return undefined;
  return `The role ${role} may not create the roles parley_platform and parley_app. As an administrator, run: alter role ${role} createrole;`;
}

/** The search path of `parley_app` is set by the migration, once the owner's is right. */
function vectorProblem({ role, database, schema, path, vector_schema: at, ...found }: Found): string | undefined {
  if (at === null) return undefined;
  const use = `grant usage on schema ${at} to public;`;
  if (!found.finds_vector)
    return `pgvector is in the schema ${at}, which the role ${role} does not find or may not use (search path: ${path}). As an administrator, run: ${use} alter role ${role} in database ${database} set search_path = ${schema}, ${at};`;
  if (!found.app_may_use_vector)
    return `pgvector is in the schema ${at}, which the role parley_app may not use. As an administrator, run: ${use}`;
  return undefined;
}
