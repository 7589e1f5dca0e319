import type { Check } from "../../../../protocol/admin-doctor.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import { findCatalogueFaults, type IsolationFault } from "../../../database/isolation-catalogue.ts";
import { probeIsolation } from "../../../database/isolation-probe.ts";
import { findRoleFaults } from "../../../database/role-proof.ts";

export interface IsolationReport {
  ok: boolean;
  checks: Check[];
  /** Every tested table. */
  tables: string[];
  /** Number of statements that were tried without the right to. */
  tries: number;
  faults: IsolationFault[];
}

/**
 * The isolation checks of `parley doctor --isolation` on a running installation: roles, catalogue, and a live test with two tenants that
 * are never committed. Throws only when the database cannot be reached.
 */
export async function checkIsolation({ db }: TenantDeps): Promise<IsolationReport> {
  const catalogue = distinct([...(await findRoleFaults(db.pool)), ...(await findCatalogueFaults(db.pool))]);
  const roles = catalogue.filter(({ subject }) => subject.startsWith("role "));
  const rest = catalogue.filter(({ subject }) => !subject.startsWith("role "));
  const probe = await probeIsolation(db);
  const checks = [
    grade("roles", roles, "roles own no tables, cannot bypass row security and have no extra rights"),
    grade(
      "catalogue",
      rest,
      `all ${probe.tables.length} tables enforce row security and belong to a tenant, and no role can bypass it`,
    ),
    grade(
      "live probe",
      probe.faults,
      `${probe.tries} attempts on ${probe.tables.length} tables as another tenant, as no tenant and as the platform: all were blocked, and the test data was removed`,
    ),
  ];
  const faults = [...catalogue, ...probe.faults];
  return { ok: faults.length === 0, checks, tables: probe.tables, tries: probe.tries, faults };
}

function grade(name: string, faults: readonly IsolationFault[], good: string): Check {
  if (faults.length === 0) return { name, status: "ok", detail: good };
  return { name, status: "failed", detail: faults.map(({ subject, fault }) => `${subject} ${fault}`).join("; ") };
}

function distinct(faults: readonly IsolationFault[]): IsolationFault[] {
  return [...new Map(faults.map((item) => [`${item.subject} ${item.fault}`, item])).values()];
}
