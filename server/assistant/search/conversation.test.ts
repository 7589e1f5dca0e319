import { describe, expect, it } from "vitest";
import { blendVectors, weighConversation } from "./boosts.ts";

describe("a question and what was said before it", () => {
  it("stands alone without a history", () => {
    expect(weighConversation("How much is a dedicated IP?")).toEqual({
      asked: "How much is a dedicated IP?",
      question: "How much is a dedicated IP?",
      context: [],
      vectorContext: [],
    });
  });

  it("weighs earlier messages less the further back they are, and the last answer least", () => {
    const { question, context, vectorContext } = weighConversation("How much is it?", [
      { role: "visitor", content: "first" },
      { role: "assistant", content: "old answer" },
      { role: "visitor", content: "second" },
      { role: "assistant", content: "new answer" },
    ]);
    expect(question).toBe("How much is it?");
    expect(context).toEqual([
      { text: "second", weight: 0.5 },
      { text: "first", weight: 0.3 },
      { text: "new answer", weight: 0.1 },
    ]);
    expect(vectorContext.map(({ text }) => text)).toEqual(["second", "first"]);
  });

  const talk = [
    { role: "visitor" as const, content: "Where is form MV-44?" },
    { role: "assistant" as const, content: "On the page of forms." },
  ];

  it("lets the talk count half for a question that names its matter in many words", () => {
    const { context, vectorContext } = weighConversation("How do I renew a commercial licence in another state?", talk);
    expect(context.map(({ weight }) => weight)).toEqual([0.25, 0.05]);
    expect(vectorContext.map(({ weight }) => weight)).toEqual([0.1]);
  });

  it.each(["What if I am older?", "And if I am suspended?", "How much is it?"])(
    "lets the talk count in full for a question that goes on with it: %s",
    (question) => {
      expect(weighConversation(question, talk).context.map(({ weight }) => weight)).toEqual([0.5, 0.1]);
    },
  );

  it("takes words in a note at the end for context", () => {
    const { asked, question, context } = weighConversation("How much is it? (dedicated IP)");
    expect(asked).toBe("How much is it? (dedicated IP)");
    expect(question).toBe("How much is it?");
    expect(context).toEqual([{ text: "dedicated IP", weight: 0.5 }]);
    expect(weighConversation("Use of f(x) (see above) here").question).toBe("Use of f(x) (see above) here");
  });

  it("moves a vector towards its context and keeps its length", () => {
    const blended = blendVectors(Float32Array.of(1, 0), [{ vector: Float32Array.of(0, 1), weight: 0.75 }]);
    expect([...blended].map((value) => Math.round(value * 100) / 100)).toEqual([0.8, 0.6]);
    expect([...blendVectors(Float32Array.of(1, 0), [])]).toEqual([1, 0]);
  });
});
