import { type Command as Commander, InvalidArgumentError } from "commander";

/** The requested command, parsed from the command line. */
export interface Invocation {
  command: string;
  args: Record<string, unknown>;
  json: boolean;
}

/** The positional arguments and options of a command line, by their names. */
type Given = Record<string, unknown>;

interface About {
  description: string;
  /** The command reads or writes files: it receives the current folder as `cwd`. */
  inFolder?: boolean;
  /** Converts what was given to the arguments of the command. Default: they are the same. */
  toArgs?(given: Given): Given;
  /** The name of the command in the registry. Default: its words. */
  nameOf?(given: Given): string;
}

export interface Build {
  program: Commander;
  /** Adds a group of commands. */
  noun(parent: Commander, name: string, description: string): Commander;
  /** Adds a command. It calls the command of the registry with the same name. @param about its description alone, or more. */
  leaf(parent: Commander, name: string, about: string | About): Commander;
}

export const tenantOption = ["--tenant <tenant>", "tenant ID or name"] as const;
export const tenantArgument = ["<tenant>", "tenant ID or name"] as const;

export function buildOn(program: Commander, invoke: (invocation: Invocation) => Promise<void>): Build {
  return {
    program,
    noun: (parent, name, description) => parent.command(name).description(description).exitOverride(),
    leaf(parent, name, about) {
      const { description, toArgs, nameOf, inFolder }: About =
        typeof about === "string" ? { description: about } : about;
      const command = parent.command(name).description(description).exitOverride();
      command.option("--json", "print one JSON object to stdout", false).action(() => {
        const { json, ...options } = command.opts();
        const positional = command.registeredArguments.map((argument, at) => [
          argument.name(),
          command.processedArgs[at] as unknown, // commander does not know its type
        ]);
        const given = { ...Object.fromEntries(positional), ...options };
        const args = { ...(toArgs?.(given) ?? given), ...(inFolder ? { cwd: process.cwd() } : {}) };
        return invoke({ command: nameOf?.(given) ?? wordsOf(command), args, json });
      });
      return command;
    },
  };
}

/** The words of a command without the program's name: `tenant identity rotate`. */
function wordsOf(command: Commander): string {
  return command.parent?.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name();
}

/** A parser for whole numbers within limits. */
export function toCount(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}.`);
    return value;
  };
}
