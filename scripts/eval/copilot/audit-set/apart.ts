import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../../server/project-root.ts";

/** A list of statements for each policy, and the sentences of replies; those that contradict a statement have a `!` in front. */
export interface AuditList {
  policies: Record<string, string[]>;
  texts: { policy: string; sentences: string[] }[];
}

/**
 * Written by somebody who had not read the rules, as tired agents write. The weights were fitted with the first two, the third judges them: whoever
 * reads it to mend something has to write another.
 */
export const apartLists = ["first", "second", "judged"] as const;

export function readApart(name: string): AuditList {
  const path = join(projectRoot, "scripts/eval/copilot/audit-set/apart", `${name}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as AuditList; // a file of the project
}

/** A policy of such a list as a page. */
export function pageOf({ policies }: AuditList, policy: string): string {
  return [`# ${policy}`, ...(policies[policy] ?? [])].join("\n\n");
}
