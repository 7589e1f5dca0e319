import type { CopilotQuestion } from "../../protocol/copilot.ts";
import type {
  CopilotBody,
  CopilotConversation,
  CopilotMenu,
  CopilotMessage,
} from "../../protocol/copilot-conversations.ts";
import type { CopilotPreference } from "../../protocol/copilot-preferences.ts";
import { branchedConversations } from "./mock-branched-conversations.ts";
import { seedPreferences } from "./mock-copilot-context.ts";
import {
  answeredBody,
  auditedBody,
  comparedBody,
  delivery,
  oldRefunds,
  quotedBody,
  refunds,
  summedBody,
  tone,
} from "./mock-copilot-results.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

export interface MockCopilot {
  menu: CopilotMenu;
  conversations: CopilotConversation[];
  /** Learned preferences and dismissed documents. */
  preferences: CopilotPreference[];
  dismissed: string[];
}

const usage = { input_tokens: 3_420, output_tokens: 512, cached_tokens: 0, cost_micros: 4_210 };

export function copilotMessage(n: number, more: Partial<CopilotMessage> = {}): CopilotMessage {
  return {
    id: uuid(n),
    seq: n,
    role: "copilot",
    content: "",
    mentions: {},
    attached: null,
    state: "done",
    action: null,
    questions: [],
    body: null,
    judged: {},
    usage: null,
    merged_from: null,
    brought_back: [],
    created_at: minutesAgo(8),
    ...more,
  };
}

const said = (n: number, content: string, more: Partial<CopilotMessage> = {}): CopilotMessage =>
  copilotMessage(n, { role: "person", content, ...more });

function conversation(
  n: number,
  title: string,
  messages: CopilotMessage[],
  more: Partial<CopilotConversation> = {},
): CopilotConversation {
  return {
    id: uuid(7000 + n),
    title,
    ticket_id: null,
    ticket_number: null,
    parent_id: null,
    context_kind: null,
    is_closed: false,
    is_archived: false,
    trail: [],
    context: null,
    branches: 0,
    created_at: minutesAgo(40 * n),
    updated_at: minutesAgo(35 * n),
    messages,
    ...more,
  };
}

const result = (n: number, content: string, body: CopilotBody, more: Partial<CopilotMessage> = {}): CopilotMessage =>
  copilotMessage(n, { content, body, action: body.result?.action ?? null, usage, ...more });

const whichDocuments: CopilotQuestion = {
  type: "choose_documents",
  id: uuid(7901),
  prompt: "Which documents should I compare?",
  action: "compare",
  options: [refunds, oldRefunds, delivery, tone],
  certain: [],
  least: 2,
  most: 5,
};
const whatToDo: CopilotQuestion = {
  type: "choose_action",
  id: uuid(7902),
  prompt: "What should I do?",
  options: ["summarize", "compare"],
};
const whichText: CopilotQuestion = {
  type: "give_text",
  id: uuid(7903),
  prompt: "Which text should I check? Paste it here, or mention a document.",
  action: "audit",
};
const little: CopilotQuestion = {
  type: "low_retrieval",
  id: uuid(7904),
  prompt: "The results are a poor match. An answer would be a guess.",
  action: "inquire",
  options: ["tag_documents", "search_web", "go_on"],
};

const asking = (n: number, question: CopilotQuestion) =>
  copilotMessage(n, {
    state: "asking",
    action: question.type === "choose_action" ? null : question.action,
    questions: [{ question, answered: null }],
  });

/** One conversation of each kind. */
export function seedCopilot(): MockCopilot {
  const versions = [refunds.version_id, oldRefunds.version_id];
  return {
    menu: {
      documents: [refunds, delivery, tone, oldRefunds],
      sets: [{ name: "Policies", documents: 2 }],
      has_web: true,
      has_model: true,
      question: "How long does a refund take?",
    },
    preferences: seedPreferences(),
    dismissed: [],
    conversations: [
      conversation(1, "What has changed in the refund policy?", [
        said(7101, "Compare Refund policy with Refund policy (version 1)", {
          mentions: { action: "compare", documents: versions },
        }),
        result(7102, "1 difference, 1 only in one document, 1 the same.", comparedBody(), {
          questions: [{ question: { ...whatToDo, id: uuid(7905) }, answered: "Compare" }],
        }),
      ]),
      conversation(
        2,
        "Check this reply against our policies",
        [
          said(7201, "Check this reply against our policies", {
            mentions: { action: "audit", sets: ["Policies"] },
            attached: "You can send it back within 14 days of delivery. The new pair will be with you on Friday.",
          }),
          result(7202, "3 findings in 6 statements. The documents cover 4 of them.", auditedBody()),
        ],
        { ticket_id: uuid(42), ticket_number: 1042 },
      ),
      conversation(3, "How long may a customer send something back?", [
        said(7301, "How long may a customer send something back?"),
        result(7302, "From 12 passages of Refund policy and Terms of delivery.", answeredBody()),
        said(7303, "And for shoes?"),
        result(7304, "From 2 passages of Refund policy. Quotes only.", quotedBody()),
      ]),
      conversation(4, "Compare two of our policies", [
        said(7401, "Compare two of our policies"),
        asking(7402, whichDocuments),
      ]),
      conversation(5, "Sum up the terms of delivery", [
        said(7501, "Sum up Terms of delivery", { mentions: { documents: [delivery.version_id, uuid(1)] } }),
        copilotMessage(7502, { state: "running", action: "summarize" }),
      ]),
      conversation(6, "Sum up both", [
        said(7601, "Sum up both"),
        copilotMessage(7602, { state: "cancelled", content: "Stopped before anything was read.", action: "summarize" }),
        said(7603, "Sum up both, please"),
        copilotMessage(7604, {
          state: "failed",
          action: "summarize",
          content: "The model is unreachable or gave no usable answer. Nothing was lost: try again.",
        }),
      ]),
      conversation(7, "Sum up Refund policy and Terms of delivery", [
        said(7701, "Sum up Refund policy and Terms of delivery"),
        result(7702, "What Refund policy and Terms of delivery say, in short.", summedBody()),
      ]),
      conversation(8, "Is this in line?", [said(7801, "Is this in line?"), asking(7802, whichText)]),
      conversation(9, "Do we deliver to the moon?", [said(7851, "Do we deliver to the moon?"), asking(7852, little)]),
      conversation(10, "The refund policy", [said(7861, "The refund policy"), asking(7862, whatToDo)]),
      ...branchedConversations(
        conversation(20, "How long may something be sent back?", [
          said(7201 + 1_000, "How long may something be sent back?"),
          result(7202 + 1_000, "From 12 passages of Refund policy and Terms of delivery.", answeredBody()),
        ]),
      ),
      conversation(11, "An old question", [said(7871, "An old question")], { is_archived: true }),
    ],
  };
}
