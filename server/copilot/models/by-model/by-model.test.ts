import { describe, expect, it } from "vitest";
import type { CopilotDocument } from "../../../../protocol/copilot.ts";
import { documentIdSchema } from "../../../../protocol/ids.ts";
import { newTraits } from "../../../assistant/models/chat/chat-client.ts";
import type { Caller } from "../../../assistant/models/chat/chat-tasks.ts";
import type { CopilotChunk } from "../../ports.ts";
import { auditBy } from "./audit.ts";
import { compareBy } from "./compare.ts";
import { inquireBy } from "./inquire.ts";
import { summarizeBy } from "./summarize.ts";

const uuid = (last: number) => `0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1${last}`;

function document(at: number, title: string): CopilotDocument {
  return {
    document_id: documentIdSchema.parse(uuid(at)),
    version_id: `v${at}`,
    version: at,
    label: null,
    is_current: true,
    title,
    kind: "policy",
    set: null,
    created_at: "2026-01-01T00:00:00.000Z",
  };
}
function chunk(at: number, text: string): CopilotChunk {
  const place = { url: null, page: null, heading: null, ordinal: 0, similarity: null };
  return { chunk_id: uuid(at), document_id: uuid(at), version_id: `v${at}`, title: `Policy ${at}`, text, ...place };
}

const old = chunk(1, "Refunds are paid within 14 days. Sale items are excluded.");
const current = chunk(2, "Refunds are paid within 30 days. Sale items are included.");
const documents = [
  { document: document(1, "Policy 1"), chunks: [old] },
  { document: document(2, "Policy 2"), chunks: [current] },
];
/** Documents too different to be aligned. */
const unlike = [
  documents[0] ?? never(),
  { document: document(2, "Policy 2"), chunks: [chunk(2, "Nothing of it here.")] },
];
function never(): never {
  throw new Error("there are two documents");
}
const locale = "en";

/** A model that returns these texts, one per call, and records its prompts. */
function scripted(...replies: unknown[]): Caller & { prompts: string[] } {
  const prompts: string[] = [];
  return {
    prompts,
    traits: newTraits(),
    room: () => undefined,
    complete: async (turns) => {
      prompts.push(turns.map(({ content }) => content).join("\n"));
      const reply = replies.shift();
      return { text: typeof reply === "string" ? reply : JSON.stringify(reply), isCut: false };
    },
    stream: () => Promise.reject(new Error("nothing streams here")),
    propose: () => Promise.reject(new Error("nothing is proposed here")),
  };
}

