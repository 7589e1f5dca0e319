import { describe, expect, it } from "vitest";
import { blendVectors, weighConversation } from "./conversation.ts";

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
