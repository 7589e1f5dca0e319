import {
  contextPreviewRequestSchema,
  contextPreviewSchema,
  copilotPreferencesSchema,
  dismissalSchema,
  messageContextSchema,
  preferenceChangeSchema,
} from "../copilot-preferences.ts";
import { documentIdSchema } from "../ids.ts";
import { exampleId, routes } from "../route.ts";

/** The copilot's retrieval context and document preferences. */
export const copilotContextRoutes = routes(
  { base: "/api/v1/admin/copilot", tag: "copilot", auth: "agent", role: "agent" },
  {
    previewCopilotContext: {
      at: "POST /context",
      summary: "Preview the context of a message",
      description:
        "Returns the context that a question would get, the entries that would be left out, and the reasons. Calls no model and stores nothing. As in the message itself, name documents in `mentions`, add documents to the search results with `mentions.also`, and exclude documents with `mentions.leave_out`.",
      body: contextPreviewRequestSchema,
      example: { text: "How long do refunds take?", mentions: { leave_out: [exampleId("4")] } },
      response: contextPreviewSchema,
    },
    readCopilotContext: {
      at: "GET /conversations/:id/messages/:message/context",
      summary: "Get the context of a message",
      description:
        "Returns the context of a copilot answer: the entries used, with weight and reason, the entries left out, the budget, and the time that each source took. Null if the action reads whole documents.",
      response: messageContextSchema,
    },
    listCopilotPreferences: {
      at: "GET /preferences",
      summary: "Get your document preferences",
      description:
        "Lists the documents that the caller's results cited, that the caller mentioned or dismissed, or that the caller set manually, with the resulting preference and its reason. A document used three times within 30 days is always included; a document dismissed three times is left out.",
      response: copilotPreferencesSchema,
    },
    resetCopilotPreferences: {
      at: "DELETE /preferences",
      summary: "Delete all your preferences",
      description: "Deletes learned and manual preferences of the caller, and returns the rest.",
      response: copilotPreferencesSchema,
    },
    setCopilotPreference: {
      at: "PATCH /preferences/:document",
      params: { document: documentIdSchema },
      summary: "Set a document preference",
      description:
        "Sets a document to always include, never include, or don't learn. A manual preference overrides learned ones.",
      body: preferenceChangeSchema,
      example: { stance: "always" },
      response: copilotPreferencesSchema,
    },
    resetCopilotPreference: {
      at: "DELETE /preferences/:document",
      params: { document: documentIdSchema },
      summary: "Delete a document preference",
      description: "Deletes the learned and the manual preference for one document.",
      response: copilotPreferencesSchema,
    },
    dismissCopilotDocument: {
      at: "POST /preferences/:document/dismissals",
      params: { document: documentIdSchema },
      summary: "Dismiss a document",
      description: "Marks a document as not useful for a message. It counts once for each message.",
      body: dismissalSchema,
      example: { message_id: exampleId("3") },
      response: copilotPreferencesSchema,
    },
  },
);
