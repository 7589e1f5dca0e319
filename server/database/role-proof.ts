import type { Pool } from "pg";
import { findStartFaults, type IsolationFault } from "./isolation-catalogue.ts";

/**
 * Faults that would disable row security for this connection: a role that bypasses it or owns objects, and tables with a `tenant_id` whose
 * row security is off, not forced or has another policy.
 */
export async function findRoleFaults(pool: Pool): Promise<IsolationFault[]> {
  const { rows } = await pool.query<{ role: string; missing: boolean; inherits: boolean }>(
    `select session_user::text as role, to_regclass('tickets') is null as missing,
            coalesce((select not s.rolsuper and pg_has_role(s.oid, p.oid, 'usage')
                        from pg_roles s, pg_roles p where s.rolname = session_user and p.rolname = 'parley_platform'), false) as inherits`,
  );
  const session = rows[0];
  if (!session || session.missing)
    return [{ subject: "schema", fault: "is missing; run `parley migrate` with MIGRATION_DATABASE_URL first" }];
  const faults = await findStartFaults(pool);
  if (session.inherits)
    faults.push({
      subject: `role ${session.role}`,
      fault: `inherits parley_platform; run "alter role ${session.role} noinherit"`,
    });
  return faults;
}

/** @throws Error naming the role or table with which the server must not start. */
export async function proveRoleIsSafe(pool: Pool): Promise<void> {
  const faults = await findRoleFaults(pool);
  if (faults.length === 0) return;
  const lines = faults.map(({ subject, fault }) => `  ${subject}: ${fault}`);
  throw new Error(
    `Parley cannot start, because tenants would not be isolated from each other:\n${lines.join("\n")}\nSee docs/guide/deployment.md, "Database roles".`,
  );
}
