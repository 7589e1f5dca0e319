import { Command as Commander, InvalidArgumentError, Option } from "commander";
import { addExamples } from "./examples.ts";
import { addDocumentCommands } from "./program-documents.ts";
import { addOnboarding } from "./program-onboarding.ts";
import { addOperatingCommands } from "./program-operate.ts";
import { addPeopleCommands, roleOption } from "./program-people.ts";
import { addPrivacyCommands, addTenantLife } from "./program-privacy.ts";
import { addMemoryCommands, addToolCommands } from "./program-tools.ts";
import { addTenantOptions, type TenantOptions, tenantPatch } from "./tenant-patch.ts";

/** The requested command, parsed from the command line. */
export interface Invocation {
  command: string;
  args: Record<string, unknown>;
  json: boolean;
}

interface Wiring {
  program: Commander;
  invoke(invocation: Invocation): Promise<void>;
}

const tenantOption = ["--tenant <tenant>", "tenant ID or name"] as const;

/** The commands and their options. Each calls `invoke` with what its file in `commands/` expects. */
export function createProgram(invoke: Wiring["invoke"]): Commander {
  const program = new Commander("parley").description("Operate a Parley installation.").exitOverride();
  const wiring = { program, invoke };
  addOnboarding(leaf, program, invoke);
  addTenant(wiring);
  addDomain(wiring);
  addAddress(wiring);
  addKey(wiring);
  addPeopleCommands(leaf, noun(program, "people", "manage the people who use the console"), invoke);
  addKnowledge(wiring);
  addCalibrate(wiring);
  addToolCommands(leaf, noun(program, "tool", "connect tools the assistant may call"), invoke);
  addMemoryCommands(
    leaf,
    noun(program, "memory", "manage what the assistant remembers about verified visitors"),
    invoke,
  );
  addPrivacyCommands(leaf, noun, wiring);
  addRest(wiring);
  addOperatingCommands(leaf, program, invoke);
  addExamples(program);
  return program;
}

function addTenant({ program, invoke }: Wiring): void {
  const tenant = noun(program, "tenant", "manage tenants");
  leaf(tenant, "create", "create a tenant and its first admin")
    .option("--name <name>", "company name")
    .option("--origin <origin...>", "origins allowed to embed the widget, e.g. https://www.example.com")
    .option("--email <address>", "e-mail address of the first admin")
    .option("--show-secrets", "print the password and keys instead of saving them to a file")
    .action(({ json, origin, ...rest }) =>
      invoke({ command: "tenant create", args: { ...rest, origins: origin ?? [] }, json }),
    );
  leaf(tenant, "list", "list all tenants").action(({ json }) => invoke({ command: "tenant list", args: {}, json }));
  leaf(tenant, "show", "show a tenant")
    .argument("<tenant>", "tenant ID or name")
    .action((given, { json }) => invoke({ command: "tenant show", args: { tenant: given }, json }));
  addTenantOptions(
    leaf(tenant, "update", "change a tenant's settings").argument("<tenant>", "tenant ID or name"),
  ).action((given: string, { json, ...options }: TenantOptions & { json: boolean }) =>
    invoke({ command: "tenant update", args: { tenant: given, patch: tenantPatch(options) }, json }),
  );
  addTenantLife(leaf, tenant, invoke);
  addIdentity(noun(tenant, "identity", "manage visitor identity verification"), invoke);
}

function addIdentity(identity: Commander, invoke: Wiring["invoke"]): void {
  leaf(identity, "rotate", "create a new identity secret")
    .requiredOption(...tenantOption)
    .option("--overlap-hours <n>", "how long the old secret stays valid; 0 ends it immediately", Number, 24)
    .action(({ json, ...args }) => invoke({ command: "tenant identity rotate", args, json }));
  leaf(identity, "require", "require verified visitors, or allow anonymous ones again")
    .requiredOption(...tenantOption)
    .option("--off", "allow anonymous visitors again", false)
    .action(({ json, tenant, off }) =>
      invoke({ command: "tenant identity require", args: { tenant, on: off !== true }, json }),
    );
}

function addDomain({ program, invoke }: Wiring): void {
  const domain = noun(program, "domain", "manage the domains that may embed the widget");
  for (const verb of ["add", "remove"]) {
    leaf(domain, verb, `${verb} an allowed domain`)
      .argument("<origin>", "e.g. https://*.example.com")
      .requiredOption(...tenantOption)
      .action((origin, { json, tenant }) =>
        invoke({ command: `domain ${verb}`, args: { tenant, domain: origin }, json }),
      );
  }
  addVerify(domain, invoke);
}

function addAddress({ program, invoke }: Wiring): void {
  const support = noun(program, "address", "manage the support addresses whose e-mails begin tickets");
  for (const verb of ["add", "remove"]) {
    leaf(support, verb, `${verb} a support address`)
      .argument("<address>", "e.g. help@example.com")
      .requiredOption(...tenantOption)
      .action((address, { json, tenant }) => invoke({ command: `address ${verb}`, args: { tenant, address }, json }));
  }
}

