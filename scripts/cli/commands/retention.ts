import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type RetentionCounts, type RetentionRun, retentionKinds } from "../../../protocol/admin-data.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { readTenants, resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { AppError } from "../../../server/core/errors.ts";
import {
  askForRetention,
  previewRetention,
  readRetention,
} from "../../../server/operations/privacy/retention-rules.ts";
import { runRetention } from "../../../server/operations/privacy/run-retention.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { defineCommand } from "../command.ts";

/** Poll interval for the run of another process, in ms. */
const pollMs = 500;

interface Done {
  tenant_id: string;
  name: string;
  counts: RetentionCounts;
}

export const retentionRun = defineCommand({
  name: "retention run",
  args: z.strictObject({ tenant: z.string().optional(), dryRun: z.boolean() }),
  run: async (ctx, { tenant, dryRun }) => {
    const wanted = tenant === undefined ? undefined : await resolveTenant(ctx.http.tenants, tenant);
    const tenants: Done[] = [];
    for (const { tenant_id, name } of await readTenants(ctx.http.tenants)) {
      if (wanted !== undefined && tenant_id !== wanted) continue;
      const { counts } = dryRun ? await previewRetention(ctx.http.privacy, tenant_id, {}) : await apply(ctx, tenant_id);
      tenants.push({ tenant_id, name, counts });
    }
    return { dry_run: dryRun, tenants };
  },
  render: ({ dry_run, tenants }) =>
    tenants
      .map(({ name, counts }) => {
        const lines = retentionKinds
          .filter((kind) => counts[kind] > 0)
          .map((kind) => `  ${kind.padEnd(18)}  ${counts[kind]}`);
        return [
          `${name}: ${lines.length === 0 ? "nothing" : ""} ${dry_run ? "would be deleted" : "deleted"}`
            .replace(/ {2,}/g, " ")
            .trim(),
          ...lines,
        ].join("\n");
      })
      .join("\n"),
});

async function apply({ http: { privacy } }: AppContext, tenantId: string): Promise<RetentionRun> {
  const { id } = await askForRetention(privacy, operator, tenantId);
  for (;;) {
    const done = await runRetention(privacy, tenantId);
    if (done) return done;
    // Another process was first.
    const found = (await readRetention(privacy, tenantId)).runs.find((run) => run.id === id);
    if (!found) throw new AppError("not_found", "Tenant not found.");
    if (found.finished_at) return found;
    await wait(pollMs);
  }
}
