import { type Command as Commander, InvalidArgumentError } from "commander";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

/** What an operator asks of a running installation. */
export function addOperatingCommands(leaf: Leaf, program: Commander, invoke: Invoke): void {
  leaf(program, "usage", "what tenants used in a month")
    .option("--tenant <tenant>", "id or name of one tenant; all of them without")
    .option("--month <month>", "YYYY-MM; this month without")
    .option("--csv", "print CSV, one line a tenant", false)
    .action(({ json, ...args }) => invoke({ command: "usage", args, json }));
  leaf(program, "backup", "back up an embedded installation, also while it runs")
    .requiredOption("--out <file>", "the archive, e.g. parley-backup.tar.gz")
    .action(({ json, out }) => invoke({ command: "backup", args: { out, cwd: process.cwd() }, json }));
  leaf(program, "restore", "restore a backup into a DATA_DIR without an installation")
    .argument("<file>", "the archive")
    .action((file, { json }) => invoke({ command: "restore", args: { file, cwd: process.cwd() }, json }));
  leaf(program, "move", "move an embedded installation, which is stopped, to an empty PostgreSQL database")
    .option("--to <address>", "the owner's connection; MIGRATION_DATABASE_URL without")
    .option("--app <address>", "the connection of parley_app; DATABASE_URL without")
    .option("--dry-run", "look whether anything is in the way, and change nothing", false)
    .action(({ json, ...args }) => invoke({ command: "move", args, json }));
  leaf(program, "log", "how much is logged, in general and by room, without a restart")
    .argument("[levels]", "e.g. debug, turns=debug or info,turns=debug; without it, what is logged now")
    .option("--minutes <n>", "go back after so long; 0: only at the next start", toMinutes, 30)
    .action((levels: string | undefined, { json, minutes }) =>
      invoke({ command: "log", args: { levels, minutes }, json }),
    );
}

function toMinutes(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1_440)) throw new InvalidArgumentError("must be from 0 to 1440.");
  return value;
}
