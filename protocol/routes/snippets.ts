import {
  addSnippetRequestSchema,
  changeSnippetRequestSchema,
  snippetListQuerySchema,
  snippetListResponseSchema,
  snippetSchema,
} from "../admin-snippets.ts";
import { longTextBytes, routes } from "../route.ts";

/** Reviewed questions and answers. */
export const snippetRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    listSnippets: {
      at: "GET /snippets",
      summary: "List snippets",
      description:
        "Lists snippets, filtered by state or search words, with counts by state. `state=due` lists those due for review.",
      query: snippetListQuerySchema,
      response: snippetListResponseSchema,
    },
    createSnippet: {
      at: "POST /snippets",
      role: "agent",
      summary: "Create a snippet",
      description:
        "Creates a snippet: a question and its answer. A manager's snippet is live immediately and found like a document. An agent's snippet is a proposal that a manager must approve.",
      errors: ["conflict"],
      body: addSnippetRequestSchema,
      maxBytes: longTextBytes,
      example: { question: "Can sale items be sent back?", answer: "Yes, within 30 days." },
      status: 201,
      response: snippetSchema,
    },
    readSnippet: {
      at: "GET /snippets/:id",
      summary: "Get a snippet",
      description: "Returns a snippet with its state, its author and the ticket it came from.",
      response: snippetSchema,
    },
    changeSnippet: {
      at: "PATCH /snippets/:id",
      role: "agent",
      summary: "Change a snippet",
      description:
        "Changes the question, the answer or the review date. Agents can change only their own proposals that are not yet approved.",
      errors: ["conflict"],
      body: changeSnippetRequestSchema,
      maxBytes: longTextBytes,
      example: { answer: "Yes, within 30 days, in their box." },
      response: snippetSchema,
    },
    deleteSnippet: {
      at: "DELETE /snippets/:id",
      role: "manager",
      summary: "Delete a snippet",
      description: "Deletes a snippet with its passage and the cached answers based on it.",
    },
    approveSnippet: {
      at: "POST /snippets/:id/approve",
      role: "manager",
      summary: "Approve a snippet",
      description: "Makes a proposed or withdrawn snippet live. Search finds it when the call returns.",
      response: snippetSchema,
    },
    rejectSnippet: {
      at: "POST /snippets/:id/reject",
      role: "manager",
      summary: "Reject a proposed snippet",
      description: "Rejects a proposed snippet. Its author sees the rejection.",
      errors: ["conflict"],
      response: snippetSchema,
    },
    withdrawSnippet: {
      at: "POST /snippets/:id/withdraw",
      role: "manager",
      summary: "Withdraw a live snippet",
      description:
        "Withdraws a live snippet and deletes the cached answers based on it. You can approve it again later.",
      errors: ["conflict"],
      response: snippetSchema,
    },
  },
);
