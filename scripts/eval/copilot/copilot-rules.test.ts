import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../../server/project-root.ts";
import { scoreApart, scoreAudits } from "./audit-score.ts";
import { texts } from "./audit-set/texts.ts";
import { comparePairs } from "./compare-pairs.ts";
import { sumOf } from "./compare-score.ts";
import { scorePlanted } from "./planted-score.ts";
import { checkQuotes, documentsOf } from "./quote-check.ts";

/** The sets for development are no part of the project: what needs them says so and is left out where they are not. */
const folder = process.env.EVAL_DATA ?? "";
const noData = "EVAL_DATA names no folder with the evaluation data";

/** Characters; longer pages take longer than a test may. */
const longestPage = 7_000;
/** The project's own pages that say what must and cannot be, without those that are made of tables. */
const pages = readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md") && !/benchmarks|http-api|decisions/.test(file))
  .toSorted()
  .map((file) => readFileSync(join(projectRoot, "docs", file), "utf8"))
  .filter((content) => content.length < longestPage);

describe("the copilot without a model", () => {
  it("is measured on twenty texts with sixty contradictions", () => {
    const first = texts.filter(({ half }) => half === "tuning" || half === "held out");
    expect(first).toHaveLength(20);
    expect(first.flatMap(({ sentences }) => sentences).filter((sentence) => sentence.startsWith("!"))).toHaveLength(60);
  });

  /** By words alone; what is said in other words than the policy takes vectors, which measure.ts has. */
  it.each([
    ["tuning", 0.87],
    ["held out", 0.87],
    ["reworded", 0.7],
    ["reworded, held out", 0.7],
    ["newest", 0.7],
    ["last", 0.8],
  ] as const)("finds what contradicts a policy, and little else: %s", async (half, least) => {
    const { texts: count, planted, found, falseAlarms, missed, wrong } = await scoreAudits(half);
    expect(found / planted, missed.join("\n")).toBeGreaterThanOrEqual(least);
    expect(falseAlarms / count, wrong.join("\n")).toBeLessThanOrEqual(0.6);
  });

  it("finds them in what somebody else wrote, who had not read the rules", async () => {
    const { texts: count, planted, found, falseAlarms, missed, wrong } = await scoreApart("judged");
    expect(found / planted, missed.join("\n")).toBeGreaterThanOrEqual(0.75);
    expect(falseAlarms / count, wrong.join("\n")).toBeLessThanOrEqual(0.75);
  });

  it("finds edits that were planted into the project's own pages", async () => {
    const { known, recall, precision, missed, wrong } = sumOf(await scorePlanted(pages));
    expect(known).toBeGreaterThan(20);
    expect(recall, missed.join("\n")).toBeGreaterThanOrEqual(0.85);
    expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(0.85);
  });

  it("quotes the project's own pages letter for letter", async () => {
    const { quotes, wrong } = await checkQuotes(documentsOf(projectRoot, "docs", { step: 9 }).slice(0, 8));
    expect(quotes).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  for (const half of ["tuning", "held out"] as const)
    it(`finds what changed between versions of policies: ${half}`, async (context) => {
      if (folder === "") context.skip(noData);
      const { recall, missed } = sumOf((await comparePairs(folder))?.filter((pair) => pair.half === half) ?? []);
      expect(recall, missed.join("\n")).toBeGreaterThanOrEqual(half === "tuning" ? 0.95 : 0.7);
    });
});
