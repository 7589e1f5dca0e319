import { Argument, type Command as Commander, InvalidArgumentError } from "commander";
import { shells } from "./completion.ts";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

/** The first commands of a new user. */
export function addOnboarding(leaf: Leaf, program: Commander, invoke: Invoke): void {
  leaf(program, "init", "set up a tenant: read its site, add pages and try questions")
    .option("--site <address>", "company website; Parley reads its sitemap")
    .option("--name <name>", "company name; default: the site's name")
    .option("--origin <origin...>", "origins allowed to embed the widget; default: the site's origins")
    .option("--email <address>", "e-mail address of the first admin")
    .option("--pages <path...>", "all, none, or only pages under these paths, e.g. /help/")
    .option("--max-pages <n>", "maximum number of pages", toCount(500), 50)
    .option("--questions <n>", "number of questions to try, 0 to 20", toCount(20), 3)
    .option("--show-secrets", "print the password and keys instead of saving them to a file", false)
    .action(({ json, origin, ...args }) => invoke({ command: "init", args: { ...args, origins: origin ?? [] }, json }));
  leaf(program, "completion", "print the shell completion script")
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .action((shell, { json }) => invoke({ command: "completion", args: { shell }, json }));
}

function toCount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > most)
      throw new InvalidArgumentError(`must be a whole number from 0 to ${most}.`);
    return value;
  };
}
