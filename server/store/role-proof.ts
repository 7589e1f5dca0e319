import type { Pool } from "pg";

/** One reason why the application's role or a table would let a tenant see another's rows. */
export interface RoleFault {
  subject: string;
  fault: string;
}

/**
 * Everything that would make row security void for this connection: a role that bypasses it or owns
 * tables, and tables with a `tenant_id` whose row security is off, not forced or without a policy.
 */
export async function findRoleFaults(pool: Pool): Promise<RoleFault[]> {
  return [...(await roleFaults(pool)), ...(await tableFaults(pool))];
}

/** @throws Error naming the role or table: the server must not start. */
export async function proveRoleIsSafe(pool: Pool): Promise<void> {
  const faults = await findRoleFaults(pool);
  if (faults.length === 0) return;
  const lines = faults.map(({ subject, fault }) => `  ${subject}: ${fault}`);
  throw new Error(
    `Parley does not start, because tenants would not be kept apart:\n${lines.join("\n")}\nSee docs/guide/deployment.md, "Database roles".`,
  );
}

async function roleFaults(pool: Pool): Promise<RoleFault[]> {
  const { rows } = await pool.query<{
    name: string;
    rolsuper: boolean;
    rolbypassrls: boolean;
    owns: string | null;
    missing: boolean;
    may_create: boolean;
    inherits: boolean;
  }>(
    `select r.rolname as name, r.rolsuper, r.rolbypassrls,
            (select min(c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where c.relowner = r.oid and c.relkind in ('r', 'p', 'v') and n.nspname in ('public', 'langgraph', 'auth')) as owns,
            to_regclass('public.tickets') is null as missing,
            has_schema_privilege(r.oid, 'public', 'create') as may_create,
            coalesce((select pg_has_role(r.oid, p.oid, 'usage') from pg_roles p where p.rolname = 'parley_platform'), false) as inherits
       from pg_roles r where r.rolname = session_user`,
  );
  const role = rows[0];
  if (!role) return [{ subject: "role", fault: "the database does not know the session's role" }];
  const faults: RoleFault[] = [];
  if (role.missing)
    faults.push({ subject: "schema", fault: "is not there; run `parley migrate` with MIGRATION_DATABASE_URL first" });
  if (role.rolsuper)
    faults.push({ subject: `role ${role.name}`, fault: "is a superuser; set DATABASE_URL to the role parley_app" });
  if (role.rolbypassrls) faults.push({ subject: `role ${role.name}`, fault: "has BYPASSRLS" });
  if (role.owns !== null) faults.push({ subject: `role ${role.name}`, fault: `owns the table ${role.owns}` });
  if (!role.rolsuper && role.inherits)
    faults.push({
      subject: `role ${role.name}`,
      fault: `inherits parley_platform; run "alter role ${role.name} noinherit"`,
    });
  if (!role.rolsuper && role.may_create)
    faults.push({ subject: `role ${role.name}`, fault: "may create tables in schema public" });
  return faults;
}

async function tableFaults(pool: Pool): Promise<RoleFault[]> {
  const { rows } = await pool.query<{
    name: string;
    enabled: boolean;
    forced: boolean;
    policies: number;
    loose: boolean;
  }>(
    `select n.nspname || '.' || c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
            not a.attnotnull as loose
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  return rows.flatMap((table) => {
    if (!table.enabled) return [{ subject: `table ${table.name}`, fault: "has row security off" }];
    if (!table.forced) return [{ subject: `table ${table.name}`, fault: "does not force row security" }];
    if (table.policies === 0) return [{ subject: `table ${table.name}`, fault: "has no policy" }];
    if (table.loose) return [{ subject: `table ${table.name}`, fault: "allows a null tenant_id" }];
    return [];
  });
}
