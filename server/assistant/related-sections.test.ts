import { describe, expect, it } from "vitest";
import type { Citation } from "../../protocol/messages.ts";
import type { GradeResult, RetrievedChunk } from "./ports.ts";
import { helpfulSections, relatedToAnswer, repeats } from "./related-sections.ts";

const passage = (id: string, heading: string | null, document_id = "d1"): RetrievedChunk => ({
  chunk_id: id,
  document_id,
  version_id: "v",
  title: `Document ${document_id}`,
  source: "",
  url: null,
  page: null,
  heading,
  text: id,
  score: 1,
  parts: {},
});
const cite = (chunk_id: string): Citation => ({ index: 1, chunk_id, title: "", quote: "" });
const ids = (sections: { chunk_id: string }[]) => sections.map(({ chunk_id }) => chunk_id);

describe("sections beside an answer", () => {
  it("are the first passages of other sections, two at most", () => {
    const passages = [
      passage("a1", "A"),
      passage("a2", "A"),
      passage("b1", "B"),
      passage("b2", "B"),
      passage("c", "C"),
    ];
    expect(ids(relatedToAnswer([...passages, passage("d", "D")], [cite("a2")]))).toEqual(["b1", "c"]);
  });

  it("come from another page as well, where its best section is about as near as the one it replaces", () => {
    const near = (id: string, score: number, document: string) => ({ ...passage(id, id, document), score });
    const onePage = [near("a", 1, "d1"), near("b", 0.9, "d1"), near("c", 0.8, "d1")];
    expect(ids(relatedToAnswer([...onePage, near("x", 0.75, "d2")], [cite("a")]))).toEqual(["b", "x"]);
    expect(ids(relatedToAnswer([...onePage, near("x", 0.65, "d2")], [cite("a")]))).toEqual(["b", "c"]);
    expect(ids(relatedToAnswer([near("x", 1, "d2"), ...onePage], [cite("x")]))).toEqual(["a", "b"]);
  });

  it("are none for an answer that cites no passage", () => {
    expect(relatedToAnswer([passage("a", "A"), passage("b", "B")], [])).toEqual([]);
    expect(relatedToAnswer([passage("a", "A")], [{ ...cite("x"), tool_call_id: "t" }])).toEqual([]);
  });

  it("repeat neither the question nor what the conversation has shown or asked", () => {
    const passages = [
      passage("a", "A"),
      passage("b", "FAQ > How can I cancel orders?", "d2"),
      passage("c", "Refunds"),
      passage("d", "Change the address"),
      passage("e", "Invoices"),
      passage("f", "Gift cards"),
    ];
    const isRepeated = repeats(
      {
        question: "cancel an order",
        rephrased_question: "",
        messages: [
          { role: "visitor", content: "And how do I change my address?" },
          { role: "assistant", content: "Like this [1].", sections: ["d1#Refunds"] },
        ],
      },
      "en",
    );
    expect(ids(relatedToAnswer(passages, [cite("a")], isRepeated))).toEqual(["e", "f"]);
    expect(ids(relatedToAnswer(passages, [cite("a")]))).toEqual(["b", "c"]);
  });

  it("have names of their own: the same heading in two documents is offered once, and not beside itself", () => {
    const passages = [passage("a", "A > Prices"), passage("b", "B > prices", "d2"), passage("c", null, "d3")];
    expect(ids(relatedToAnswer(passages, [cite("a")]))).toEqual(["c"]);
    expect(ids(relatedToAnswer([passage("x", "X"), ...passages], [cite("x")]))).toEqual(["a", "c"]);
  });
});

describe("sections while the team is asked", () => {
  const passages = [passage("a1", "A"), passage("a2", "A"), passage("b", "B"), passage("c", "C"), passage("d", "D")];
  const state = (score: number, citations: Citation[] = []) => ({
    escalation_reason: "low_grade" as const,
    answer: "Do it [1].",
    citations,
    confidence: { score, tier: "low" as const, reason: "" },
    hint: "",
    refused: [] as string[],
  });
  const assess = async (): Promise<GradeResult> => Promise.reject(new Error("not asked"));

  it("are the first three found", () => {
    expect(ids(helpfulSections(state(0.4), passages, { assess }))).toEqual(["a1", "b", "c"]);
  });

  it("are none where nothing was near: by the grade of the passages, or because no answer cites any", () => {
    expect(helpfulSections(state(0.05, [cite("a1")]), passages, { assess })).toEqual([]);
    expect(helpfulSections(state(0), passages, {})).toEqual([]);
    expect(ids(helpfulSections(state(0.05, [cite("a1")]), passages, {}))).toEqual(["a1", "b", "c"]);
  });

  it("are offered to a visitor who rejected an answer, however low the grade of the next section is", () => {
    expect(ids(helpfulSections({ ...state(0.05), refused: ["a1"] }, passages, { assess }))).toEqual(["a1", "b", "c"]);
  });

  it.each(["asked_for_person", "tool_failure", "model_failure", "sensitive_topic", "budget_exhausted"] as const)(
    "are none for %s",
    (escalation_reason) => {
      expect(helpfulSections({ ...state(0.9), escalation_reason }, passages, { assess })).toEqual([]);
    },
  );

  it("are none when an agent's hint was tried", () => {
    expect(helpfulSections({ ...state(0.5), hint: "Look at B." }, passages, { assess })).toEqual([]);
  });
});
