import { z } from "zod";
import type { Check } from "../../../protocol/admin-doctor.ts";
import { asError } from "../../../server/core/errors.ts";
import { checkInstallation } from "../../../server/operations/doctor/installation/check-installation.ts";
import { defineCommand } from "../command.ts";
import { type IsolationSummary, runIsolationChecks } from "../doctor-isolation.ts";
import { renderChecks } from "../render-checks.ts";

export interface DoctorReport {
  ok: boolean;
  checks: Check[];
  /** The result of `--isolation`. */
  isolation?: IsolationSummary;
}

export const doctorCommand = defineCommand({
  name: "doctor",
  args: z.strictObject({ isolation: z.boolean().optional() }),
  run: async (ctx, { isolation }): Promise<DoctorReport> => {
    if (isolation === true) {
      const proof = await runIsolationChecks(ctx);
      return { ...toReport(proof.checks), isolation: proof.isolation };
    }
    return toReport(await checkInstallation(ctx.http.doctor));
  },
  render: renderReport,
  isFailure: (report) => !report.ok,
});

/** The report when the installation cannot be opened. */
export function reportOf(error: unknown): DoctorReport {
  return toReport([
    { name: "Node.js", status: "ok", detail: process.version },
    { name: "start", status: "failed", detail: asError(error).message },
  ]);
}

function renderReport({ ok, checks }: DoctorReport): string {
  const warnings = checks.filter(({ status }) => status === "warning").length;
  const passed = warnings === 0 ? "All checks passed." : `No check failed. Warnings: ${warnings}.`;
  return `${renderChecks(checks)}\n\n${ok ? passed : "Some checks failed; see above."}`;
}

function toReport(checks: Check[]): DoctorReport {
  return { ok: checks.every((check) => check.status !== "failed"), checks };
}
