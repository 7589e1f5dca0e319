import type { Command as Commander } from "commander";
import { type Build, tenantArgument, tenantOption, toCount } from "./build-commands.ts";

/** Days to think better of it. */
const graceDays = 14;

/** The commands for retention, export and erasure. */
export function addPrivacyCommands({ program, noun, leaf }: Build): void {
  const retention = noun(program, "retention", "manage data retention");
  leaf(retention, "run", "delete data past its retention period now")
    .option("--tenant <tenant>", "tenant ID or name; default: all tenants")
    .option("--dry-run", "show how much would be deleted without deleting it", false);
  leaf(program, "export", { description: "export a tenant, or one visitor's data, to a file", inFolder: true })
    .requiredOption(...tenantOption)
    .option("--visitor <visitor>", "export only this visitor: ID, e-mail address or external ID")
    .requiredOption("--out <file>", "archive to write, e.g. acme.tar.gz");
  leaf(program, "import", { description: "import a tenant from an export", inFolder: true })
    .argument("<file>", "archive to import")
    .option("--as-new", "import under a new ID, next to the existing tenant", false);
  addErase(leaf, noun(program, "erase", "erase a visitor, ticket or document and get a signed receipt"));
}

/** The commands that suspend, resume and delete a whole tenant. */
export function addTenantLife(leaf: Build["leaf"], tenant: Commander): void {
  leaf(tenant, "suspend", "suspend a tenant without deleting its data").argument(...tenantArgument);
  leaf(tenant, "resume", "resume a suspended tenant and cancel its deletion").argument(...tenantArgument);
  leaf(tenant, "delete", { description: "suspend a tenant and erase its data after a grace period", inFolder: true })
    .argument(...tenantArgument)
    .option("--days <n>", "grace period in days, during which you can cancel", toCount(1, 365), graceDays)
    .option("--now", "erase the tenant immediately; requires --yes", false)
    .option("--yes", "confirm the immediate erasure", false)
    .option("--out <file>", "with --now: write the receipt to this file");
}

function addErase(leaf: Build["leaf"], erase: Commander): void {
  const eraseLeaf = (kind: string, description: string) =>
    leaf(erase, kind, {
      description,
      inFolder: true,
      nameOf: () => "erase",
      toArgs: ({ tenant, dryRun, out, id, externalId, email }) => {
        const named = Object.entries({ id, external_id: externalId, email }).filter(([, value]) => value !== undefined);
        return { tenant, dryRun, out, what: { kind, ...Object.fromEntries(named) } };
      },
    })
      .requiredOption(...tenantOption)
      .option("--dry-run", "show how much would be erased without erasing it", false)
      .option("--out <file>", "write the receipt to this file");
  eraseLeaf("visitor", "erase a visitor and all their tickets")
    .option("--id <id>", "visitor ID")
    .option("--external-id <id>", "ID of the visitor in the tenant's own system")
    .option("--email <address>", "every visitor with this address");
  eraseLeaf("ticket", "erase a ticket").argument("<id>", "ticket ID");
  eraseLeaf("document", "erase a document").argument("<id>", "document ID");
  leaf(erase, "verify", { description: "verify an erasure receipt", inFolder: true }).argument(
    "<file>",
    "receipt in JSON format",
  );
  leaf(erase, "receipts", "list the receipts of erased tenants");
}
