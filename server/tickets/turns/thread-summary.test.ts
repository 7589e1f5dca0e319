import { describe, expect, it } from "vitest";
import { extendSummary, nearestChunks, pickedSentences } from "./thread-summary.ts";

describe("a summary by rules", () => {
  it("has of each message the sentence that says most", () => {
    const summary = pickedSentences([
      { role: "visitor", content: "Hi! My order 4711 of the blue kettle never arrived. Thanks." },
      { role: "assistant", content: "Parcels take two days [1]. More is said in the guide." },
      { role: "agent", content: "ok" },
    ]);
    expect(summary).toBe(
      "Visitor: My order 4711 of the blue kettle never arrived.\nAssistant: Parcels take two days [1].\nAgent: ok",
    );
  });

  it("grows at its end and loses its oldest lines first", () => {
    const long = Array.from({ length: 40 }, (_, index) => `Visitor: line ${index} ${"x".repeat(80)}`).join("\n");
    const grown = extendSummary(long, "Agent: the newest");
    expect(grown.length).toBeLessThanOrEqual(2_000);
    expect(grown.endsWith("Agent: the newest")).toBe(true);
    expect(grown).not.toContain("line 0 ");
  });
});

describe("chunks of a long ticket", () => {
  const chunk = (ordinal: number, summary: string, embedding: number[] | null = null) => ({
    ordinal,
    summary,
    model: embedding ? "m" : null,
    embedding,
  });

  it("are found by their vectors, three of them, in the order in which they were said", () => {
    const chunks = [
      chunk(0, "a", [1, 0]),
      chunk(1, "b", [0, 1]),
      chunk(2, "c", [0.9, 0.1]),
      chunk(3, "d", [0.1, 0.9]),
      chunk(4, "e", [0.8, 0.2]),
    ];
    const asked = { question: "?", vector: { model: "m", values: new Float32Array([1, 0]) } };
    expect(nearestChunks(chunks, asked).map(({ ordinal }) => ordinal)).toEqual([0, 2, 4]);
  });

  it("are found by their words when there are no vectors of that model", () => {
    const chunks = [chunk(0, "the blue kettle"), chunk(1, "an invoice"), chunk(2, "a refund"), chunk(3, "a parcel")];
    const nearest = nearestChunks(chunks, { question: "Where is my kettle?", vector: null });
    expect(nearest.map(({ summary }) => summary)).toContain("the blue kettle");
    expect(nearest).toHaveLength(3);
  });
});
