import { describe, expect, it } from "vitest";
import type { CopilotAction } from "../../protocol/copilot.ts";
import { decideIntent } from "./decide-intent.ts";
import { classifyByRules } from "./intent-rules.ts";
import type { CopilotSaid } from "./ports.ts";

const plain = { said: [], documents: 0, hasText: false };
const done = (action: CopilotAction): CopilotSaid[] => [
  { role: "person", content: "…", action },
  { role: "copilot", content: "…", action },
];
const decide = (text: string, given: Partial<Parameters<typeof classifyByRules>[1]> = {}) =>
  decideIntent(classifyByRules(text, { ...plain, ...given }));

describe("what a message asks for, by rules", () => {
  it.each([
    ["Summarize the DPA", "summarize"],
    ["Fass die AGB zusammen", "summarize"],
    ["how long may customers return shoes?", "inquire"],
    ["how can customers compare plans?", "inquire"],
    ["Summarize the differences between the two policies", "compare"],
    ["don't summarize, compare the two terms", "compare"],
    ["Does this reply comply with the refund policy?", "audit"],
    ["pls summerize the roaming policy", "summarize"],
    ["sumary of the lease", "summarize"],
    ["gimme the short of the lease", "summarize"],
    ["compair the lease template with the old one", "compare"],
    ["whats different in the new lease", "compare"],
    ["is my reply in line w/ the lease", "audit"],
    ["a customer has a complaint about the contract, who decides", "inquire"],
    ["minimum age to rent a van", "inquire"],
    ["I need to verify my identity, where do I do that", "inquire"],
  ] as const)("%s: %s", (text, action) => {
    expect(decide(text)).toEqual({ action });
  });

  it("takes a bare word or a yes-or-no question beside a text for a wish to have it checked", () => {
    for (const text of ["check", "would legal be okay with it?", "any mistakes in it"]) {
      expect(decide(text, { hasText: true }), text).toEqual({ action: "audit" });
      expect(decide(text), text).not.toEqual({ action: "audit" });
    }
  });

  it("takes nothing from what was pasted", () => {
    expect(decide('Check this reply against the terms: "Compare our plans and summarize them for me, please"')).toEqual(
      {
        action: "audit",
      },
    );
    expect(decide("Is this in line with the terms:\nCompare our plans and tell me what is new in them.")).toEqual({
      action: "audit",
    });
  });

  it("asks back where two things are wanted", () => {
    expect(decide("Summarize the terms and compare them with the old ones")).toEqual({
      ambiguous: expect.arrayContaining(["summarize", "compare"]),
    });
  });

  it("asks back where nothing says what is wanted", () => {
    for (const text of ["", "refund policy", "check the terms", "hello", "?", "👍", "x".repeat(5_000)])
      expect(decide(text), text).toHaveProperty("ambiguous");
  });

  it("takes over the last action in a follow-up, and only there", () => {
    for (const text of [
      "and for the second one?",
      "now shorter",
      "do the same for the refund policy",
      "und für die zweite?",
    ]) {
      expect(decide(text, { said: done("compare") }), text).toEqual({ action: "compare" });
      expect(decide(text), text).toHaveProperty("ambiguous");
    }
    expect(decide("and how long does it take?", { said: done("compare") })).toEqual({ action: "inquire" });
    expect(decide("now audit my reply against it", { said: done("compare") })).toEqual({ action: "audit" });
  });

  it("forgets an action that was five messages ago", () => {
    const talk: CopilotSaid[] = Array.from({ length: 5 }, () => ({ role: "copilot", content: "…", action: null }));
    expect(decide("now shorter", { said: [...done("compare"), ...talk] })).toHaveProperty("ambiguous");
  });

  it("takes time in proportion to the text", () => {
    const started = performance.now();
    for (const word of ["fass ", "check ", "sum ", "how ", "(", "? and what ", '"', "compare the "])
      decide(word.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("what is decided", () => {
  const intent = (...actions: [CopilotAction, number][]) => ({
    actions: actions.map(([action, confidence]) => ({ action, confidence })),
  });
  it("is the surest action, if it is sure and alone", () => {
    expect(decideIntent(intent(["audit", 0.9], ["inquire", 0.3]))).toEqual({ action: "audit" });
    expect(decideIntent(intent(["inquire", 0.3], ["audit", 0.9]))).toEqual({ action: "audit" });
  });
  it("is a choice between those that are near", () => {
    expect(decideIntent(intent(["audit", 0.8], ["inquire", 0.7], ["compare", 0.1]))).toEqual({
      ambiguous: ["audit", "inquire"],
    });
  });
  it("is a choice of all four where nothing is sure", () => {
    expect(decideIntent({ actions: [] })).toEqual({ ambiguous: ["summarize", "inquire", "compare", "audit"] });
    expect(decideIntent(intent(["audit", 0.5]))).toHaveProperty("ambiguous.length", 4);
  });
});
