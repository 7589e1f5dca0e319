import type { Check } from "../../protocol/admin-doctor.ts";
import { findInstallation } from "../store/installation.ts";
import { findRoleFaults } from "../store/role-proof.ts";
import { findMissingMigrations } from "../store/schema-check.ts";
import { withSystem } from "../store/transaction.ts";
import type { TenantDeps } from "./deps.ts";

/** PostgreSQL 15 is the oldest the policies and statements are tested on. */
const minServerVersion = 150_000;
/** Tokens and leases live by the clock; this much is forgiven. */
const maxClockSkewMs = 30_000;

/** What `parley doctor` asks of the database. Throws only when it cannot be reached at all. */
export async function checkDatabase(deps: TenantDeps, migrationFolder: string): Promise<Check[]> {
  const askedAt = Date.now();
  const found = await withSystem(deps.db, "the operator checks the installation", findInstallation);
  const missing = await findMissingMigrations(deps.db, migrationFolder);
  const skewMs = Math.abs(found.now.getTime() - (askedAt + Date.now()) / 2);
  const faults = await findRoleFaults(deps.db.pool);
  return [
    grade("database version", found.serverVersion >= minServerVersion, {
      good: found.versionText,
      bad: `${found.versionText}; Parley needs PostgreSQL 15 or newer`,
    }),
    grade("migrations", missing.length === 0, {
      good: `${found.migrations.length} applied`,
      bad: `not applied: ${missing.join(", ")}; run parley migrate`,
    }),
    deps.db.vectors
      ? { name: "pgvector", status: "ok", detail: found.vectorVersion ?? "installed" }
      : { name: "pgvector", status: "warning", detail: "not installed: search works by words alone" },
    grade("row security", faults.length === 0, {
      good: `every tenant table is protected, role ${found.role} cannot bypass it`,
      bad: faults.map(({ subject, fault }) => `${subject} ${fault}`).join("; "),
    }),
    grade("clock", skewMs <= maxClockSkewMs, {
      good: `${Math.round(skewMs)} ms apart from the database`,
      bad: `${Math.round(skewMs)} ms apart from the database; set the clocks of both hosts`,
    }),
  ];
}

function grade(name: string, ok: boolean, details: { good: string; bad: string }): Check {
  return { name, status: ok ? "ok" : "failed", detail: ok ? details.good : details.bad };
}
