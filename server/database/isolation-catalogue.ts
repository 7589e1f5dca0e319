import type { Pool } from "pg";
import { isOurs, schemaLabel } from "./own-schema.ts";

/** A reason why a tenant could see another tenant's rows. */
export interface IsolationFault {
  /** The object with the fault, e.g. `table public.tickets`. */
  subject: string;
  fault: string;
}

/** The only policy for the application on every object with tenant rows, as PostgreSQL prints it. */
const tenantRows = "(tenant_id = (NULLIF(current_setting('app.current_tenant'::text, true), ''::text))::uuid)";

/** Rows that the platform role may delete: log entries of any tenant that are at least a month old, as PostgreSQL prints it. */
const onlyOld = [30, 90].map((days) => `$$(created_at < (now() - '${days} days'::interval))$$`).join(", ");

/** Excludes schemas of the database server itself. */
const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%' and ${isOurs("n")}`;

const tenantTables = `
  select c.oid, ${schemaLabel("n")} || '.' || c.relname as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity, a.attnotnull, a.attnum
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
   where c.relkind in ('r', 'p', 'f') and ${ours}`;

/** Excludes views and functions of extensions, which contain no tenant data. */
const notOfExtension = (id: string) =>
  `not exists (select 1 from pg_depend e where e.objid = ${id} and e.deptype = 'e')`;

/**
 * Searches the system catalogue for everything that would let one tenant access another's rows. There are no exceptions: a table counts as
 * a tenant table as soon as it has a `tenant_id`.
 * @param pool a connection of the application's own role, whose rights are checked.
 */
export async function findCatalogueFaults(pool: Pool): Promise<IsolationFault[]> {
  return [...(await findStartFaults(pool)), ...(await ask(pool, [references, uniqueKeys, viewsAndFunctions]))];
}

/** The faults with which the server must not start: in tables, their policies, and the roles' rights. */
export async function findStartFaults(pool: Pool): Promise<IsolationFault[]> {
  return ask(pool, [tablesAndPolicies, rights]);
}

/** One after another: the embedded pool has only one connection. */
async function ask(pool: Pool, questions: readonly string[]): Promise<IsolationFault[]> {
  const faults: IsolationFault[] = [];
  for (const sql of questions) {
    const { rows } = await pool.query<IsolationFault>(sql);
    faults.push(...rows);
  }
  return faults;
}

/** Row security enabled and forced, the column never null, and exactly the required policies. */
const tablesAndPolicies = `
  with tables as (${tenantTables}),
  policies as (
    select p.polrelid, p.polname, p.polpermissive, p.polcmd,
           pg_get_expr(p.polqual, p.polrelid) as visible, pg_get_expr(p.polwithcheck, p.polrelid) as writable,
           -- For the platform's role alone, and for reading alone: what comes before a tenant is known. Or for removing what is old.
           p.polroles = array[(select oid from pg_roles where rolname = 'parley_platform')]
             and (p.polcmd = 'r' or (p.polcmd = 'd' and pg_get_expr(p.polqual, p.polrelid) in (${onlyOld}))) as is_platform
      from pg_policy p
  )
  select 'table ' || t.name as subject, found.fault
    from tables t
    cross join lateral (
      select 'has row security off' as fault where not t.relrowsecurity
      union all select 'does not force row security' where not t.relforcerowsecurity
      union all select 'allows a null tenant_id' where not t.attnotnull
      union all select 'has no policy for the application' where not exists (
        select 1 from policies p where p.polrelid = t.oid and not p.is_platform and p.polcmd = '*')
      union all select 'has the policy ' || p.polname || ', which does not keep tenants apart when reading'
        from policies p where p.polrelid = t.oid and not p.is_platform and p.polpermissive and p.visible is distinct from $$${tenantRows}$$
      union all select 'has the policy ' || p.polname || ', which does not keep tenants apart when writing'
        from policies p where p.polrelid = t.oid and not p.is_platform and p.polpermissive and p.writable is distinct from $$${tenantRows}$$
    ) found
   order by 1, 2`;

