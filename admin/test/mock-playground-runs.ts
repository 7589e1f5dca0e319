import type {
  PlaygroundAnswer,
  PlaygroundDocuments,
  PlaygroundMessage,
  PlaygroundRun,
  PlaygroundStep,
} from "../../protocol/playground.ts";
import { minutesAgo, uuid } from "./mock-data.ts";
import { after, answeredSteps, before, playgroundResult, question } from "./mock-playground-steps.ts";

export interface MockPlayground {
  documents: PlaygroundDocuments["items"];
  runs: PlaygroundRun[];
  /** By message. */
  steps: Map<string, PlaygroundStep[]>;
}

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

/** Runs in all states: answered, retried, running, failed, and one from a ticket that would be handed over. */
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
