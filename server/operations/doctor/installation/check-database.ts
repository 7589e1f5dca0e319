import type { Check } from "../../../../protocol/admin-doctor.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import type { Database } from "../../../database/database.ts";
import { findInstallation } from "../../../database/installation.ts";
import { findRoleFaults } from "../../../database/role-proof.ts";
import { findMissingMigrations } from "../../../database/schema-check.ts";
import { withSystem } from "../../../database/transaction.ts";

/** PostgreSQL 15 is the oldest version that policies and statements are tested on. */
const minServerVersion = 150_000;
/** Tolerated clock difference. Tokens and leases depend on the clock. */
const maxClockSkewMs = 30_000;

/** The database checks of `parley doctor`. Throws only when the database cannot be reached. */
export async function checkDatabase(deps: TenantDeps, migrationFolder: string): Promise<Check[]> {
  const askedAt = Date.now();
  const found = await withSystem(deps.db, "check-installation", findInstallation);
  const missing = await findMissingMigrations(deps.db, migrationFolder);
  const skewMs = Math.abs(found.now.getTime() - (askedAt + Date.now()) / 2);
  const faults = await findRoleFaults(deps.db.pool);
  return [
    grade("database version", found.serverVersion >= minServerVersion, {
      good: found.versionText,
      bad: `${found.versionText}; Parley needs PostgreSQL 15 or newer`,
      mend: "Upgrade PostgreSQL",
    }),
    grade("migrations", missing.length === 0, {
      good: `${found.migrations.length} applied`,
      bad: `not applied: ${missing.join(", ")}`,
      mend: "With the owner's connection in MIGRATION_DATABASE_URL, run",
      line: "parley migrate",
    }),
    ...judgePooler(deps.db.pooler),
    judgeVectors(deps.db.vectors ? (found.vectorVersion ?? "installed") : null),
    grade("row security", faults.length === 0, {
      good: `every tenant table is protected, and role ${found.role} cannot bypass the protection`,
      bad: faults.map(({ subject, fault }) => `${subject} ${fault}`).join("; "),
      mend: "Use the role parley_app in DATABASE_URL and protect the listed tables; see docs/guide/deployment.md, Database roles",
    }),
    grade("clock", skewMs <= maxClockSkewMs, {
      good: `${Math.round(skewMs)} ms difference from the database clock`,
      bad: `${Math.round(skewMs)} ms difference from the database clock`,
      mend: "Synchronize the clocks of both hosts with NTP",
    }),
  ];
}

/** Checks for a pooler that uses another connection for each transaction. The embedded database has no pooler. */
export function judgePooler(pooler: Database["pooler"]): Check[] {
  const name = "connection pooler";
  if (pooler === undefined) return [];
  if (!pooler.sharesConnections) return [{ name, status: "ok", detail: "no pooler that shares connections" }];
  if (pooler.keepsStatements) return [{ name, status: "ok", detail: "transaction mode, prepared statements are kept" }];
  return [
    {
      name,
      status: "warning",
      detail: "transaction mode without prepared statements, which adds load to the database",
      mend: "With PgBouncer 1.21 or newer, add this to its settings",
      line: "max_prepared_statements = 200",
    },
  ];
}

/** Searches need iterative scans, which pgvector has since 0.8. */
function judgeVectors(version: string | null): Check {
  const name = "pgvector";
  if (version === null)
    return {
      name,
      status: "warning",
      detail: "Not installed. Search uses words only.",
      mend: "Install pgvector on the database server, then run parley migrate; the owner role's statement is",
      line: "create extension vector;",
    };
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major === 0 && minor < 8)
    return {
      name,
      status: "failed",
      detail: `${version}; Parley needs 0.8 or newer`,
      mend: "Upgrade the package on the database server, then run this as an administrator",
      line: "alter extension vector update;",
    };
  return { name, status: "ok", detail: version };
}

function grade(
  name: string,
  ok: boolean,
  { good, bad, ...mend }: { good: string; bad: string; mend: string; line?: string },
): Check {
  return ok ? { name, status: "ok", detail: good } : { name, status: "failed", detail: bad, ...mend };
}
