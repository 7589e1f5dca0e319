import { Argument, type Command as Commander, InvalidArgumentError, Option } from "commander";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

const tenantOption = ["--tenant <tenant>", "id or name of the tenant"] as const;
const toolArgument = ["<tool>", "id, name, or connection/name"] as const;
const visitorArgument = ["<visitor>", "id, e-mail address, or the id of the tenant's own site"] as const;

/** The tenant's own systems. `leaf` makes a command below the noun. */
export function addToolCommands(leaf: Leaf, tool: Commander, invoke: Invoke): void {
  leaf(tool, "list", "list connections and their tools")
    .requiredOption(...tenantOption)
    .option("--connection <connection>", "only this one: id or name")
    .action(({ json, ...args }) => invoke({ command: "tool list", args, json }));
  leaf(tool, "add", "connect an MCP server and look at what it offers, or a REST service with its actions")
    .argument("<address>", "e.g. https://mcp.acme.example/mcp")
    .requiredOption(...tenantOption)
    .requiredOption("--name <name>", "visitors read it: from Orders, just now")
    .addOption(new Option("--kind <kind>", "what it speaks").choices(["mcp", "rest"]).default("mcp"))
    .option("--headers <file>", "headers that go along with every call, one a line; kept locked")
    .option("--actions <file>", "with --kind rest: JSON of its actions")
    .action((address, { json, ...args }) =>
      invoke({ command: "tool add", args: { address, ...args, cwd: process.cwd() }, json }),
    );
  leaf(tool, "discover", "look again at what an MCP server offers")
    .argument("<connection>", "id or name")
    .requiredOption(...tenantOption)
    .action((connection, { json, tenant }) => invoke({ command: "tool discover", args: { connection, tenant }, json }));
  addToolClass(leaf, tool, invoke);
  addToolCalls(leaf, tool, invoke);
  leaf(tool, "remove", "remove a connection with its tools, or one tool")
    .argument("[connection]", "id or name")
    .requiredOption(...tenantOption)
    .option("--tool <tool>", "a REST action, or a tool that its server names no more")
    .action((connection, { json, ...args }) => invoke({ command: "tool remove", args: { connection, ...args }, json }));
}

function addToolClass(leaf: Leaf, tool: Commander, invoke: Invoke): void {
  leaf(tool, "class", "say whether a tool reads or writes, who may use it, and whether it is used")
    .argument(...toolArgument)
    .addArgument(new Argument("[kind]", "what a call does").choices(["read", "write", "none"]))
    .requiredOption(...tenantOption)
    .addOption(new Option("--audience <who>", "for whom it is called").choices(["everyone", "identified"]))
    .addOption(new Option("--approval <who>", "whose yes a write needs").choices(["visitor", "agent", "both"]))
    .addOption(new Option("--on", "have it used").default(false).conflicts("off"))
    .option("--off", "have it used no more", false)
    .option("--timeout <ms>", "how long a call may take", toCount)
    .option("--per-day <n>", "calls for one visitor in 24 hours; 0: no limit", toCount)
    .option("--accept <hash>", "approve the server's new definition, the one that tool list shows")
    .action((named, kind, { json, ...args }) =>
      invoke({ command: "tool class", args: { tool: named, kind, ...args }, json }),
    );
}

function addToolCalls(leaf: Leaf, tool: Commander, invoke: Invoke): void {
  leaf(tool, "test", "call a tool for no visitor, and show what came of it")
    .argument(...toolArgument)
    .requiredOption(...tenantOption)
    .option("--args <json>", "what it is called with", "{}")
    .option("--yes", "make the call although it changes something in the other system", false)
    .action((named, { json, ...args }) => invoke({ command: "tool test", args: { tool: named, ...args }, json }));
  leaf(tool, "calls", "list what was called, newest first")
    .requiredOption(...tenantOption)
    .option("--connection <connection>", "only of this one: id or name")
    .option("--tool <tool>", "only of this one: id, name, or connection/name")
    .addOption(new Option("--kind <kind>", "only these").choices(["read", "write", "test"]))
    .addOption(
      new Option("--status <status>", "only what ended so").choices([
        "running",
        "completed",
        "failed",
        "conflict",
        "unknown",
      ]),
    )
    .option("--since <date>", "from then on, e.g. 2026-01-31")
    .option("--limit <n>", "calls at most, up to 500", toCount, 20)
    .action(({ json, ...args }) => invoke({ command: "tool calls", args, json }));
}

/** What is remembered of visitors. `leaf` makes a command below the noun. */
export function addMemoryCommands(leaf: Leaf, memory: Commander, invoke: Invoke): void {
  leaf(memory, "list", "list what is remembered of a visitor")
    .argument(...visitorArgument)
    .requiredOption(...tenantOption)
    .option("--all", "also what does not hold any more", false)
    .action((visitor, { json, ...args }) => invoke({ command: "memory list", args: { visitor, ...args }, json }));
  leaf(memory, "add", "have something remembered of a visitor")
    .argument(...visitorArgument)
    .argument("<content>", 'one statement, e.g. "Plan: Pro"')
    .requiredOption(...tenantOption)
    .addOption(
      new Option("--type <type>", "what it is").choices(["fact", "preference", "entity", "procedure"]).default("fact"),
    )
    .option("--until <date>", "holds until then, e.g. 2027-01-31")
    .action((visitor, content, { json, ...args }) =>
      invoke({ command: "memory add", args: { visitor, content, ...args }, json }),
    );
  leaf(memory, "forget", "erase what is remembered, for good")
    .argument("[memory]", "id of one memory, see memory list")
    .requiredOption(...tenantOption)
    .option("--visitor <visitor>", "everything about this one: id, e-mail address, or the id of the tenant's own site")
    .action((id, { json, ...args }) => invoke({ command: "memory forget", args: { memory: id, ...args }, json }));
}

function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("must be a whole number.");
  return Number(text);
}
