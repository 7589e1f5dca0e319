import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { memoryMbOf } from "../overhead/cpu.ts";
import type { Parley } from "../parley.ts";
import { onStage, runProgram, type Stage, withParley } from "../stage.ts";
import { seedTenant } from "./seed.ts";

/**
 * `node dist/lab/bench/plans/export.js [tickets] [tickets]`: exports a tenant with this many tickets over HTTP (1,000 and then 10,000), and
 * prints the server's peak memory before and during the export. The heap is limited: with a large heap V8 delays garbage collection, so the
 * peak says nothing; memory really in use would end the process. Exit code 1 when memory grew by more than {@link grownMb}.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000];
/** Limit for a page of rows, a file of lines and the gzip windows: the same for every size. */
const grownMb = 60;
process.env.BENCH_NODE_FLAGS ??= "--max-old-space-size=96 --max-semi-space-size=8";

await runProgram(() => onStage({}, measure));

/** @returns whether memory stayed bounded. */
async function measure(stage: Stage): Promise<boolean> {
  const admin = await stage.admin();
  const rows: Row[] = [];
  for (const tickets of sizes) {
    const { tenantId, apiKey } = await withParley(stage, stage.shop);
    await seedTenant(admin, tenantId, { tickets, documents: 100 });
    // Otherwise the server indexes and counts the new tickets during the measurement.
    rows.push(await withParley(stage, (parley) => exportOnce(parley, apiKey, tickets), { ROLE: "api" }));
  }
  process.stdout.write(
    "| tickets | seconds | archive, MB | MB per second | memory before, MB | peak memory, MB |\n|---|---|---|---|---|---|\n",
  );
  for (const { tickets, seconds, mb, before, most } of rows)
    process.stdout.write(
      `| ${tickets} | ${seconds.toFixed(1)} | ${mb.toFixed(1)} | ${(mb / seconds).toFixed(1)} | ${before} | ${most} |\n`,
    );
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
  return rows.every(({ before, most }) => most - before <= grownMb);
}

interface Row {
  tickets: number;
  seconds: number;
  mb: number;
  before: number;
  most: number;
}

async function exportOnce({ api, pid }: Parley, apiKey: string, tickets: number): Promise<Row> {
  // Resets the peak (proc(5), clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const before = memoryMbOf(pid);
  const from = performance.now();
  const response = await fetch(`${api}/admin/export`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!response.ok) throw new Error(`the export returned status ${response.status}`);
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += (part as Uint8Array).length;
  const seconds = (performance.now() - from) / 1_000;
  return { tickets, seconds, mb: bytes / 1e6, before, most: memoryMbOf(pid, "VmHWM") };
}
