import { Argument, Option } from "commander";
import { type Build, tenantOption } from "./build-commands.ts";

const roles = ["viewer", "agent", "manager", "admin"];

/** Commands for a tenant's members. */
export function addPeopleCommands({ program, noun, leaf }: Build): void {
  const people = noun(program, "people", "manage the people who use the console");
  leaf(people, "invite", "create an account for a new user")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .addOption(roleOption().default("agent"))
    .option("--name <name>", "name that visitors see");
  leaf(people, "list", "list a tenant's users").requiredOption(...tenantOption);
  leaf(people, "role", "change a user's role")
    .argument("<email>")
    .addArgument(new Argument("<role>", "role of the user").choices(roles))
    .requiredOption(...tenantOption);
  leaf(people, "remove", "remove a user from the tenant immediately")
    .argument("<email>")
    .requiredOption(...tenantOption);
  leaf(people, "reset", "create a password reset link for a user")
    .argument("<email>")
    .requiredOption(...tenantOption)
    .option("--two-factor", "also turn off two-factor authentication", false);
  leaf(people, "unlink", "unlink a user's account from the sign-in provider")
    .argument("<email>")
    .requiredOption(...tenantOption);
}

/** The role of a member or a key. */
export function roleOption(): Option {
  return new Option("--role <role>", "role of the user").choices(roles);
}
