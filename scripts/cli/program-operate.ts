import { type Command as Commander, InvalidArgumentError } from "commander";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

/** Commands for the operator of a running installation. */
export function addOperatingCommands(leaf: Leaf, program: Commander, invoke: Invoke): void {
  leaf(program, "usage", "show each tenant's usage for a month")
    .option("--tenant <tenant>", "tenant ID or name; default: all tenants")
    .option("--month <month>", "month as YYYY-MM; default: the current month")
    .option("--csv", "print CSV, one line per tenant", false)
    .action(({ json, ...args }) => invoke({ command: "usage", args, json }));
  leaf(program, "backup", "back up an embedded installation, even while it runs")
    .requiredOption("--out <file>", "archive to write, e.g. parley-backup.tar.gz")
    .action(({ json, out }) => invoke({ command: "backup", args: { out, cwd: process.cwd() }, json }));
  leaf(program, "restore", "restore a backup into an empty DATA_DIR")
    .argument("<file>", "archive to restore")
    .action((file, { json }) => invoke({ command: "restore", args: { file, cwd: process.cwd() }, json }));
  leaf(program, "move", "move a stopped embedded installation to an empty PostgreSQL database")
    .option("--to <address>", "connection of the owner role; default: MIGRATION_DATABASE_URL")
    .option("--app <address>", "connection of the parley_app role; default: DATABASE_URL")
    .option("--dry-run", "check whether the move would succeed, without changing anything", false)
    .action(({ json, ...args }) => invoke({ command: "move", args, json }));
  leaf(program, "log", "show or change log levels without a restart")
    .argument("[levels]", "e.g. debug, turns=debug or info,turns=debug; default: show the current levels")
    .option("--minutes <n>", "minutes until the levels are reset; 0 keeps them until the next start", toMinutes, 30)
    .action((levels: string | undefined, { json, minutes }) =>
      invoke({ command: "log", args: { levels, minutes }, json }),
    );
}

function toMinutes(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1_440))
    throw new InvalidArgumentError("must be a whole number from 0 to 1440.");
  return value;
}
