import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listSettings, type Setting, settingGroups } from "../../server/core/config/config.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import { systemWork } from "../../server/database/system-work.ts";
import { commandSections } from "./commands.ts";
import { endpointSections } from "./endpoints.ts";
import { replaceSections, type Section } from "./sections.ts";

/** The sections of `configuration.md` that list the environment, made of the schema that checks it. */
function settingSections(): Section[] {
  const settings = listSettings();
  const groups = Object.entries(settingGroups).map(([group, heading]) => ({
    heading,
    body: settings
      .filter((setting) => setting.group === group)
      .map(lineOf)
      .join("\n"),
  }));
  return [{ heading: "Which environment variables are there?", body: overview(settings.length) }, ...groups];
}

function overview(count: number): string {
  return `Parley reads ${count} environment variables. All are optional: without any, Parley runs embedded on port 8787. This page lists each with its default, its allowed values and an example.`;
}

function lineOf({ name, text, initial, unset, allowed, example }: Setting): string {
  const more = [allowed && `Allowed: ${allowed}.`, example && `Example: \`${name}=${example}\`.`].filter(Boolean);
  return `- **\`${name}\`** (${initialOf(initial, unset)}): ${[text, ...more].join(" ")}`;
}

function initialOf(initial: string | null, unset: string | undefined): string {
  if (initial !== null) return `default: \`${initial}\``;
  if (unset === undefined) return "not set";
  // A value, or what happens without one.
  return unset.startsWith("`") ? `default: ${unset}` : `not set: ${unset}`;
}

/** The section of `docs/ARCHITECTURE.md` that lists the work without a tenant. */
function systemWorkSections(): Section[] {
  const lines = Object.entries(systemWork).map(([id, { purpose, rows }]) => `| \`${id}\` | ${purpose} | ${rows} |`);
  const intro = "`withSystem` is called for these purposes only. The list is `server/database/system-work.ts`.";
  const table = ["| id | purpose | reads or writes |", "| --- | --- | --- |", ...lines].join("\n");
  return [{ heading: "Work without a tenant", body: `${intro}\n\n${table}` }];
}

/** Pages with generated sections, and the functions that generate them. */
const made: Record<string, () => Section[]> = {
  "docs/guide/configuration.md": settingSections,
  "docs/guide/cli-reference.md": commandSections,
  "docs/guide/http-api.md": endpointSections,
  "docs/ARCHITECTURE.md": systemWorkSections,
};

export interface ReferencePage {
  file: string;
  /** As it is. */
  present: string;
  /** As the program has it. */
  current: string;
}

/** Every page with a part that is made, as it is and as it is to be. */
export function referencePages(): ReferencePage[] {
  return Object.entries(made).map(([path, sections]) => {
    const file = join(projectRoot, path);
    const present = readFileSync(file, "utf8");
    return { file, present, current: replaceSections(present, sections()) };
  });
}
