import type { Check } from "../../protocol/admin-doctor.ts";
import { findCatalogueFaults, type IsolationFault } from "../store/isolation-catalogue.ts";
import { probeIsolation } from "../store/isolation-probe.ts";
import { findRoleFaults } from "../store/role-proof.ts";
import type { TenantDeps } from "./deps.ts";

export interface IsolationReport {
  ok: boolean;
  checks: Check[];
  /** Every table that was tried. */
  tables: string[];
  /** Statements tried as somebody who may not. */
  tries: number;
  faults: IsolationFault[];
}

/**
 * What `parley doctor --isolation` proves on a running installation: roles, catalogue, and a live probe with two
 * tenants that are never committed. Throws only when the database cannot be reached.
 */
export async function checkIsolation({ db }: TenantDeps): Promise<IsolationReport> {
  const catalogue = distinct([...(await findRoleFaults(db.pool)), ...(await findCatalogueFaults(db.pool))]);
  const roles = catalogue.filter(({ subject }) => subject.startsWith("role "));
  const rest = catalogue.filter(({ subject }) => !subject.startsWith("role "));
  const probe = await probeIsolation(db);
  const checks = [
    grade("roles", roles, "own nothing, bypass nothing, may not truncate, refer, trigger or create"),
    grade(
      "catalogue",
      rest,
      `${probe.tables.length} tables with row security forced, tied to their tenant, no way around it`,
    ),
    grade(
      "live probe",
      probe.faults,
      `${probe.tries} tries on ${probe.tables.length} tables by another tenant, by nobody and by the platform: none got through, nothing left behind`,
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
