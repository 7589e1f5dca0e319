import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../server/core/project-root.ts";
import { commandSections } from "./commands.ts";
import { endpointSections } from "./endpoints.ts";
import { replaceSections, type Section } from "./sections.ts";
import { settingSections } from "./settings.ts";
import { systemWorkSections } from "./system-work.ts";

/** Pages of which a part is made of the program itself, and what makes it. */
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
