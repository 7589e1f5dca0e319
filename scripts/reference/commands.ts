import type { Command as Commander } from "commander";
import { examplesOf, leavesOf } from "../cli/examples.ts";
import { createProgram } from "../cli/program.ts";
import type { Section } from "./sections.ts";

/** The section of `cli-reference.md` that lists the commands, generated from the program that reads them. */
export function commandSections(): Section[] {
  const rows = leaves().map(([path, command]) => `| \`${usageOf(path, command)}\` | ${command.description()} |`);
  const table = `| Command | Description |\n| --- | --- |\n${rows.join("\n")}`;
  return [{ heading: "Which commands are there?", body: `${table}\n\n${common}` }];
}

/** A page of its own with the options and examples of every command. */
export function commandPage(): string {
  const parts = leaves().map(([path, command]) => partOf(path, command));
  return `# Command line: every option\n\n${everywhere}\n\n${parts.join("\n\n")}\n`;
}

function leaves(): [path: string, command: Commander][] {
  return leavesOf(createProgram(async () => {}));
}

const common =
  "Most commands need `--tenant` with a tenant's ID or name. All options of each command are listed [under `/docs/commands`](http://localhost:8787/docs/commands) and by `parley <command> --help`. For a mistyped command, tenant or address, Parley suggests the closest match.";
const everywhere =
  "Every `parley` command accepts `--help` and `--json`, which prints one JSON object to standard output. The [command line reference](guide/cli-reference.md) shows how to combine commands.";

/** `knowledge versions <document>`, as a user types it. */
function usageOf(path: string, command: Commander): string {
  const args = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return ["parley", path, ...args].join(" ");
}

function partOf(path: string, command: Commander): string {
  const description = command.description();
  const lines = [
    ...command.registeredArguments.map((argument) => `- \`${argument.name()}\`: ${textOf(argument)}`),
    ...command.options
      .filter(({ hidden, long }) => !hidden && long !== "--json")
      .map((option) => `- \`${option.flags}\`: ${textOf(option)}`),
  ];
  const examples = examplesOf(path).join("\n");
  return [
    `## parley ${path}`,
    `\`${usageOf(path, command)}\`: ${description}.`,
    ...(lines.length > 0 ? [lines.join("\n")] : []),
    ...(examples === "" ? [] : [`\`\`\`sh\n${examples}\n\`\`\``]),
  ].join("\n\n");
}

interface Described {
  description: string;
  argChoices?: readonly string[] | undefined;
  defaultValue?: unknown;
}

function textOf({ description, argChoices, defaultValue }: Described): string {
  const isSaid = argChoices?.every((choice) => description.includes(choice));
  const choices = argChoices && !isSaid ? ` (${argChoices.join(", ")})` : "";
  const usual =
    typeof defaultValue === "string" || typeof defaultValue === "number" ? `; default: ${defaultValue}` : "";
  return `${description}${choices}${usual}`;
}
