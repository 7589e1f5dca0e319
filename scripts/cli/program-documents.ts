import { type Command as Commander, Option } from "commander";
import type { Invocation } from "./program.ts";

const tenantOption = ["--tenant <tenant>", "id or name of the tenant"] as const;

/** The commands that change documents. `leaf` makes one below a noun. */
export function addDocumentCommands(
  leaf: (parent: Commander, name: string, description: string) => Commander,
  knowledge: Commander,
  invoke: (invocation: Invocation) => Promise<void>,
): void {
  leaf(knowledge, "add", "add a file, a folder with all below it, a web page or a sitemap")
    .argument("<path>", "path or address; the same one again is a new version")
    .requiredOption(...tenantOption)
    .option("--set <name>", "put the documents into a named collection")
    .option("--kind <kind>", "policy, guide, reference, ...")
    .option("--locale <tag>", "language, e.g. en or pt-BR")
    .option("--audience <who>", "who may be answered from them; public by default")
    .option("--valid-from <date>", "answers rest on them from then on, e.g. 2026-01-31")
    .option("--valid-until <date>", "and until then")
    .option("--title <title>", "title of a single document")
    .option("--replace <document>", "id of the document whose next version the file is")
    .addOption(
      new Option("--refresh <every>", "fetch pages again by themselves; of a sitemap, take in new pages too").choices([
        "off",
        "daily",
        "weekly",
        "monthly",
      ]),
    )
    .addOption(
      new Option("--wait [until]", "wait until the documents can be found, or until their vectors are there too")
        .choices(["soon", "searchable", "ready"])
        .preset("soon"),
    )
    .action((path, { json, wait = "no", ...options }) =>
      invoke({ command: "knowledge add", args: { path, wait, ...options, cwd: process.cwd() }, json }),
    );
  addVersionCommands(leaf, knowledge, invoke);
}

function addVersionCommands(...[leaf, knowledge, invoke]: Parameters<typeof addDocumentCommands>): void {
  leaf(knowledge, "versions", "list the versions of a document")
    .argument("<document>", "id of the document")
    .requiredOption(...tenantOption)
    .option("--compare <n>", "show what this version changed", Number)
    .option("--with <n>", "compare with this version instead of the one before", Number)
    .action((document, { json, with: other, ...args }) =>
      invoke({ command: "knowledge versions", args: { document, other, ...args }, json }),
    );
  leaf(knowledge, "restore", "answer from an earlier version of a document again")
    .argument("<document>", "id of the document")
    .requiredOption("--version <n>", "number of the version", Number)
    .requiredOption(...tenantOption)
    .action((document, { json, ...args }) =>
      invoke({ command: "knowledge restore", args: { document, ...args }, json }),
    );
  leaf(knowledge, "reindex", "try what failed once more, or read documents anew")
    .argument("[document]", "id of a document; without it, every failed one")
    .requiredOption(...tenantOption)
    .option("--all", "every document of the tenant", false)
    .action((document, { json, ...args }) =>
      invoke({ command: "knowledge reindex", args: { document, ...args }, json }),
    );
  leaf(knowledge, "delete", "delete a document with its versions and files")
    .argument("<document>", "id of the document")
    .requiredOption(...tenantOption)
    .action((document, { json, ...args }) =>
      invoke({ command: "knowledge delete", args: { document, ...args }, json }),
    );
}
