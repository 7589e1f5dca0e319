import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateCalibration } from "../../assistant/store/tenant-calibration.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { checkTenants } from "../../operations/doctor/installation/check-tenants.ts";
import { builtInModels } from "../../test/support/built-in-models.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import type { TenantDeps } from "../tenants/deps.ts";

let db: Database;
let deps: TenantDeps;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  deps = { db, publicUrl: "http://localhost:8787", ...builtInModels, graderFor: () => "extractive-9" };
});

const check = async (name: string, model = wordVectors.model) =>
  (await checkTenants(deps, model)).find((each) => each.name === name);
async function addTenant(name: string): Promise<string> {
  const id = newId();
  await withTenant(db, id, (tx) =>
    tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, $2, '')", [id, name]),
  );
  return id;
}

describe("the doctor's look at the tenants", () => {
  it("says who has none to look at", async () => {
    expect(await checkTenants(deps, wordVectors.model)).toEqual([
      { name: "tenants", status: "warning", detail: "No tenants yet. Create one with: parley tenant create" },
    ]);
  });

  it("names those whose passages are searched by words alone, how many of how many, and what to do", async () => {
    const whole = await addTenant("Whole");
    const half = await addTenant("Half");
    const texts = Array.from({ length: 10 }, (_, index) => `Lamp ${index}.`);
    await seedDocument(db, whole, { source: "a", texts });
    await seedDocument(db, half, { source: "a", texts });
    expect(await check("tenants")).toEqual({ name: "tenants", status: "ok", detail: "2" });
    expect((await check("vectors"))?.status).toBe("ok");
    const forget = (tenant: string, count: number) =>
      withTenant(db, tenant, (tx) =>
        tx.query(
          "delete from chunk_embeddings where chunk_id in (select chunk_id from chunk_embeddings limit $1::int)",
          [count],
        ),
      );
    await forget(whole, 1);
    await forget(half, 4);
    expect(await check("vectors")).toEqual({
      name: "vectors",
      status: "warning",
      detail: `4 of 10 passages of Half have no vectors from ${wordVectors.model}, so search uses words only. If no documents are being indexed, run parley knowledge reindex --all --tenant ${half}`,
    });
    const changed = await check("vectors", "another-model");
    expect(changed?.detail).toMatch(/10 of 10 passages of (?:Half|Whole).*10 of 10 passages of (?:Half|Whole)/s);
  });

  it("names calibrations that rest because another model grades now", async () => {
    const tenant = await addTenant("Fitted");
    const fitted = (grader: string) =>
      withTenant(db, tenant, (tx) =>
        updateCalibration(tx, {
          threshold: 0.6,
          calibration: {
            grader,
            slope: 1.2,
            shift: -0.1,
            threshold: 0.6,
            plain_threshold: 0.7,
            most_wrong: 0.08,
            labels: { right: 40, wrong: 10 },
            applied_at: new Date().toISOString(),
            before: [],
          },
        }),
      );
    expect((await check("calibration"))?.status).toBe("ok");
    await fitted("extractive-9");
    expect((await check("calibration"))?.status).toBe("ok");
    await fitted("extractive-8");
    expect(await check("calibration")).toEqual({
      name: "calibration",
      status: "warning",
      detail: `The calibration of Fitted is inactive: it was made for extractive-8, but extractive-9 now rates confidence. Run parley calibrate --tenant ${tenant}`,
    });
  });

  it("counts the tenants beyond the first few instead of naming them", async () => {
    for (let index = 0; index < 6; index += 1)
      await seedDocument(db, await addTenant(`Bare ${index}-${newId()}`), { source: "a", texts: ["Lamp."] });
    expect((await check("vectors", "another-model"))?.detail).toMatch(/The same applies to 3 other tenants$/);
  });
});