/** Plain foreign keys ignore row security, so every foreign key contains the tenant on both sides. */
const references = `
  with tables as (${tenantTables})
  select 'table ' || child.name as subject,
         'refers to ' || parent.name || ' without the tenant (' || k.conname || ')' as fault
    from pg_constraint k
    join tables child on child.oid = k.conrelid
    join tables parent on parent.oid = k.confrelid
   where k.contype = 'f'
     and not exists (
       select 1 from unnest(k.conkey, k.confkey) as pair(from_column, to_column)
        where pair.from_column = child.attnum and pair.to_column = parent.attnum)
   order by 1, 2`;

/**
 * A unique key without the tenant reveals to one tenant the data of another. A key also counts as containing the tenant when it contains a
 * column that a composite reference ties to a tenant, directly or as the source of a generated column.
 */
const uniqueKeys = `
  with tables as (${tenantTables}),
  tied as (
    select t.oid, column_number from tables t
      join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and t.attnum = any(k.conkey)
      cross join lateral (
        select unnest(k.conkey) as column_number
        union
        select d.refobjsubid from pg_attrdef g
          join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = g.oid and d.refobjid = t.oid and d.refobjsubid <> g.adnum
         where g.adrelid = t.oid and g.adnum = any(k.conkey)
      ) columns
    where column_number <> t.attnum
  )
  select 'table ' || t.name as subject, 'has the unique key ' || i.indexrelid::regclass || ' without the tenant' as fault
    from pg_index i join tables t on t.oid = i.indrelid
   where i.indisunique
     and not t.attnum = any(i.indkey::int2[])
     and not exists (select 1 from tied where tied.oid = t.oid and tied.column_number = any(i.indkey::int2[]))
   order by 1, 2`;

const viewsAndFunctions = `
  select 'view ' || ${schemaLabel("n")} || '.' || c.relname as subject,
         case c.relkind when 'm' then 'is materialised, which no policy protects' else 'runs with its owner''s rights (security_invoker is off)' end as fault
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('v', 'm') and ${ours} and ${notOfExtension("c.oid")}
     and (has_table_privilege('parley_app', c.oid, 'select') or has_table_privilege('parley_platform', c.oid, 'select'))
     and (c.relkind = 'm' or not coalesce('security_invoker=true' = any(c.reloptions) or 'security_invoker=on' = any(c.reloptions), false))
  union all
  select 'function ' || p.oid::regprocedure, 'runs with its owner''s rights (security definer)'
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.prosecdef and ${ours} and ${notOfExtension("p.oid")}
     and (has_function_privilege('parley_app', p.oid, 'execute') or has_function_privilege('parley_platform', p.oid, 'execute'))
   order by 1, 2`;

/** Forbidden properties and rights of both roles. The session's own role is checked too, whatever its name. */
const rights = `
  with judged as (
    select r.* from pg_roles r where r.rolname in (session_user, 'parley_app', 'parley_platform')
  )
  select 'role ' || r.rolname as subject, found.fault
    from judged r
    cross join lateral (
      select 'is a superuser; set DATABASE_URL to the role parley_app' as fault where r.rolsuper
      union all select 'has BYPASSRLS' where r.rolbypassrls
      union all select 'may create roles' where r.rolcreaterole
      union all select 'may create databases' where r.rolcreatedb
      union all select 'may replicate' where r.rolreplication
      union all select 'is a member of ' || g.rolname from pg_roles g
         where not r.rolsuper and g.oid <> r.oid and g.rolname not in ('parley_app', 'parley_platform') and pg_has_role(r.oid, g.oid, 'member')
      union all select 'owns ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relowner = r.oid and ${ours}
      union all select 'owns the function ' || p.oid::regprocedure from pg_proc p where p.proowner = r.oid
      union all select 'owns the schema ' || n.nspname from pg_namespace n where n.nspowner = r.oid and ${ours}
      union all select 'may create in schema ' || n.nspname from pg_namespace n
         where not r.rolsuper and ${ours} and has_schema_privilege(r.oid, n.oid, 'create')
      union all select 'may create schemas' where not r.rolsuper and has_database_privilege(r.oid, current_database(), 'create')
      union all select 'may ' || verb || ' ' || c.oid::regclass
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          cross join unnest(array['truncate', 'references', 'trigger']) as verb
         where not r.rolsuper and c.relkind in ('r', 'p', 'f') and ${ours} and has_table_privilege(r.oid, c.oid, verb)
    ) found
   order by 1, 2`;
