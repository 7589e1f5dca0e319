import { type Command as Commander, Option } from "commander";
import { documentKinds } from "../../protocol/document-kinds.ts";
import { type Build, tenantOption } from "./build-commands.ts";

/** Adds the commands that change documents. */
export function addDocumentCommands(leaf: Build["leaf"], knowledge: Commander): void {
  leaf(knowledge, "add", {
    description: "add a file, a folder (recursively), a web page or a sitemap",
    inFolder: true,
    toArgs: ({ wait = "no", ...rest }) => ({ wait, ...rest }),
  })
    .argument("<path>", "path or URL; adding it again creates a new version")
    .requiredOption(...tenantOption)
    .option("--set <name>", "add the documents to this set")
    .addOption(new Option("--kind <kind>", "type of document; default: other").choices(documentKinds))
    .option("--locale <tag>", "language, e.g. en or pt-BR")
    .option("--audience <audience>", "public, or internal for agents only; default: public")
    .option("--valid-from <date>", "use the documents from this date on, e.g. 2026-01-31")
    .option("--valid-until <date>", "use the documents until this date")
    .option("--title <title>", "title, for a single document")
    .option("--replace <document>", "ID of a document; the file becomes its next version")
    .addOption(
      new Option("--refresh <interval>", "fetch pages again automatically; for a sitemap, also add new pages").choices([
        "off",
        "daily",
        "weekly",
        "monthly",
      ]),
    )
    .addOption(
      new Option("--wait [state]", "wait until the documents are searchable, or ready with all vectors")
        .choices(["soon", "searchable", "ready"])
        .preset("soon"),
    );
  leaf(knowledge, "versions", {
    description: "list a document's versions",
    toArgs: ({ with: other, ...rest }) => ({ other, ...rest }),
  })
    .argument("<document>", "document ID")
    .requiredOption(...tenantOption)
    .option("--compare <n>", "show the changes in this version", Number)
    .option("--with <n>", "compare with this version instead of the previous one", Number);
  leaf(knowledge, "restore", "make an earlier version of a document current again")
    .argument("<document>", "document ID")
    .requiredOption("--version <n>", "version number", Number)
    .requiredOption(...tenantOption);
  leaf(knowledge, "reindex", "retry failed documents, or index documents again")
    .argument("[document]", "document ID; default: every failed document")
    .requiredOption(...tenantOption)
    .option("--all", "index every document of the tenant", false);
  leaf(knowledge, "delete", "delete a document with all its versions and files")
    .argument("<document>", "document ID")
    .requiredOption(...tenantOption);
}
