import { type Command as Commander, InvalidArgumentError } from "commander";
import type { Invocation } from "./program.ts";

interface Wiring {
  program: Commander;
  invoke(invocation: Invocation): Promise<void>;
}

type Make = (parent: Commander, name: string, description: string) => Commander;

const tenantOption = ["--tenant <tenant>", "tenant ID or name"] as const;
/** Days to think better of it. */
const graceDays = 14;

/** The commands for retention, export and erasure. `leaf` adds one below a noun, `noun` a noun. */
export function addPrivacyCommands(leaf: Make, noun: Make, { program, invoke }: Wiring): void {
  const retention = noun(program, "retention", "manage data retention");
  leaf(retention, "run", "delete data past its retention period now")
    .option("--tenant <tenant>", "tenant ID or name; default: all tenants")
    .option("--dry-run", "show how much would be deleted without deleting it", false)
    .action(({ json, ...args }) => invoke({ command: "retention run", args, json }));
  leaf(program, "export", "export a tenant, or one visitor's data, to a file")
    .requiredOption(...tenantOption)
    .option("--visitor <visitor>", "export only this visitor: ID, e-mail address or external ID")
    .requiredOption("--out <file>", "archive to write, e.g. acme.tar.gz")
    .action(({ json, ...args }) => invoke({ command: "export", args: { ...args, cwd: process.cwd() }, json }));
  leaf(program, "import", "import a tenant from an export")
    .argument("<file>", "archive to import")
    .option("--as-new", "import under a new ID, next to the existing tenant", false)
    .action((file, { json, ...args }) =>
      invoke({ command: "import", args: { file, ...args, cwd: process.cwd() }, json }),
    );
  addErase(leaf, noun(program, "erase", "erase a visitor, ticket or document and get a signed receipt"), invoke);
}

/** What can be done with a tenant as a whole. */
export function addTenantLife(leaf: Make, tenant: Commander, invoke: Wiring["invoke"]): void {
  for (const [verb, description] of [
    ["suspend", "suspend a tenant without deleting its data"],
    ["resume", "resume a suspended tenant and cancel its deletion"],
  ] as const)
    leaf(tenant, verb, description)
      .argument("<tenant>", "tenant ID or name")
      .action((given, { json }) => invoke({ command: `tenant ${verb}`, args: { tenant: given }, json }));
  leaf(tenant, "delete", "suspend a tenant and erase its data after a grace period")
    .argument("<tenant>", "tenant ID or name")
    .option("--days <n>", "grace period in days, during which you can cancel", toDays, graceDays)
    .option("--now", "erase the tenant immediately; requires --yes", false)
    .option("--yes", "confirm the immediate erasure", false)
    .option("--out <file>", "with --now: write the receipt to this file")
    .action((given, { json, ...options }) =>
      invoke({ command: "tenant delete", args: { tenant: given, ...options, cwd: process.cwd() }, json }),
    );
}

function addErase(leaf: Make, erase: Commander, invoke: Wiring["invoke"]): void {
  const ask = (command: Commander, kind: string) =>
    command
      .requiredOption(...tenantOption)
      .option("--dry-run", "show how much would be erased without erasing it", false)
      .option("--out <file>", "write the receipt to this file")
      .action((...given) => {
        const id = typeof given[0] === "string" ? given[0] : undefined;
        const { json, tenant, dryRun, out, externalId, ...by } = command.opts();
        const named = { id: id ?? by["id"], external_id: externalId, email: by["email"] };
        const what = { kind, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) };
        return invoke({ command: "erase", args: { tenant, what, dryRun, out, cwd: process.cwd() }, json });
      });
  ask(
    leaf(erase, "visitor", "erase a visitor and all their tickets")
      .option("--id <id>", "visitor ID")
      .option("--external-id <id>", "ID of the visitor in the tenant's own system")
      .option("--email <address>", "every visitor with this address"),
    "visitor",
  );
  ask(leaf(erase, "ticket", "erase a ticket").argument("<id>", "ticket ID"), "ticket");
  ask(leaf(erase, "document", "erase a document").argument("<id>", "document ID"), "document");
  leaf(erase, "verify", "verify an erasure receipt")
    .argument("<file>", "receipt in JSON format")
    .action((file, { json }) => invoke({ command: "erase verify", args: { file, cwd: process.cwd() }, json }));
  leaf(erase, "receipts", "list the receipts of erased tenants").action(({ json }) =>
    invoke({ command: "erase receipts", args: {}, json }),
  );
}

function toDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 365)
    throw new InvalidArgumentError("must be a whole number from 1 to 365.");
  return days;
}
