import { resolve } from "node:path";
import { z } from "zod";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { exportArchive } from "../../../server/operations/privacy/export.ts";
import { importArchive } from "../../../server/operations/privacy/import.ts";
import { defineCommand, defineTenantCommand } from "../command.ts";
import { nameVisitor } from "../name-visitor.ts";
import { openArchive } from "../read-file.ts";
import { inMegabytes, writeArchive } from "../write-archive.ts";

export const exportCommand = defineTenantCommand({
  name: "export",
  args: z.strictObject({ tenant: z.string(), visitor: z.string().optional(), out: z.string(), cwd: z.string() }),
  run: async (ctx, { tenantId, visitor, out, cwd }) => {
    const which = visitor === undefined ? undefined : nameVisitor(visitor);
    const bytes = await exportArchive(ctx.http.privacy, { tenantId, actor: operator, visitor: which });
    const file = resolve(cwd, out);
    return { tenant_id: tenantId, file, bytes: await writeArchive(file, bytes) };
  },
  render: ({ file, bytes }) =>
    `Exported to ${file} (${inMegabytes(bytes)}).\nIt contains every conversation. Store it as securely as the database.`,
});

export const importCommand = defineCommand({
  name: "import",
  begins: true,
  args: z.strictObject({ file: z.string(), asNew: z.boolean(), cwd: z.string() }),
  run: async (ctx, { file, asNew, cwd }) => {
    return importArchive(ctx.http.privacy, { bytes: await openArchive(cwd, file), actor: operator, asNew });
  },
  render: ({ tenant_id, name, rows, left, people, reread, identity_secret }) =>
    [
      `Imported ${name} as ${tenant_id}:`,
      ...["tickets", "messages", "documents", "attachment_files"].map(
        (table) => `  ${table.padEnd(18)}${rows[`public.${table}`] ?? 0}`,
      ),
      ...Object.entries(left).map(
        ([table, count]) => `  ${count} rows of ${table} skipped: they were written during the export`,
      ),
      `  ${people} users; each sets a new password with "Forgot your password?"`,
      reread > 0 ? `  ${reread} documents are being re-indexed` : "",
      "",
      `Identity key   ${identity_secret}`,
      "API keys and webhooks are not imported. Create a key with: parley key create",
    ]
      .filter((line, at) => line !== "" || at > 4)
      .join("\n"),
});
