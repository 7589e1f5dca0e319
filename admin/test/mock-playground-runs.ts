import type { ContextEntry, ContextRecord } from "../../protocol/context-record.ts";
import type {
  PlaygroundAnswer,
  PlaygroundDocuments,
  PlaygroundMessage,
  PlaygroundResult,
  PlaygroundRun,
  PlaygroundStep,
} from "../../protocol/playground.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

export interface MockPlayground {
  documents: PlaygroundDocuments["items"];
  runs: PlaygroundRun[];
  /** By message. */
  steps: Map<string, PlaygroundStep[]>;
}

export const question = "How long do I have to send shoes back?";
const before = "You can send shoes back within 30 days of delivery, unworn and in their box [1].";
const after = "You can send shoes back within 60 days of delivery, unworn and in their box [1].";

export function playgroundMessage(n: number, more: Partial<PlaygroundMessage> = {}): PlaygroundMessage {
  return {
    id: uuid(n),
    role: "assistant",
    content: "",
    is_given: false,
    state: "done",
    draft: {},
    result: null,
    created_at: minutesAgo(8),
    ...more,
  };
}

export function playgroundResult(more: Partial<PlaygroundResult> = {}): PlaygroundResult {
  return {
    outcome: "answered",
    answer: before,
    citations: [{ index: 1, chunk_id: uuid(8901), title: "Refund policy", quote: "within 30 days of delivery" }],
    grade: { score: 0.86, tier: "high", reason: "Every statement is supported by the source." },
    threshold: 0.7,
    reason: null,
    rephrased_question: question,
    options: [],
    cache: { hit: false, similarity: 0.81, reason: "number", question: "How long do I have to send 2 shoes back?" },
    usage: { input_tokens: 1_840, output_tokens: 96, cost_usd: 0.00112 },
    ms: 1_480,
    ...more,
  };
}

const passages = [
  {
    chunk_id: uuid(8901),
    document_id: uuid(301),
    version_id: uuid(302),
    title: "Refund policy",
    heading: "Returns",
    score: 0.712,
    parts: { bm25: 6.1, coverage: 0.94, vector: 0.71, heading: 0.06 },
    text: "Shoes are taken back within 30 days of delivery, unworn and in their box. We pay the parcel.",
  },
  {
    chunk_id: uuid(8902),
    document_id: uuid(303),
    version_id: uuid(304),
    title: "Terms of delivery",
    heading: null,
    score: 0.214,
    parts: { bm25: 1.2, coverage: 0.31, vector: 0.34 },
    text: "Parcels are delivered within three working days.",
  },
];

export function answeredSteps(answer = before): PlaygroundStep[] {
  const { cache, grade, citations } = playgroundResult();
  return [
    { node: "check_cache", input: { question }, output: { cache }, ms: 4.2 },
    { node: "contextualize", input: { question, history: [] }, output: { rephrased_question: question }, ms: 0.1 },
    { node: "retrieve", input: { question }, output: { passages, context: contextRecord() }, ms: 31.4 },
    { node: "clarify", input: { question }, output: { clarification: null }, ms: 0.4 },
    {
      node: "generate",
      input: { question, history: [], passages: passages.map(({ chunk_id: id }) => id) },
      output: { answer, citations },
      ms: 1_120,
      tokens: { input: 1_320, output: 64 },
      cost_usd: 0.0009,
      note: "gpt-4o-mini",
    },
    {
      node: "grade",
      input: { question, answer, citations: 1 },
      output: {
        grade,
        grading: {
          supported: ["Shoes can be sent back within 30 days.", "They have to be unworn and in their box."],
          unsupported: ["The box must not be written on."],
          missing: [],
        },
      },
      ms: 310,
      tokens: { input: 520, output: 32 },
      cost_usd: 0.00022,
      note: "gpt-4o-mini",
    },
    { node: "finish", input: { answer, is_cache_hit: false }, output: {}, ms: 0.2 },
  ];
}

