import { type Command as Commander, InvalidArgumentError } from "commander";
import type { Invocation } from "./program.ts";

interface Wiring {
  program: Commander;
  invoke(invocation: Invocation): Promise<void>;
}

type Make = (parent: Commander, name: string, description: string) => Commander;

const tenantOption = ["--tenant <tenant>", "id or name of the tenant"] as const;
/** Days to think better of it. */
const graceDays = 14;

/** The commands about how long what is kept. `leaf` makes one below a noun, `noun` a noun. */
export function addDatalifeCommands(leaf: Make, noun: Make, { program, invoke }: Wiring): void {
  const retention = noun(program, "retention", "how long what is kept");
  leaf(retention, "run", "remove now what is kept no longer")
    .option("--tenant <tenant>", "id or name of the tenant; all tenants without")
    .option("--dry-run", "say how much would be removed, and remove nothing", false)
    .action(({ json, ...args }) => invoke({ command: "retention run", args, json }));
  leaf(program, "export", "write everything of a tenant, or what is kept of a visitor, into a file")
    .requiredOption(...tenantOption)
    .option("--visitor <visitor>", "only this visitor: id, e-mail address, or the id of the tenant's own site")
    .requiredOption("--out <file>", "the archive, e.g. acme.tar.gz")
    .action(({ json, ...args }) => invoke({ command: "export", args: { ...args, cwd: process.cwd() }, json }));
  leaf(program, "import", "take in the export of a tenant")
    .argument("<file>", "the archive")
    .option("--as-new", "under a new id, beside the tenant that is here", false)
    .action((file, { json, ...args }) =>
      invoke({ command: "import", args: { file, ...args, cwd: process.cwd() }, json }),
    );
  addErase(leaf, noun(program, "erase", "erase a visitor, a ticket or a document, with a signed receipt"), invoke);
}

/** What can be done with a tenant as a whole. */
export function addTenantLife(leaf: Make, tenant: Commander, invoke: Wiring["invoke"]): void {
  for (const [verb, description] of [
    ["suspend", "serve nobody of a tenant any more; everything stays"],
    ["resume", "serve a suspended tenant again, and take back its deletion"],
  ] as const)
    leaf(tenant, verb, description)
      .argument("<tenant>", "id or name")
      .action((given, { json }) => invoke({ command: `tenant ${verb}`, args: { tenant: given }, json }));
  leaf(tenant, "delete", "suspend a tenant, and erase everything of it after some days")
    .argument("<tenant>", "id or name")
    .option("--days <n>", "days in which it can be taken back", toDays, graceDays)
    .option("--now", "erase it at once; needs --yes", false)
    .option("--yes", "nothing of it is needed any more", false)
    .option("--out <file>", "with --now: write the receipt")
    .action((given, { json, ...options }) =>
      invoke({ command: "tenant delete", args: { tenant: given, ...options, cwd: process.cwd() }, json }),
    );
}

function addErase(leaf: Make, erase: Commander, invoke: Wiring["invoke"]): void {
  const ask = (command: Commander, kind: string) =>
    command
      .requiredOption(...tenantOption)
      .option("--dry-run", "say how much would be erased, and erase nothing", false)
      .option("--out <file>", "write the receipt")
      .action((...given) => {
        const id = typeof given[0] === "string" ? given[0] : undefined;
        const { json, tenant, dryRun, out, externalId, ...by } = command.opts();
        const named = { id: id ?? by["id"], external_id: externalId, email: by["email"] };
        const what = { kind, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) };
        return invoke({ command: "erase", args: { tenant, what, dryRun, out, cwd: process.cwd() }, json });
      });
  ask(
    leaf(erase, "visitor", "erase a visitor with all their tickets")
      .option("--id <id>", "id of the visitor")
      .option("--external-id <id>", "the id that the tenant's own site gave them")
      .option("--email <address>", "everybody who goes by this address"),
    "visitor",
  );
  ask(leaf(erase, "ticket", "erase a ticket").argument("<id>", "id of the ticket"), "ticket");
  ask(leaf(erase, "document", "erase a document").argument("<id>", "id of the document"), "document");
  leaf(erase, "verify", "check a receipt")
    .argument("<file>", "the receipt, as JSON")
    .action((file, { json }) => invoke({ command: "erase verify", args: { file, cwd: process.cwd() }, json }));
  leaf(erase, "receipts", "list the receipts of tenants that are gone").action(({ json }) =>
    invoke({ command: "erase receipts", args: {}, json }),
  );
}

function toDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 365) throw new InvalidArgumentError("must be from 1 to 365.");
  return days;
}
