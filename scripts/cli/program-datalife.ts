import type { Command as Commander } from "commander";
import type { Invocation } from "./program.ts";

interface Wiring {
  program: Commander;
  invoke(invocation: Invocation): Promise<void>;
}

type Make = (parent: Commander, name: string, description: string) => Commander;

/** The commands about how long what is kept. `leaf` makes one below a noun, `noun` a noun. */
export function addDatalifeCommands(leaf: Make, noun: Make, { program, invoke }: Wiring): void {
  const retention = noun(program, "retention", "how long what is kept");
  leaf(retention, "run", "remove now what is kept no longer")
    .option("--tenant <tenant>", "id or name of the tenant; all tenants without")
    .option("--dry-run", "say how much would be removed, and remove nothing", false)
    .action(({ json, ...args }) => invoke({ command: "retention run", args, json }));
}
