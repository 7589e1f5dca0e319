import { Command as Commander, InvalidArgumentError, Option } from "commander";
import { addExamples } from "./examples.ts";
import { addDatalifeCommands, addTenantLife } from "./program-datalife.ts";
import { addDocumentCommands } from "./program-documents.ts";
import { addOnboarding } from "./program-onboarding.ts";
import { addOperatingCommands } from "./program-operate.ts";
import { addPeopleCommands, roleOption } from "./program-people.ts";
import { addMemoryCommands, addToolCommands } from "./program-tools.ts";
import { addTenantOptions, type TenantOptions, tenantPatch } from "./tenant-patch.ts";

/** What was asked for, read from the command line. */
export interface Invocation {
  command: string;
  args: Record<string, unknown>;
  json: boolean;
}

interface Wiring {
  program: Commander;
  invoke(invocation: Invocation): Promise<void>;
}

const tenantOption = ["--tenant <tenant>", "id or name of the tenant"] as const;

/** The commands and their options. Each calls `invoke` with what its file in `commands/` expects. */
export function createProgram(invoke: Wiring["invoke"]): Commander {
  const program = new Commander("parley").description("Operate a Parley installation.").exitOverride();
  const wiring = { program, invoke };
  addOnboarding(leaf, program, invoke);
  addTenant(wiring);
  addDomain(wiring);
  addKey(wiring);
  addPeopleCommands(leaf, noun(program, "people", "who works in the console"), invoke);
  addKnowledge(wiring);
  addCalibrate(wiring);
  addToolCommands(leaf, noun(program, "tool", "the tenant's own systems that the assistant may call"), invoke);
  addMemoryCommands(leaf, noun(program, "memory", "what is remembered of identified visitors"), invoke);
  addDatalifeCommands(leaf, noun, wiring);
  addRest(wiring);
  addOperatingCommands(leaf, program, invoke);
  addExamples(program);
  return program;
}

function addTenant({ program, invoke }: Wiring): void {
  const tenant = noun(program, "tenant", "companies");
  leaf(tenant, "create", "create a tenant with its first admin")
    .option("--name <name>", "name of the company")
    .option("--origin <origin...>", "origins that may embed the widget, e.g. https://www.example.com")
    .option("--email <address>", "the first admin's e-mail address")
    .option("--show-secrets", "print password and keys instead of keeping them in a file")
    .action(({ json, origin, ...rest }) =>
      invoke({ command: "tenant create", args: { ...rest, origins: origin ?? [] }, json }),
    );
  leaf(tenant, "list", "list all tenants").action(({ json }) => invoke({ command: "tenant list", args: {}, json }));
  leaf(tenant, "show", "show one tenant")
    .argument("<tenant>", "id or name")
    .action((given, { json }) => invoke({ command: "tenant show", args: { tenant: given }, json }));
  addTenantOptions(leaf(tenant, "update", "change settings of a tenant").argument("<tenant>", "id or name")).action(
    (given: string, { json, ...options }: TenantOptions & { json: boolean }) =>
      invoke({ command: "tenant update", args: { tenant: given, patch: tenantPatch(options) }, json }),
  );
  addTenantLife(leaf, tenant, invoke);
  addIdentity(noun(tenant, "identity", "visitors that the tenant's own server signs"), invoke);
}

function addIdentity(identity: Commander, invoke: Wiring["invoke"]): void {
  leaf(identity, "rotate", "make a new identity secret")
    .requiredOption(...tenantOption)
    .option("--overlap-hours <n>", "how long the old one stays good; 0 ends it at once", Number, 24)
    .action(({ json, ...args }) => invoke({ command: "tenant identity rotate", args, json }));
  leaf(identity, "require", "serve signed visitors only, or anonymous ones again")
    .requiredOption(...tenantOption)
    .option("--off", "serve anonymous visitors again", false)
    .action(({ json, tenant, off }) =>
      invoke({ command: "tenant identity require", args: { tenant, on: off !== true }, json }),
    );
}

