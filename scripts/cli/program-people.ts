import { Argument, type Command as Commander, Option } from "commander";
import type { Invocation } from "./program.ts";

type Leaf = (parent: Commander, name: string, description: string) => Commander;
type Invoke = (invocation: Invocation) => Promise<void>;

const tenantOption = ["--tenant <tenant>", "tenant ID or name"] as const;
const roles = ["viewer", "agent", "manager", "admin"];

/** Commands for a tenant's members. `leaf` adds a command below the noun. */
export function addPeopleCommands(leaf: Leaf, people: Commander, invoke: Invoke): void {
  leaf(people, "invite", "create an account for a new user")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .addOption(roleOption().default("agent"))
    .option("--name <name>", "name that visitors see")
    .action((email, { json, ...args }) => invoke({ command: "people invite", args: { email, ...args }, json }));
  leaf(people, "list", "list a tenant's users")
    .requiredOption(...tenantOption)
    .action(({ json, ...args }) => invoke({ command: "people list", args, json }));
  addPeopleChanges(leaf, people, invoke);
}

function addPeopleChanges(...[leaf, people, invoke]: Parameters<typeof addPeopleCommands>): void {
  leaf(people, "role", "change a user's role")
    .argument("<email>")
    .addArgument(new Argument("<role>", "role of the user").choices(roles))
    .requiredOption(...tenantOption)
    .action((email, role, { json, tenant }) => invoke({ command: "people role", args: { email, role, tenant }, json }));
  leaf(people, "remove", "remove a user from the tenant immediately")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .action((email, { json, tenant }) => invoke({ command: "people remove", args: { email, tenant }, json }));
  leaf(people, "reset", "create a password reset link for a user")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .option("--two-factor", "also turn off two-factor authentication", false)
    .action((email, { json, ...args }) => invoke({ command: "people reset", args: { email, ...args }, json }));
  leaf(people, "unlink", "unlink a user's account from the sign-in provider")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .action((email, { json, tenant }) => invoke({ command: "people unlink", args: { email, tenant }, json }));
}

/** The role of a member or a key. */
export function roleOption(): Option {
  return new Option("--role <role>", "role of the user").choices(roles);
}
