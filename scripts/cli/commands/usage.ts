import { z } from "zod";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import type { UsageReport } from "../../../server/wiring/context.ts";
import { defineCommand } from "../command.ts";

const columns = [
  ["tickets", "tickets"],
  ["turns", "turns"],
  ["answers", "answers"],
  ["escalated", "handed over"],
  ["resolved", "resolved"],
  ["tokens", "tokens"],
] as const;

export const usageCommand = defineCommand({
  name: "usage",
  args: z.strictObject({
    tenant: z.string().optional(),
    month: z.string().optional(),
    csv: z.boolean().default(false),
  }),
  run: async (ctx, { tenant, month, csv }) => {
    const tenantId = tenant === undefined ? undefined : await resolveTenant(ctx.http.tenants, tenant);
    const { report, text } = await ctx.readUsage({ tenantId, month });
    return { ...report, ...(csv ? { csv: text } : {}) };
  },
  render: (report) => report.csv?.trimEnd() ?? table(report),
});

function table({ month, is_open, tenants }: UsageReport): string {
  const head = ["tenant", ...columns.map(([, title]) => title), "cost", "stored"];
  const rows = tenants.map((tenant) => [
    tenant.name,
    ...columns.map(([key]) => String(tenant[key])),
    `$${(tenant.cost_micros / 1e6).toFixed(2)}${tenant.unpriced_calls > 0 ? "*" : ""}`,
    `${((tenant.document_bytes + tenant.attachment_bytes) / 1e6).toFixed(1)} MB`,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  const notes = [
    `${month}${is_open ? ", so far" : ""}`,
    ...(rows.some((row) => row.at(-2)?.endsWith("*"))
      ? ["* Some model calls have no known price and are not included."]
      : []),
  ];
  return [line(head), ...rows.map(line), "", ...notes].join("\n");
}
