import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";
import { previousRevision } from "../../lab/faults/previous-version.ts";
import { projectRoot } from "../core/project-root.ts";
import { nativePostgresUnavailable } from "./support/native-postgres.ts";
import { redisUnavailable } from "./support/redis-server.ts";

const execute = promisify(execFile);
const limitMs = 170_000;
const reportSchema = z.object({
  previous: z.string(),
  answered: z.number(),
  escalated: z.number(),
  resolved: z.number(),
  problems: z.number(),
});

const revision = await previousRevision();
const unavailable =
  nativePostgresUnavailable() ??
  redisUnavailable() ??
  (revision === undefined
    ? "no earlier version is tagged in this copy; `npm run build && node dist/lab/faults/upgrade.js 10 <revision>` tries any revision"
    : undefined);

it("the previous version's processes work on while the database is migrated and this version starts beside them: nothing is lost", {
  timeout: limitMs + 5_000,
}, async ({ skip }) => {
  skip(unavailable !== undefined, unavailable);
  // Half a second per step, plus the start. For longer runs, use the same command with more seconds and visitors.
  const script = join(projectRoot, "dist/lab/faults/upgrade.js");
  const { stdout, stderr } = await execute(process.execPath, [script, "0.5", revision ?? "", "4"], {
    timeout: limitMs,
  }).catch((error: { stdout: string; stderr: string }) => error);
  const [figures = "", ...problems] = stdout.trim().split("\n");
  expect(problems, stderr).toEqual([]);
  const report = reportSchema.parse(JSON.parse(figures || "{}"));
  expect(report.problems).toBe(0);
  expect(Math.min(report.answered, report.escalated, report.resolved), figures).toBeGreaterThan(0);
});
