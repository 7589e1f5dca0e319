import { findBareSuppressions, findEnvironmentReads, findUrlReads } from "./code-rules.mjs";
import { findCrumbs } from "./crumb-rule.mjs";
import { findCycles } from "./cycle-rule.mjs";
import { findForbiddenImports } from "./layer-rule.mjs";
import { findOldNames } from "./name-rule.mjs";
import { findOversized } from "./size-rule.mjs";

const rules = [
  findForbiddenImports,
  findCycles,
  findOversized,
  findCrumbs,
  findEnvironmentReads,
  findBareSuppressions,
  findUrlReads,
  findOldNames,
];

/** All violations of the project's rules: `{path, line, rule, message}`, sorted by path and line. */
export function checkSources(sources) {
  return rules
    .flatMap((rule) => rule(sources))
    .sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
