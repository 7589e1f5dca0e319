import { Argument, type Command as Commander, Option } from "commander";
import { type Build, tenantOption, toCount } from "./build-commands.ts";

const toolArgument = ["<tool>", "tool ID, name or connection/name"] as const;
const visitorArgument = ["<visitor>", "visitor ID, e-mail address or external ID"] as const;

const count = toCount(0, 999_999_999);

/** Commands for the tenant's own systems. */
export function addToolCommands({ program, noun, leaf }: Build): void {
  const tool = noun(program, "tool", "connect tools the assistant may call");
  leaf(tool, "list", "list tool connections and their tools")
    .requiredOption(...tenantOption)
    .option("--connection <connection>", "show only this connection: ID or name");
  leaf(tool, "add", { description: "connect an MCP server or a REST service", inFolder: true })
    .argument("<address>", "e.g. https://mcp.acme.example/mcp")
    .requiredOption(...tenantOption)
    .requiredOption("--name <name>", 'name that visitors see, as in "from Orders, just now"')
    .addOption(new Option("--kind <kind>", "type of connection").choices(["mcp", "rest"]).default("mcp"))
    .option("--headers <file>", "file with headers to send with every call, one per line; stored encrypted")
    .option("--actions <file>", "with --kind rest: JSON file with its actions");
  leaf(tool, "discover", "refresh the tools of an MCP server")
    .argument("<connection>", "connection ID or name")
    .requiredOption(...tenantOption);
  addToolClass(leaf, tool);
  addToolCalls(leaf, tool);
  leaf(tool, "remove", "remove a connection and its tools, or a single tool")
    .argument("[connection]", "connection ID or name")
    .requiredOption(...tenantOption)
    .option("--tool <tool>", "a REST action, or a tool that its server no longer lists");
}

function addToolClass(leaf: Build["leaf"], tool: Commander): void {
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
    .option("--timeout <ms>", "timeout of a call in milliseconds", count)
    .option("--per-day <n>", "calls per visitor in 24 hours; 0 means no limit", count)
    .option("--accept <hash>", "accept the server's new definition; tool list shows its hash");
}

function addToolCalls(leaf: Build["leaf"], tool: Commander): void {
  leaf(tool, "test", "call a tool without a visitor and show the result")
    .argument(...toolArgument)
    .requiredOption(...tenantOption)
    .option("--args <json>", "arguments as a JSON object", "{}")
    .option("--yes", "confirm a call that may change data in the other system", false);
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
    .option("--limit <n>", "maximum number of calls, up to 500", count, 20);
}

/** Commands for visitors' memories. */
export function addMemoryCommands({ program, noun, leaf }: Build): void {
  const memory = noun(program, "memory", "manage what the assistant remembers about verified visitors");
  leaf(memory, "list", "list a visitor's memories")
    .argument(...visitorArgument)
    .requiredOption(...tenantOption)
    .option("--all", "include memories that are no longer valid", false);
  leaf(memory, "add", "add a memory for a visitor")
    .argument(...visitorArgument)
    .argument("<content>", 'one fact, e.g. "Plan: Pro"')
    .requiredOption(...tenantOption)
    .addOption(
      new Option("--type <type>", "type of memory")
        .choices(["fact", "preference", "entity", "procedure"])
        .default("fact"),
    )
    .option("--until <date>", "date until which it is valid, e.g. 2027-01-31");
  leaf(memory, "forget", "permanently erase a memory, or all memories of a visitor")
    .argument("[memory]", "memory ID, as shown by memory list")
    .requiredOption(...tenantOption)
    .option("--visitor <visitor>", "erase everything about this visitor: ID, e-mail address or external ID");
}