function addVerify(domain: Commander, invoke: Wiring["invoke"]): void {
  leaf(domain, "verify", "check that the chat is installed and works on allowed domains")
    .argument("[origin]", "a domain to check; default: all of the tenant's domains")
    .requiredOption(...tenantOption)
    .action((origin, { json, tenant }) => invoke({ command: "domain verify", args: { tenant, domain: origin }, json }));
}

function addKey({ program, invoke }: Wiring): void {
  const key = noun(program, "key", "manage API keys");
  leaf(key, "create", "create an API key")
    .requiredOption(...tenantOption)
    .requiredOption("--name <name>", "what the key is for")
    .option("--speaks-as <name>", "name that visitors see on replies sent with this key; default: the team")
    .option("--expires <days>", "days until the key expires; default: never")
    .addOption(roleOption().default("agent"))
    .action(({ json, ...args }) => invoke({ command: "key create", args, json }));
  leaf(key, "list", "list a tenant's API keys")
    .requiredOption(...tenantOption)
    .action(({ json, ...args }) => invoke({ command: "key list", args, json }));
  leaf(key, "rotate", "create a key that replaces another")
    .argument("<id>", "key ID, as shown by key list")
    .requiredOption(...tenantOption)
    .option("--keep-old", "keep the old key active until you revoke it", false)
    .option("--expires <days>", "days until the new key expires")
    .action((id, { json, ...args }) => invoke({ command: "key rotate", args: { id, ...args }, json }));
  leaf(key, "revoke", "revoke an API key immediately")
    .argument("<id>", "key ID, as shown by key list")
    .requiredOption(...tenantOption)
    .action((id, { json, tenant }) => invoke({ command: "key revoke", args: { tenant, id }, json }));
}

function addKnowledge({ program, invoke }: Wiring): void {
  const knowledge = noun(program, "knowledge", "manage the documents the assistant answers from");
  addDocumentCommands(leaf, knowledge, invoke);
  for (const [verb, description] of [
    ["list", "list a tenant's documents"],
    ["status", "show indexing progress"],
  ] as const) {
    leaf(knowledge, verb, description)
      .requiredOption(...tenantOption)
      .action(({ json, ...args }) => invoke({ command: `knowledge ${verb}`, args, json }));
  }
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
    .option("--locale <locale>", "prefer passages in this language")
    .action((question, { json, ...args }) =>
      invoke({ command: "knowledge search", args: { question, ...args }, json }),
    );
}

function addCalibrate({ program, invoke }: Wiring): void {
  leaf(program, "calibrate", "fit confidence and threshold to feedback on a tenant's answers")
    .requiredOption(...tenantOption)
    .option(
      "--most-wrong <share>",
      "highest accepted share of wrong answers among those shown, 0 to 1; default: 0.08",
      toShare,
    )
    .addOption(new Option("--apply", "apply the proposed calibration").conflicts(["undo", "show"]))
    .addOption(new Option("--undo", "restore the values from before the last calibration").conflicts("show"))
    .option("--show", "show the current calibration")
    .action(({ json, tenant, mostWrong, apply, undo, show }) => {
      const action = apply ? "apply" : undo ? "undo" : show ? "show" : "propose";
      return invoke({ command: "calibrate", args: { tenant, mostWrong, action }, json });
    });
}

function addRest({ program, invoke }: Wiring): void {
  leaf(program, "ask", "ask a question as a visitor would")
    .argument("<question>")
    .requiredOption(...tenantOption)
    .option("--history <file>", "JSON file with the earlier messages of the conversation")
    .option("--keep", "keep the ticket in the inbox", false)
    .action((question, { json, ...args }) =>
      invoke({ command: "ask", args: { question, ...args, cwd: process.cwd() }, json }),
    );
  leaf(program, "migrate", "apply database migrations").action(({ json }) =>
    invoke({ command: "migrate", args: {}, json }),
  );
  leaf(program, "eval", "measure the answers to a tenant's own questions")
    .argument("<file>", "one JSON object per line: question, source?, evidence?, answer?, person?, set?, history?")
    .requiredOption(...tenantOption)
    .option("--out <file>", "write the results as JSON, including each question")
    .option("--html <file>", "write the results as a self-contained HTML page")
    .action((file, { json, ...args }) =>
      invoke({ command: "eval", args: { file, ...args, cwd: process.cwd() }, json }),
    );
  leaf(program, "doctor", "check the installation")
    .addOption(
      new Option("--isolation", "verify tenant isolation: roles, catalogue and a live probe").conflicts("page"),
    )
    .option("--page <address>", "check a customer's page instead, and report what stops the chat there")
    .option("--tenant <tenant>", "with --page: the page's tenant; default: the tenant in its script tag")
    .action(({ json, isolation, page, tenant }) =>
      invoke(
        page === undefined
          ? { command: "doctor", args: isolation ? { isolation } : {}, json }
          : { command: "doctor page", args: { url: page, tenant }, json },
      ),
    );
}

function noun(program: Commander, name: string, description: string): Commander {
  return program.command(name).description(description).exitOverride();
}

function leaf(parent: Commander, name: string, description: string): Commander {
  return parent
    .command(name)
    .description(description)
    .option("--json", "print one JSON object to stdout", false)
    .exitOverride();
}

function toShare(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("must be from 0 to 1.");
  return value;
}
