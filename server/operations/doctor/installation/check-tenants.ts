import type { Check } from "../../../../protocol/admin-doctor.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import { readTenants, type TenantView } from "../../../accounts/tenants/directory.ts";
import { readCalibration } from "../../../assistant/grading/calibration.ts";
import { countSearched, exactBelowVectors, mostWithoutVectors } from "../../../assistant/store/search-scope.ts";
import { withLongLimits } from "../../../database/database.ts";
import { withTenant } from "../../../database/transaction.ts";

/** Above this number, findings give only a count, without names. */
const mostNamed = 5;

/** The tenant checks of `parley doctor`. @param model the embedding model whose vectors are searched. */
export async function checkTenants(deps: TenantDeps, model: string): Promise<Check[]> {
  const tenants = await readTenants(deps);
  if (tenants.length === 0)
    return [{ name: "tenants", status: "warning", detail: "No tenants yet. Create one with: parley tenant create" }];
  const unsearched: string[] = [];
  const resting: string[] = [];
  for (const tenant of tenants) {
    if (deps.db.vectors) unsearched.push(...(await withoutVectors(deps, tenant, model)));
    resting.push(...(await restingCalibration(deps, tenant)));
  }
  return [
    { name: "tenants", status: "ok", detail: `${tenants.length}` },
    ...(deps.db.vectors ? [sum("vectors", "nearly all passages have vectors", unsearched)] : []),
    sum("calibration", "no inactive calibrations", resting),
  ];
}

async function withoutVectors(deps: TenantDeps, { tenant_id, name }: TenantView, model: string): Promise<string[]> {
  const { vectors, passages } = await withTenant(withLongLimits(deps).db, tenant_id, (tx) => countSearched(tx, model));
  const missing = passages - vectors;
  if (missing <= mostWithoutVectors * passages) return [];
  const effect =
    vectors < exactBelowVectors ? "so search uses words only" : "so these passages can only be found by their words";
  return [
    `${missing} of ${passages} passages of ${name} have no vectors from ${model}, ${effect}. If no documents are being indexed, run parley knowledge reindex --all --tenant ${tenant_id}`,
  ];
}

async function restingCalibration(deps: TenantDeps, { tenant_id, name }: TenantView): Promise<string[]> {
  const { calibration, is_at_work, grader } = await readCalibration(deps, tenant_id);
  if (calibration === null || is_at_work) return [];
  return [
    `The calibration of ${name} is inactive: it was made for ${calibration.grader}, but ${grader} now rates confidence. Run parley calibrate --tenant ${tenant_id}`,
  ];
}

function sum(name: string, good: string, troubles: string[]): Check {
  if (troubles.length === 0) return { name, status: "ok", detail: good };
  const others =
    troubles.length > mostNamed ? [`The same applies to ${troubles.length - mostNamed} other tenants`] : [];
  return { name, status: "warning", detail: [...troubles.slice(0, mostNamed), ...others].join(". ") };
}
