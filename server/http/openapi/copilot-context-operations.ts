import {
  contextPreviewRequestSchema,
  contextPreviewSchema,
  copilotPreferencesSchema,
  dismissalSchema,
  messageContextSchema,
  preferenceChangeSchema,
} from "../../../protocol/copilot-preferences.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin/copilot";
const preference = `${base}/preferences/:document`;
const copilot = { tag: "copilot", auth: "agent", role: "agent" } as const;

/** What goes into a message of the copilot, and what it has learned of its person. */
export const copilotContextOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/context`,
    id: "previewCopilotContext",
    summary: "What would go into a message",
    description:
      "What a question would be answered from as it stands, what would be left out, and why. No model is asked and nothing is stored. Documents are tagged in `mentions`, added beside what is found in `mentions.also`, and left out by `mentions.leave_out`, as in the message itself.",
    ...copilot,
    body: contextPreviewRequestSchema,
    answer: contextPreviewSchema,
  },
  {
    method: "get",
    path: `${base}/conversations/:id/messages/:message/context`,
    id: "readCopilotContext",
    summary: "What went into a message",
    description:
      "What an answer of the copilot was made from: what went in, with its weight and why, what was left out and why, the budget, and how long each source took. Null where the action reads documents as they are.",
    ...copilot,
    answer: messageContextSchema,
  },
  {
    method: "get",
    path: `${base}/preferences`,
    id: "listCopilotPreferences",
    summary: "What the copilot prefers for the caller",
    description:
      "Documents that the caller's results cited or messages named, that they dismissed, or decided on by hand; with what follows from it and why. What was used three times within 30 days always goes in, what was dismissed three times stays out.",
    ...copilot,
    answer: copilotPreferencesSchema,
  },
  {
    method: "delete",
    path: `${base}/preferences`,
    id: "resetCopilotPreferences",
    summary: "Forget all preferences",
    description: "Forgets what was learned of the caller and what they set by hand, and answers with what is left.",
    ...copilot,
    answer: copilotPreferencesSchema,
  },
  {
    method: "patch",
    path: preference,
    id: "setCopilotPreference",
    summary: "Decide on a document by hand",
    description: "Always include a document, never, or learn nothing of it. It counts more than what the caller does.",
    ...copilot,
    body: preferenceChangeSchema,
    answer: copilotPreferencesSchema,
  },
  {
    method: "delete",
    path: preference,
    id: "resetCopilotPreference",
    summary: "Forget a document's preference",
    description: "Forgets what was learned of one document and what was set by hand.",
    ...copilot,
    answer: copilotPreferencesSchema,
  },
  {
    method: "post",
    path: `${preference}/dismissals`,
    id: "dismissCopilotDocument",
    summary: "Dismiss a document",
    description: "Says that a document was of no use for a message. It counts once for each message.",
    ...copilot,
    body: dismissalSchema,
    answer: copilotPreferencesSchema,
  },
];
