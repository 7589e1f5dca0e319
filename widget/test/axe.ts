import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { settle } from "./settle.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules: readonly string[] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds wrong on the whole page, once everything on it has come to rest.
 * @param only the rules to look at; all, if none are named.
 */
export async function axeFindings(page: Page, only: readonly string[] = rules): Promise<string[]> {
  await settle(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(only)}, rules: { region: { enabled: false } }, resultTypes: ["violations"] })
      .then(({ violations }) => violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ": " + node.target.flat().join(" ") + " " + (node.any[0]?.message ?? ""))))`,
  );
}