function addDomain({ program, invoke }: Wiring): void {
  const domain = noun(program, "domain", "where the widget may be embedded");
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

function addVerify(domain: Commander, invoke: Wiring["invoke"]): void {
  leaf(domain, "verify", "look at the pages of allowed domains: is the chat on them, and does it work")
    .argument("[origin]", "one domain; without it, all of the tenant")
    .requiredOption(...tenantOption)
    .action((origin, { json, tenant }) => invoke({ command: "domain verify", args: { tenant, domain: origin }, json }));
}

function addKey({ program, invoke }: Wiring): void {
  const key = noun(program, "key", "API keys for machines");
  leaf(key, "create", "create an API key")
    .requiredOption(...tenantOption)
    .requiredOption("--name <name>", "what it is for")
    .option("--speaks-as <name>", "the person whom visitors see when it answers; without it, the team")
    .option("--expires <days>", "after how many days it ends by itself; without it, never")
    .addOption(roleOption().default("agent"))
    .action(({ json, ...args }) => invoke({ command: "key create", args, json }));
  leaf(key, "list", "list the API keys of a tenant")
    .requiredOption(...tenantOption)
    .action(({ json, ...args }) => invoke({ command: "key list", args, json }));
  leaf(key, "rotate", "make a key that takes the place of another one")
    .argument("<id>", "id of the key, see key list")
    .requiredOption(...tenantOption)
    .option("--keep-old", "leave the old one in use until key revoke", false)
    .option("--expires <days>", "after how many days the new one ends by itself")
    .action((id, { json, ...args }) => invoke({ command: "key rotate", args: { id, ...args }, json }));
  leaf(key, "revoke", "revoke an API key at once")
    .argument("<id>", "id of the key, see key list")
    .requiredOption(...tenantOption)
    .action((id, { json, tenant }) => invoke({ command: "key revoke", args: { tenant, id }, json }));
}

function addKnowledge({ program, invoke }: Wiring): void {
  const knowledge = noun(program, "knowledge", "what the assistant answers from");
  addDocumentCommands(leaf, knowledge, invoke);
  for (const [verb, description] of [
    ["list", "list the documents of a tenant"],
    ["status", "how far the documents are"],
  ] as const) {
    leaf(knowledge, verb, description)
      .requiredOption(...tenantOption)
      .action(({ json, ...args }) => invoke({ command: `knowledge ${verb}`, args, json }));
  }
  leaf(knowledge, "search", "what the assistant would find, with scores")
    .argument("<question>")
    .requiredOption(...tenantOption)
    .option("--limit <n>", "how many passages", Number, 10)
    .option("--explain", "say why each passage was kept or dropped", false)
    .addOption(new Option("--audience <who>", "as whom to search").choices(["public", "internal"]).default("internal"))
    .option("--set <name...>", "only documents of these sets")
    .option("--locale <locale>", "passages in this language first")
    .action((question, { json, ...args }) =>
      invoke({ command: "knowledge search", args: { question, ...args }, json }),
    );
}

function addCalibrate({ program, invoke }: Wiring): void {
  leaf(program, "calibrate", "fit grades and threshold to what people made of a tenant's answers")
    .requiredOption(...tenantOption)
    .option("--most-wrong <share>", "share of wrong answers among those shown, 0 to 1; 0.08 when not given", toShare)
    .addOption(new Option("--apply", "set what fits").conflicts(["undo", "show"]))
    .addOption(new Option("--undo", "go back to what counted before the last calibration").conflicts("show"))
    .option("--show", "the calibration that is set")
    .action(({ json, tenant, mostWrong, apply, undo, show }) => {
      const action = apply ? "apply" : undo ? "undo" : show ? "show" : "propose";
      return invoke({ command: "calibrate", args: { tenant, mostWrong, action }, json });
    });
}

function addRest({ program, invoke }: Wiring): void {
  leaf(program, "ask", "ask a question as a visitor would")
    .argument("<question>")
    .requiredOption(...tenantOption)
    .option("--history <file>", "JSON list of the messages before the question")
    .option("--keep", "leave the ticket in the inbox", false)
    .action((question, { json, ...args }) =>
      invoke({ command: "ask", args: { question, ...args, cwd: process.cwd() }, json }),
    );
  leaf(program, "migrate", "bring the database up to date").action(({ json }) =>
    invoke({ command: "migrate", args: {}, json }),
  );
  leaf(program, "eval", "measure answers and cache on the sets of a folder, or on a tenant's own questions")
    .argument(
      "[file]",
      "questions of a tenant: JSON lines of question, source?, evidence?, answer?, person?, set?, history?",
    )
    .option("--tenant <tenant>", "the tenant that the questions of the file are asked of")
    .option("--data <folder>", "folder of the sets, described in its README.md")
    .option("--only <names>", "cache, retrieval, rewrite, grade, search-speed, divided by commas")
    .option("--out <file>", "write the figures as JSON; of a tenant's questions, each of them too")
    .option("--html <file>", "write what became of a tenant's questions as a page that needs nothing else")
    .option("--vectors <folder>", "where vectors are kept for the next run; default: in the data folder")
    .option("--limit <n>", "questions of a set at most, for a quick look")
    .option("--full", "everything, not a sample: hours the first time", false)
    .action((file: string | undefined, { json, tenant, html, ...args }) =>
      invoke(
        file === undefined
          ? { command: "eval", args: { ...args, cwd: process.cwd() }, json }
          : { command: "eval tenant", args: { file, tenant, out: args.out, html, cwd: process.cwd() }, json },
      ),
    );
  leaf(program, "doctor", "check the installation")
    .addOption(
      new Option("--isolation", "prove that tenants are kept apart: roles, catalogue, and a live probe").conflicts(
        "page",
      ),
    )
    .option("--page <address>", "look at a customer's page instead: what keeps the chat from working there")
    .option("--tenant <tenant>", "with --page: whose page it is; without it, the tenant that the page names")
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
    .option("--json", "print one JSON object on stdout", false)
    .exitOverride();
}

function toShare(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("must be from 0 to 1.");
  return value;
}
