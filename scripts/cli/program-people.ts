import { Argument, type Command as Commander, Option } from "commander";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

const tenantOption = ["--tenant <tenant>", "id or name of the tenant"] as const;
const roles = ["viewer", "agent", "manager", "admin"];

/** Who works for a tenant. `leaf` makes a command below the noun. */
export function addPeopleCommands(leaf: Leaf, people: Commander, invoke: Invoke): void {
  leaf(people, "invite", "give somebody an account")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .addOption(roleOption().default("agent"))
    .option("--name <name>", "how visitors see them")
    .action((email, { json, ...args }) => invoke({ command: "people invite", args: { email, ...args }, json }));
  leaf(people, "list", "list the people of a tenant")
    .requiredOption(...tenantOption)
    .action(({ json, ...args }) => invoke({ command: "people list", args, json }));
  addPeopleChanges(leaf, people, invoke);
}

function addPeopleChanges(...[leaf, people, invoke]: Parameters<typeof addPeopleCommands>): void {
  leaf(people, "role", "change what somebody may do")
    .argument("<email>")
    .addArgument(new Argument("<role>", "what they may do").choices(roles))
    .requiredOption(...tenantOption)
    .action((email, role, { json, tenant }) => invoke({ command: "people role", args: { email, role, tenant }, json }));
  leaf(people, "remove", "end somebody's work for the tenant, at once")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .action((email, { json, tenant }) => invoke({ command: "people remove", args: { email, tenant }, json }));
  leaf(people, "reset", "make a link with which somebody sets a new password")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .option("--two-factor", "switch the second step off, too", false)
    .action((email, { json, ...args }) => invoke({ command: "people reset", args: { email, ...args }, json }));
  leaf(people, "unlink", "unlink somebody's account from the sign-in provider")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .action((email, { json, tenant }) => invoke({ command: "people unlink", args: { email, tenant }, json }));
}

/** What a person or a key may do. */
export function roleOption(): Option {
  return new Option("--role <role>", "what they may do").choices(roles);
}
