import { Argument, Command as Commander, InvalidArgumentError, Option } from "commander";
import { type Build, buildOn, type Invocation, tenantArgument, tenantOption, toCount } from "./build-commands.ts";
import { shells } from "./completion.ts";
import { addExamples } from "./examples.ts";
import { addDocumentCommands } from "./program-documents.ts";
import { addOperatingCommands } from "./program-operate.ts";
import { addPeopleCommands, roleOption } from "./program-people.ts";
import { addPrivacyCommands, addTenantLife } from "./program-privacy.ts";
import { addMemoryCommands, addToolCommands } from "./program-tools.ts";
import { addTenantOptions, type TenantOptions, tenantPatch } from "./tenant-patch.ts";

/** The commands and their options. Each calls `invoke` with the arguments of its file in `commands/`. */
export function createProgram(invoke: (invocation: Invocation) => Promise<void>): Commander {
  const program = new Commander("parley").description("Operate a Parley installation.").exitOverride();
  const build = buildOn(program, invoke);
  for (const add of [
    ...[addOnboarding, addTenant, addDomain, addAddress, addKey, addPeopleCommands, addKnowledge, addCalibrate],
    ...[addToolCommands, addMemoryCommands, addPrivacyCommands, addRest, addOperatingCommands],
  ])
    add(build);
  addExamples(program);
  return program;
}

/** The first commands of a new user. */
function addOnboarding({ program, leaf }: Build): void {
  leaf(program, "init", {
    description: "set up a tenant: read its site, add pages and try questions",
    toArgs: ({ origin, ...rest }) => ({ ...rest, origins: origin ?? [] }),
  })
    .option("--site <address>", "company website; Parley reads its sitemap")
    .option("--name <name>", "company name; default: the site's name")
    .option("--origin <origin...>", "origins allowed to embed the widget; default: the site's origins")
    .option("--email <address>", "e-mail address of the first admin")
    .option("--pages <path...>", "all, none, or only pages under these paths, e.g. /help/")
    .option("--max-pages <n>", "maximum number of pages", toCount(0, 500), 50)
    .option("--questions <n>", "number of questions to try, 0 to 20", toCount(0, 20), 3)
    .option("--show-secrets", "print the password and keys instead of saving them to a file", false);
  leaf(program, "completion", "print the shell completion script").addArgument(
    new Argument("<shell>", "your shell").choices(shells),
  );
}

function addTenant({ program, noun, leaf }: Build): void {
  const tenant = noun(program, "tenant", "manage tenants");
  leaf(tenant, "create", {
    description: "create a tenant and its first admin",
    toArgs: ({ origin, ...rest }) => ({ ...rest, origins: origin ?? [] }),
  })
    .option("--name <name>", "company name")
    .option("--origin <origin...>", "origins allowed to embed the widget, e.g. https://www.example.com")
    .option("--email <address>", "e-mail address of the first admin")
    .option("--show-secrets", "print the password and keys instead of saving them to a file");
  leaf(tenant, "list", "list all tenants");
  leaf(tenant, "show", "show a tenant").argument(...tenantArgument);
  addTenantOptions(
    leaf(tenant, "update", {
      description: "change a tenant's settings",
      // The options are those of `addTenantOptions`.
      toArgs: ({ tenant: given, ...options }) => ({ tenant: given, patch: tenantPatch(options as TenantOptions) }),
    }).argument(...tenantArgument),
  );
  addTenantLife(leaf, tenant);
  addIdentity(leaf, noun(tenant, "identity", "manage visitor identity verification"));
}

function addIdentity(leaf: Build["leaf"], identity: Commander): void {
  leaf(identity, "rotate", "create a new identity secret")
    .requiredOption(...tenantOption)
    .option("--overlap-hours <n>", "how long the old secret stays valid; 0 ends it immediately", Number, 24);
  leaf(identity, "require", {
    description: "require verified visitors, or allow anonymous ones again",
    toArgs: ({ tenant, off }) => ({ tenant, on: off !== true }),
  })
    .requiredOption(...tenantOption)
    .option("--off", "allow anonymous visitors again", false);
}

function addDomain({ program, noun, leaf }: Build): void {
  const domain = noun(program, "domain", "manage the domains that may embed the widget");
  const toArgs = ({ origin, tenant }: Record<string, unknown>) => ({ tenant, domain: origin });
  for (const verb of ["add", "remove"])
    leaf(domain, verb, { description: `${verb} an allowed domain`, toArgs })
      .argument("<origin>", "e.g. https://*.example.com")
      .requiredOption(...tenantOption);
  leaf(domain, "verify", { description: "check that the chat is installed and works on allowed domains", toArgs })
    .argument("[origin]", "a domain to check; default: all of the tenant's domains")
    .requiredOption(...tenantOption);
}