/** What went in and what was left out of a search. */
function contextRecord(): ContextRecord {
  const entry = (n: number, title: string, more: Partial<ContextEntry>): ContextEntry => ({
    source: "search",
    kind: "passage",
    id: uuid(n),
    document_id: uuid(n + 100),
    version_id: null,
    weight: 0.5,
    base: 0.5,
    modifiers: [],
    tokens: 0,
    similarity: null,
    reason: "found by the search",
    title,
    ...more,
  });
  return {
    taken: [
      entry(8901, "Refund policy", { tokens: 24, similarity: 0.71 }),
      entry(8902, "Terms of delivery", { tokens: 11, similarity: 0.34 }),
    ],
    left_out: [
      entry(8903, "How we handle refunds inside", { reason: "its document is for people of the tenant only" }),
      entry(8904, "Refund policy of 2024", { reason: "its document is valid no more", similarity: 0.7 }),
    ],
    more_left_out: 0,
    budget: { tokens: 4_000, used: 35 },
    sources: [{ source: "search", state: "answered", ms: 31, found: 2 }],
    has_drifted: false,
    took_ms: 32,
  };
}

function documents(): PlaygroundDocuments["items"] {
  const version = (n: number, at: number, more: object = {}) => ({
    version_id: uuid(n),
    version: at,
    is_current: false,
    release: null,
    ...more,
  });
  return [
    {
      document_id: uuid(301),
      title: "Refund policy",
      set: "Policies",
      versions: [
        version(8932, 3, { release: "Return policy 2027" }),
        version(8931, 2, { is_current: true }),
        version(8930, 1),
      ],
    },
    {
      document_id: uuid(303),
      title: "Terms of delivery",
      set: "Policies",
      versions: [version(8940, 1, { is_current: true })],
    },
    { document_id: uuid(305), title: "Gift cards", set: null, versions: [version(8950, 1, { release: "Gift cards" })] },
    { document_id: uuid(306), title: "Tone of voice", set: "Help", versions: [version(8960, 4, { is_current: true })] },
  ];
}

const asked = (n: number, content = question): PlaygroundMessage => playgroundMessage(n, { role: "visitor", content });

function run(
  n: number,
  title: string,
  messages: PlaygroundMessage[],
  more: Partial<PlaygroundRun> = {},
): PlaygroundRun {
  return {
    id: uuid(8000 + n),
    title,
    ticket_id: null,
    parent_id: null,
    parent_message_id: null,
    draft: {},
    created_at: minutesAgo(40 * n),
    updated_at: minutesAgo(35 * n),
    messages,
    ...more,
  };
}

/** Runs as they stand: answered, tried again, at work, failed, and one that a person would be asked about, from a ticket. */
export function seedPlayground(): MockPlayground {
  const versions = { add: [uuid(305)] };
  const withheld = playgroundResult({
    outcome: "escalated",
    reason: "low_grade",
    answer: "Perhaps within 30 days [1].",
    grade: { score: 0.41, tier: "low", reason: "The source does not say whether this holds for worn shoes." },
  });
  const runs = [
    run(1, question, [asked(8101), playgroundMessage(8102, { content: before, result: playgroundResult() })]),
    run(
      2,
      question,
      [
        asked(8201),
        playgroundMessage(8202, {
          content: after,
          draft: { versions },
          result: playgroundResult({
            answer: after,
            grade: { score: 0.91, tier: "high", reason: "Every statement is supported." },
            ms: 1_710,
          }),
        }),
      ],
      { parent_id: uuid(8001), parent_message_id: uuid(8102), draft: { versions } },
    ),
    run(3, "Where is my parcel?", [
      asked(8301, "Where is my parcel?"),
      playgroundMessage(8302, { content: "Your parcel is", state: "running" }),
    ]),
    run(4, "Do you ship abroad?", [asked(8401, "Do you ship abroad?"), playgroundMessage(8402, { state: "failed" })]),
    run(
      5,
      "Can I send worn shoes back?",
      [
        playgroundMessage(8501, { role: "visitor", content: "Hello, I bought shoes.", is_given: true }),
        playgroundMessage(8502, { content: "Hello! What can I do for you?", is_given: true }),
        asked(8503, "Can I send worn shoes back?"),
        playgroundMessage(8504, { result: withheld }),
      ],
      { ticket_id: uuid(1001) },
    ),
  ];
  const steps = new Map<string, PlaygroundStep[]>([
    [uuid(8102), answeredSteps()],
    [uuid(8202), answeredSteps(after)],
    [uuid(8302), answeredSteps().slice(0, 3)],
    [uuid(8504), answeredSteps("Perhaps within 30 days [1].")],
  ]);
  return {
    documents: documents(),
    runs,
    steps,
  };
}

export function answerWith(playground: MockPlayground, message: PlaygroundMessage): PlaygroundAnswer {
  return { ...message, steps: playground.steps.get(message.id) ?? [] };
}
