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
    summary: "Preview the context of a message",
    description:
      "Returns the context that a question would get, the entries that would be left out, and the reasons. Calls no model and stores nothing. As in the message itself, name documents in `mentions`, add documents to the search results with `mentions.also`, and exclude documents with `mentions.leave_out`.",
    ...copilot,
    body: contextPreviewRequestSchema,
    answer: contextPreviewSchema,
  },
  {
    method: "get",
    path: `${base}/conversations/:id/messages/:message/context`,
    id: "readCopilotContext",
    summary: "Get the context of a message",
    description:
      "Returns the context of a copilot answer: the entries used, with weight and reason, the entries left out, the budget, and the time that each source took. Null if the action reads whole documents.",
    ...copilot,
    answer: messageContextSchema,
  },
  {
    method: "get",
    path: `${base}/preferences`,
    id: "listCopilotPreferences",
    summary: "Get your document preferences",
    description:
      "Lists the documents that the caller's results cited, that the caller mentioned or dismissed, or that the caller set manually, with the resulting preference and its reason. A document used three times within 30 days is always included; a document dismissed three times is left out.",
    ...copilot,
    answer: copilotPreferencesSchema,
  },
  {
    method: "delete",
    path: `${base}/preferences`,
    id: "resetCopilotPreferences",
    summary: "Delete all your preferences",
    description: "Deletes learned and manual preferences of the caller, and returns the rest.",
    ...copilot,
    answer: copilotPreferencesSchema,
  },
  {
    method: "patch",
    path: preference,
    id: "setCopilotPreference",
    summary: "Set a document preference",
    description:
      "Sets a document to always include, never include, or don't learn. A manual preference overrides learned ones.",
    ...copilot,
    body: preferenceChangeSchema,
    answer: copilotPreferencesSchema,
  },
  {
    method: "delete",
    path: preference,
    id: "resetCopilotPreference",
    summary: "Delete a document preference",
    description: "Deletes the learned and the manual preference for one document.",
    ...copilot,
    answer: copilotPreferencesSchema,
  },
  {
    method: "post",
    path: `${preference}/dismissals`,
    id: "dismissCopilotDocument",
    summary: "Dismiss a document",
    description: "Marks a document as not useful for a message. It counts once for each message.",
    ...copilot,
    body: dismissalSchema,
    answer: copilotPreferencesSchema,
  },
];
