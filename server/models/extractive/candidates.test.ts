import { describe, expect, it } from "vitest";
import { candidatesOf } from "./candidates.ts";

const labels = (question: string, last: string) => candidatesOf(question, [last]).map(({ label }) => label);

describe("what a word that points back may mean", () => {
  it("is one of two things that were put side by side", () => {
    expect(labels("How much is it?", "What is the difference between the Basic plan and the Pro plan?")).toEqual([
      "Basic plan",
      "Pro plan",
    ]);
    expect(labels("and does it include backups?", "Basic vs. Pro")).toEqual(["Basic", "Pro"]);
    expect(candidatesOf("How much is it?", ["Compare Basic with Pro."])[1]?.question).toBe("How much is it? (Pro)");
  });

  it("is not asked when both are meant, one is named, or nothing was compared", () => {
    const last = "What is the difference between Basic and Pro?";
    for (const question of ["How much are they?", "Which one is cheaper, is it Basic?", "Is it Pro that has backups?"])
      expect(labels(question, last)).toEqual([]);
    expect(labels("How much is it?", "How do I set up billing and invoices?")).toEqual([]);
    expect(candidatesOf("How much is it?", [])).toEqual([]);
  });
});
