import { Argument, type Command as Commander, InvalidArgumentError, Option } from "commander";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

const tenantOption = ["--tenant <tenant>", "tenant ID or name"] as const;
const toolArgument = ["<tool>", "tool ID, name or connection/name"] as const;
const visitorArgument = ["<visitor>", "visitor ID, e-mail address or external ID"] as const;

/** Commands for the tenant's own systems. `leaf` adds a command below the noun. */
export function addToolCommands(leaf: Leaf, tool: Commander, invoke: Invoke): void {
  leaf(tool, "list", "list tool connections and their tools")
    .requiredOption(...tenantOption)
    .option("--connection <connection>", "show only this connection: ID or name")
    .action(({ json, ...args }) => invoke({ command: "tool list", args, json }));
  leaf(tool, "add", "connect an MCP server or a REST service")
    .argument("<address>", "e.g. https://mcp.acme.example/mcp")
    .requiredOption(...tenantOption)
    .requiredOption("--name <name>", 'name that visitors see, as in "from Orders, just now"')
    .addOption(new Option("--kind <kind>", "type of connection").choices(["mcp", "rest"]).default("mcp"))
    .option("--headers <file>", "file with headers to send with every call, one per line; stored encrypted")
    .option("--actions <file>", "with --kind rest: JSON file with its actions")
    .action((address, { json, ...args }) =>
      invoke({ command: "tool add", args: { address, ...args, cwd: process.cwd() }, json }),
    );
  leaf(tool, "discover", "refresh the tools of an MCP server")
    .argument("<connection>", "connection ID or name")
    .requiredOption(...tenantOption)
    .action((connection, { json, tenant }) => invoke({ command: "tool discover", args: { connection, tenant }, json }));
  addToolClass(leaf, tool, invoke);
  addToolCalls(leaf, tool, invoke);
  leaf(tool, "remove", "remove a connection and its tools, or a single tool")
    .argument("[connection]", "connection ID or name")
    .requiredOption(...tenantOption)
    .option("--tool <tool>", "a REST action, or a tool that its server no longer lists")
    .action((connection, { json, ...args }) => invoke({ command: "tool remove", args: { connection, ...args }, json }));
}

function addToolClass(leaf: Leaf, tool: Commander, invoke: Invoke): void {
  leaf(tool, "class", "set a tool's kind, audience, approval and limits, and turn it on or off")
    .argument(...toolArgument)
    .addArgument(new Argument("[kind]", "whether a call reads or changes data").choices(["read", "write", "none"]))
    .requiredOption(...tenantOption)
    .addOption(
      new Option("--audience <audience>", "visitors the tool is available to").choices(["everyone", "identified"]),
    )
    .addOption(new Option("--approval <approver>", "who must approve a write").choices(["visitor", "agent", "both"]))
    .addOption(new Option("--on", "turn the tool on").default(false).conflicts("off"))
    .option("--off", "turn the tool off", false)
    .option("--timeout <ms>", "timeout of a call in milliseconds", toCount)
    .option("--per-day <n>", "calls per visitor in 24 hours; 0 means no limit", toCount)
    .option("--accept <hash>", "accept the server's new definition; tool list shows its hash")
    .action((named, kind, { json, ...args }) =>
      invoke({ command: "tool class", args: { tool: named, kind, ...args }, json }),
    );
}

function addToolCalls(leaf: Leaf, tool: Commander, invoke: Invoke): void {
  leaf(tool, "test", "call a tool without a visitor and show the result")
    .argument(...toolArgument)
    .requiredOption(...tenantOption)
    .option("--args <json>", "arguments as a JSON object", "{}")
    .option("--yes", "confirm a call that may change data in the other system", false)
    .action((named, { json, ...args }) => invoke({ command: "tool test", args: { tool: named, ...args }, json }));
  leaf(tool, "calls", "list tool calls, newest first")
    .requiredOption(...tenantOption)
    .option("--connection <connection>", "show only calls of this connection: ID or name")
    .option("--tool <tool>", "show only calls of this tool: ID, name or connection/name")
    .addOption(new Option("--kind <kind>", "show only calls of this kind").choices(["read", "write", "test"]))
    .addOption(
      new Option("--status <status>", "show only calls with this status").choices([
        "running",
        "completed",
        "failed",
        "conflict",
        "unknown",
      ]),
    )
    .option("--since <date>", "show calls from this date on, e.g. 2026-01-31")
    .option("--limit <n>", "maximum number of calls, up to 500", toCount, 20)
    .action(({ json, ...args }) => invoke({ command: "tool calls", args, json }));
}

/** Commands for visitors' memories. `leaf` adds a command below the noun. */
export function addMemoryCommands(leaf: Leaf, memory: Commander, invoke: Invoke): void {
  leaf(memory, "list", "list a visitor's memories")
    .argument(...visitorArgument)
    .requiredOption(...tenantOption)
    .option("--all", "include memories that are no longer valid", false)
    .action((visitor, { json, ...args }) => invoke({ command: "memory list", args: { visitor, ...args }, json }));
  leaf(memory, "add", "add a memory for a visitor")
    .argument(...visitorArgument)
    .argument("<content>", 'one fact, e.g. "Plan: Pro"')
    .requiredOption(...tenantOption)
    .addOption(
      new Option("--type <type>", "type of memory")
        .choices(["fact", "preference", "entity", "procedure"])
        .default("fact"),
    )
    .option("--until <date>", "date until which it is valid, e.g. 2027-01-31")
    .action((visitor, content, { json, ...args }) =>
      invoke({ command: "memory add", args: { visitor, content, ...args }, json }),
    );
  leaf(memory, "forget", "permanently erase a memory, or all memories of a visitor")
    .argument("[memory]", "memory ID, as shown by memory list")
    .requiredOption(...tenantOption)
    .option("--visitor <visitor>", "erase everything about this visitor: ID, e-mail address or external ID")
    .action((id, { json, ...args }) => invoke({ command: "memory forget", args: { memory: id, ...args }, json }));
}

function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("must be a whole number.");
  return Number(text);
}
