import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { type EraseRequest, eraseRequestSchema, type Receipt } from "../../../protocol/admin-erasures.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { AppError } from "../../../server/core/errors.ts";
import { erase, previewErasure } from "../../../server/operations/privacy/erase.ts";
import { verifyReceipt } from "../../../server/operations/privacy/receipts.ts";
import { readTenantReceipts } from "../../../server/operations/privacy/tenant-removal.ts";
import { defineCommand, defineTenantCommand } from "../command.ts";
import { parseJson, readText } from "../read-file.ts";

const eraseArgs = z.strictObject({
  tenant: z.string(),
  what: z.record(z.string(), z.string()),
  dryRun: z.boolean(),
  out: z.string().optional(),
  cwd: z.string(),
});

export const eraseCommand = defineTenantCommand({
  name: "erase",
  args: eraseArgs,
  run: async (ctx, { tenantId, what, dryRun, out, cwd }) => {
    const { privacy } = ctx.http;
    const wanted = toRequest(what);
    if (dryRun) return { dry_run: true, ...(await previewErasure(privacy, tenantId, wanted)), receipt: null };
    const { counts, receipt, status } = await erase(privacy, { tenantId, actor: operator, what: wanted });
    if (out !== undefined && receipt) await keep(receipt, resolve(cwd, out));
    return { dry_run: false, status, counts, receipt };
  },
  render: ({ dry_run, counts, receipt }) =>
    [
      dry_run
        ? "Would be erased:"
        : receipt
          ? "Erased:"
          : "An answer is still being written. Erasure starts when it ends.",
      ...countLines(counts),
      ...(receipt ? ["", `Receipt ${receipt.id}, signed with key ${receipt.key.kid}.`] : []),
    ].join("\n"),
});

export const eraseVerify = defineCommand({
  name: "erase verify",
  args: z.strictObject({ file: z.string(), cwd: z.string() }),
  run: async (ctx, { file, cwd }) => {
    return verifyReceipt(ctx.http.privacy, parseJson(await readText(cwd, file)));
  },
  render: ({ reason }) =>
    ({
      ok: "The receipt is valid. This installation signed it and it has not been changed.",
      malformed: "This is not a receipt that this version of Parley can read.",
      signature: "The receipt is invalid. It was changed after it was signed.",
      unknown_key: "The receipt cannot be verified. This installation does not have the key that signed it.",
    })[reason ?? "ok"],
  isFailure: ({ valid }) => !valid,
});

export const eraseReceipts = defineCommand({
  name: "erase receipts",
  args: z.strictObject({}),
  run: async (ctx) => ({ receipts: await readTenantReceipts(ctx.http.privacy) }),
  render: ({ receipts }) =>
    receipts.length === 0
      ? "No tenants have been erased."
      : receipts.map(({ id, finished_at: at, tenant }) => `${at}  ${id}  tenant ${tenant.slice(0, 16)}…`).join("\n"),
});

export function countLines(counts: Record<string, number>): string[] {
  return Object.entries(counts)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `  ${name.padEnd(24)}  ${count}`);
}

/** Readable only by the owner, because it connects an id with an erased person. */
export async function keep(receipt: Receipt, file: string): Promise<void> {
  await writeFile(file, `${JSON.stringify(receipt, null, 2)}\n`, { mode: 0o600 });
}

function toRequest(what: Record<string, string>): EraseRequest {
  const parsed = eraseRequestSchema.safeParse(what);
  if (!parsed.success)
    throw new AppError(
      "invalid_request",
      "Specify what to erase: a visitor by --id, --external-id or --email, or a ticket or document by its ID.",
    );
  return parsed.data;
}
