import { type Build, toCount } from "./build-commands.ts";

/** Commands for the operator of a running installation. */
export function addOperatingCommands({ program, leaf }: Build): void {
  leaf(program, "usage", "show each tenant's usage for a month")
    .option("--tenant <tenant>", "tenant ID or name; default: all tenants")
    .option("--month <month>", "month as YYYY-MM; default: the current month")
    .option("--csv", "print CSV, one line per tenant", false);
  leaf(program, "backup", {
    description: "back up an embedded installation, even while it runs",
    inFolder: true,
  }).requiredOption("--out <file>", "archive to write, e.g. parley-backup.tar.gz");
  leaf(program, "restore", { description: "restore a backup into an empty DATA_DIR", inFolder: true }).argument(
    "<file>",
    "archive to restore",
  );
  leaf(program, "move", "move a stopped embedded installation to an empty PostgreSQL database")
    .option("--to <address>", "connection of the owner role; default: MIGRATION_DATABASE_URL")
    .option("--app <address>", "connection of the parley_app role; default: DATABASE_URL")
    .option("--dry-run", "check whether the move would succeed, without changing anything", false);
  leaf(program, "log", "show or change log levels without a restart")
    .argument("[levels]", "e.g. debug, turns=debug or info,turns=debug; default: show the current levels")
    .option(
      "--minutes <n>",
      "minutes until the levels are reset; 0 keeps them until the next start",
      toCount(0, 1_440),
      30,
    );
}
