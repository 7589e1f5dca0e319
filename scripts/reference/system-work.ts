import { systemWork } from "../../server/database/system-work.ts";
import type { Section } from "./sections.ts";

/** The section of `docs/ARCHITECTURE.md` that lists the work without a tenant. */
export function systemWorkSections(): Section[] {
  const lines = Object.entries(systemWork).map(([id, { purpose, rows }]) => `| \`${id}\` | ${purpose} | ${rows} |`);
  const intro = "`withSystem` is called for these purposes only. The list is `server/database/system-work.ts`.";
  const table = ["| id | purpose | reads or writes |", "| --- | --- | --- |", ...lines].join("\n");
  return [{ heading: "Work without a tenant", body: `${intro}\n\n${table}` }];
}
