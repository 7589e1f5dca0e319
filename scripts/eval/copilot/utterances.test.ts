import { describe, expect, it } from "vitest";
import { measurePublicQuestions } from "./public-questions.ts";
import { byRules, byScriptedModel, measureUtterances, utterances } from "./utterances.ts";

const shows = process.env.SHOW_COPILOT !== undefined;
/** Where the public sets are; without them that part says nothing. */
const evalData = process.env.EVAL_DATA;

describe("what 300 utterances of six domains ask for", () => {
  it("has enough of each, and of those that may mean two things", () => {
    const ofDomains = utterances.filter(({ half }) => half === "tuning" || half === "held out");
    expect(ofDomains).toHaveLength(300);
    expect(new Set(ofDomains.map(({ domain }) => domain)).size).toBe(6);
    expect(new Set(utterances.map(({ text }) => text)).size).toBeGreaterThanOrEqual(utterances.length - 6);
    for (const wanted of ["summarize", "inquire", "compare", "audit"])
      expect(utterances.filter((each) => each.wanted === wanted).length, wanted).toBeGreaterThanOrEqual(60);
    expect(utterances.filter(({ wanted }) => wanted === "ambiguous").length).toBeGreaterThanOrEqual(54);
  });

  it.each([
    ["tuning", 0.95],
    ["held out", 0.95],
    ["afterwards", 0.95],
    ["later", 0.95],
    ["last", 0.85],
    ["everyday", 0.95],
    ["unseen", 0.95],
    ["newest", 0.95],
  ] as const)("is understood by rules: %s", async (half, least) => {
    const { all, right, wrong, askedNeedlessly, ambiguous } = await measureUtterances(byRules, half);
    if (shows) console.log("rules", half, { all, right, ambiguous, wrong, askedNeedlessly });
    expect(right / all, [...wrong, ...askedNeedlessly].join("\n")).toBeGreaterThanOrEqual(least);
    expect(ambiguous.asked / ambiguous.all, wrong.join("\n")).toBeGreaterThanOrEqual(half === "last" ? 0.8 : 1);
  });

  it.each(["tuning", "held out"] as const)("is understood by a scripted model: %s", async (half) => {
    const { all, right, wrong, askedNeedlessly, ambiguous } = await measureUtterances(byScriptedModel, half);
    if (shows) console.log("scripted model", half, { all, right, ambiguous, wrong, askedNeedlessly });
    expect(right / all, [...wrong, ...askedNeedlessly].join("\n")).toBeGreaterThanOrEqual(0.95);
    expect(ambiguous.asked / ambiguous.all, wrong.join("\n")).toBe(1);
  });

  it("takes public questions for questions", (context) => {
    if (evalData === undefined) return context.skip("EVAL_DATA names no folder with the evaluation data");
    const figures = measurePublicQuestions(evalData);
    if (shows) console.log(figures?.map(({ wrong, ...rest }) => ({ ...rest, wrong: wrong.length })));
    for (const { file, all, inquire } of figures ?? []) expect(inquire / all, file).toBeGreaterThanOrEqual(0.9);
    expect(figures).toHaveLength(6);
  });
});
