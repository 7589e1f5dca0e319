import { Argument, type Command as Commander, InvalidArgumentError } from "commander";
import { shells } from "./completion.ts";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

/** What a newcomer types first. */
export function addOnboarding(leaf: Leaf, program: Commander, invoke: Invoke): void {
  leaf(program, "init", "set a tenant up: asks for its site, takes pages in, and tries questions")
    .option("--site <address>", "the company's site, whose sitemap is read")
    .option("--name <name>", "name of the company; without it, the site's")
    .option("--origin <origin...>", "origins that may embed the widget; without them, the site's")
    .option("--email <address>", "the first admin's e-mail address")
    .option("--pages <path...>", "all, none, or pages below these paths, e.g. /help/")
    .option("--max-pages <n>", "pages at most", toCount(500), 50)
    .option("--questions <n>", "questions to try, 0 to 20", toCount(20), 3)
    .option("--show-secrets", "print password and keys instead of keeping them in a file", false)
    .action(({ json, origin, ...args }) => invoke({ command: "init", args: { ...args, origins: origin ?? [] }, json }));
  leaf(program, "completion", "print the script that completes parley in your shell")
    .addArgument(new Argument("<shell>", "whose script").choices(shells))
    .action((shell, { json }) => invoke({ command: "completion", args: { shell }, json }));
}

function toCount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > most) throw new InvalidArgumentError(`must be a number from 0 to ${most}.`);
    return value;
  };
}