function addAddress({ program, noun, leaf }: Build): void {
  const support = noun(program, "address", "manage the support addresses whose e-mails begin tickets");
  for (const verb of ["add", "remove"])
    leaf(support, verb, `${verb} a support address`)
      .argument("<address>", "e.g. help@example.com")
      .requiredOption(...tenantOption);
}

function addKey({ program, noun, leaf }: Build): void {
  const key = noun(program, "key", "manage API keys");
  leaf(key, "create", "create an API key")
    .requiredOption(...tenantOption)
    .requiredOption("--name <name>", "what the key is for")
    .option("--speaks-as <name>", "name that visitors see on replies sent with this key; default: the team")
    .option("--expires <days>", "days until the key expires; default: never")
    .addOption(roleOption().default("agent"));
  leaf(key, "list", "list a tenant's API keys").requiredOption(...tenantOption);
  leaf(key, "rotate", "create a key that replaces another")
    .argument("<id>", "key ID, as shown by key list")
    .requiredOption(...tenantOption)
    .option("--keep-old", "keep the old key active until you revoke it", false)
    .option("--expires <days>", "days until the new key expires");
  leaf(key, "revoke", "revoke an API key immediately")
    .argument("<id>", "key ID, as shown by key list")
    .requiredOption(...tenantOption);
}

function addKnowledge({ program, noun, leaf }: Build): void {
  const knowledge = noun(program, "knowledge", "manage the documents the assistant answers from");
  addDocumentCommands(leaf, knowledge);
  leaf(knowledge, "list", "list a tenant's documents").requiredOption(...tenantOption);
  leaf(knowledge, "status", "show indexing progress").requiredOption(...tenantOption);
  leaf(knowledge, "search", "show the passages the assistant would find, with scores")
    .argument("<question>")
    .requiredOption(...tenantOption)
    .option("--limit <n>", "number of passages to return", Number, 10)
    .option("--explain", "explain why each passage was kept or dropped", false)
    .addOption(
      new Option("--audience <audience>", "documents to search: public only, or internal too")
        .choices(["public", "internal"])
        .default("internal"),
    )
    .option("--set <name...>", "search only these sets")
    .option("--locale <locale>", "prefer passages in this language");
}

function addCalibrate({ program, leaf }: Build): void {
  leaf(program, "calibrate", {
    description: "fit confidence and threshold to feedback on a tenant's answers",
    toArgs: ({ tenant, mostWrong, apply, undo, show }) => {
      const action = apply ? "apply" : undo ? "undo" : show ? "show" : "propose";
      return { tenant, mostWrong, action };
    },
  })
    .requiredOption(...tenantOption)
    .option(
      "--most-wrong <share>",
      "highest accepted share of wrong answers among those shown, 0 to 1; default: 0.08",
      toShare,
    )
    .addOption(new Option("--apply", "apply the proposed calibration").conflicts(["undo", "show"]))
    .addOption(new Option("--undo", "restore the values from before the last calibration").conflicts("show"))
    .option("--show", "show the current calibration");
}

function addRest({ program, leaf }: Build): void {
  leaf(program, "ask", { description: "ask a question as a visitor would", inFolder: true })
    .argument("<question>")
    .requiredOption(...tenantOption)
    .option("--history <file>", "JSON file with the earlier messages of the conversation")
    .option("--keep", "keep the ticket in the inbox", false);
  leaf(program, "migrate", "apply database migrations");
  leaf(program, "eval", { description: "measure the answers to a tenant's own questions", inFolder: true })
    .argument("<file>", "one JSON object per line: question, source?, evidence?, answer?, person?, set?, history?")
    .requiredOption(...tenantOption)
    .option("--out <file>", "write the results as JSON, including each question")
    .option("--html <file>", "write the results as a self-contained HTML page");
  leaf(program, "doctor", {
    description: "check the installation",
    nameOf: ({ page }) => (page === undefined ? "doctor" : "doctor page"),
    toArgs: ({ isolation, page, tenant }) => (page === undefined ? { isolation } : { url: page, tenant }),
  })
    .addOption(
      new Option("--isolation", "verify tenant isolation: roles, catalogue and a live probe").conflicts("page"),
    )
    .option("--page <address>", "check a customer's page instead, and report what stops the chat there")
    .option("--tenant <tenant>", "with --page: the page's tenant; default: the tenant in its script tag");
}

function toShare(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("must be from 0 to 1.");
  return value;
}