describe("a model's conclusions", () => {
  it("keep what is proven by words of a passage, and nothing else", async () => {
    const points = [
      {
        document: "v1",
        heading: "Refunds",
        text: "Paid within 14 days.",
        proof: [{ passage: 1, quote: "Refunds are paid within 14 days." }],
      },
      {
        document: "v1",
        heading: "",
        text: "Paid within 90 days.",
        proof: [{ passage: 1, quote: "Refunds are paid within 90 days." }],
      },
      { document: "v1", heading: "", text: "From another passage.", proof: [{ passage: 7, quote: "Refunds" }] },
    ];
    const { result, excerpts, inference, judge } = await summarizeBy(scripted({ points, confidence: 0.9 }), {
      documents,
      focus: null,
      request: "",
      locale,
    });
    expect(result.documents.map((each) => each.points.map(({ text }) => text))).toEqual([["Paid within 14 days."], []]);
    expect(excerpts.map(({ text }) => text)).toEqual(["Refunds are paid within 14 days."]);
    expect(inference).toBeCloseTo(0.3);
    expect(judge).toBe("model");
  });

  it("name their sources by the excerpts, and lose marks without a proof", async () => {
    const said = {
      answer: "It was 14 days [1] and is 30 [2]. Shipping is free [3].",
      proof: [
        { passage: 2, quote: "Refunds are paid within 30 days." },
        { passage: 1, quote: "Refunds are paid\nwithin 14 days." },
      ],
      documents: [{ text: "30 days", proof: [{ passage: 2, quote: "Refunds are paid within 30 days." }] }],
      confidence: 0.8,
    };
    const caller = scripted(said);
    const { result, excerpts } = await inquireBy(caller, { question: "How long?", chunks: [old, current], locale });
    expect(result.answer).toBe("It was 14 days [2] and is 30 [1].");
    expect(excerpts.map((each) => each.version_id)).toEqual(["v2", "v1"]);
    expect(result.documents).toEqual([{ version_id: "v2", title: "Policy 2", text: "30 days", proof: [0] }]);
    expect(caller.prompts[0]).toContain("<question>");
  });

  it("say nothing where nothing is proven", async () => {
    const said = { answer: "It is 5 days [1].", proof: [], documents: [], confidence: 1 };
    const { result, excerpts } = await inquireBy(scripted(said), { question: "How long?", chunks: [old], locale });
    expect(result.answer).toBe("");
    expect(excerpts).toEqual([]);
  });

  it("compare only what both say, each with its own words", async () => {
    const cell = (passage: number, quote: string) => ({ text: quote, proof: [{ passage, quote }] });
    const rows = [
      {
        aspect: "Period",
        kind: "changed",
        weight: 1,
        cells: [cell(1, "Refunds are paid within 14 days."), cell(2, "Refunds are paid within 30 days.")],
      },
      {
        aspect: "Invented",
        kind: "changed",
        weight: 1,
        cells: [cell(1, "Refunds are paid within 14 days."), cell(2, "Nothing is paid.")],
      },
    ];
    const said = {
      overview: "The period grew.",
      rows,
      implications: [{ text: "Longer.", proof: [] }],
      confidence: 0.7,
    };
    const { result } = await compareBy(scripted(said), {
      documents: unlike,
      fitted: documents,
      focus: null,
      request: "",
      locale,
    });
    expect(result.rows.map(({ aspect, cells }) => [aspect, cells.map((each) => each.version_id)])).toEqual([
      ["Period", ["v1", "v2"]],
    ]);
    expect(result.implications).toEqual([]);
  });

  it("find in a text only what stands in it", async () => {
    const text = "We pay within 60 days, sale items too.";
    const finding = (here: string, quote: string) => ({
      statement: 1,
      theme: "Period",
      severity: "high",
      kind: "number",
      consequence: "A promise that is not kept.",
      here,
      proof: [{ passage: 1, quote }],
      suggestion: "within 30 days",
      confidence: 0.9,
    });
    const findings = [
      finding("within 60 days", "Refunds are paid within 30 days."),
      finding("within 80 days", "Refunds are paid within 30 days."),
      finding("within 60 days", "Refunds are never paid."),
      finding("", "Refunds are paid within 30 days."),
    ];
    const said = { findings, matched: 9, confidence: 0.9 };
    const statements = [{ start: 0, end: text.length, text, nearest: [current] }];
    const targets = [{ document: document(2, "Policy 2"), chunks: [current] }];
    const { result } = await auditBy(scripted(said), { text, statements, targets, locale });
    expect(result).toMatchObject({ status: "violated", statements: 1, matched: 1 });
    expect(result.findings.map(({ here }) => here)).toEqual([{ start: 7, end: 21, text: "within 60 days" }]);
  });

  it("are asked for once more when they cannot be read, and fail after that", async () => {
    const good = { points: [], confidence: 1 };
    const repaired = scripted("no JSON at all", good);
    await summarizeBy(repaired, { documents, focus: null, request: "", locale });
    expect(repaired.prompts).toHaveLength(2);
    await expect(
      summarizeBy(scripted("no", "no"), { documents, focus: null, request: "", locale }),
    ).rejects.toMatchObject({
      kind: "malformed",
    });
  });
});
