import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { settle } from "./settle.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules: readonly string[] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Those about colours, which are the same in every language. */
export const colourRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds wrong on the whole page, once everything on it has come to rest.
 * @param only the rules to look at; all, if none are named.
 * @param without rules that another look at the same page had
 */
export async function axeFindings(
  page: Page,
  { only = rules, without = [] }: { only?: readonly string[]; without?: readonly string[] } = {},
): Promise<string[]> {
  const off = Object.fromEntries(["region", ...without].map((rule) => [rule, { enabled: false }]));
  await settle(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(only)}, rules: ${JSON.stringify(off)}, resultTypes: ["violations"] })
      .then(({ violations }) => violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ": " + node.target.flat().join(" ") + " " + (node.any[0]?.message ?? ""))))`,
  );
}
