import {
  addSnippetRequestSchema,
  changeSnippetRequestSchema,
  snippetListQuerySchema,
  snippetListResponseSchema,
  snippetSchema,
} from "../../../protocol/admin-snippets.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const snippets = "/api/v1/admin/snippets";
const library = { tag: "library", auth: "agent" } as const;

/** Answers that people keep, and their review. */
export const snippetOperations: Operation[] = [
  {
    method: "get",
    path: snippets,
    id: "listSnippets",
    summary: "List snippets",
    description:
      "Lists snippets, filtered by state or search words, with counts by state. `state=due` lists those due for review.",
    ...library,
    query: snippetListQuerySchema,
    answer: snippetListResponseSchema,
  },
  {
    method: "post",
    path: snippets,
    id: "createSnippet",
    summary: "Create a snippet",
    description:
      "Creates a snippet: a question and its answer. A manager's snippet is live immediately and found like a document. An agent's snippet is a proposal that a manager must approve.",
    role: "agent",
    errors: ["conflict"],
    ...library,
    body: addSnippetRequestSchema,
    status: 201,
    answer: snippetSchema,
  },
  {
    method: "get",
    path: `${snippets}/:id`,
    id: "readSnippet",
    summary: "Get a snippet",
    description: "Returns a snippet with its state, its author and the ticket it came from.",
    ...library,
    answer: snippetSchema,
  },
  {
    method: "patch",
    path: `${snippets}/:id`,
    id: "changeSnippet",
    summary: "Change a snippet",
    description:
      "Changes the question, the answer or the review date. Agents can change only their own proposals that are not yet approved.",
    role: "agent",
    errors: ["conflict"],
    ...library,
    body: changeSnippetRequestSchema,
    answer: snippetSchema,
  },
  {
    method: "delete",
    path: `${snippets}/:id`,
    id: "deleteSnippet",
    summary: "Delete a snippet",
    description: "Deletes a snippet with its passage and the cached answers based on it.",
    role: "manager",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${snippets}/:id/approve`,
    id: "approveSnippet",
    summary: "Approve a snippet",
    description: "Makes a proposed or withdrawn snippet live. Search finds it when the call returns.",
    role: "manager",
    ...library,
    answer: snippetSchema,
  },
  {
    method: "post",
    path: `${snippets}/:id/reject`,
    id: "rejectSnippet",
    summary: "Reject a proposed snippet",
    description: "Rejects a proposed snippet. Its author sees the rejection.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: snippetSchema,
  },
  {
    method: "post",
    path: `${snippets}/:id/withdraw`,
    id: "withdrawSnippet",
    summary: "Withdraw a live snippet",
    description: "Withdraws a live snippet and deletes the cached answers based on it. You can approve it again later.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: snippetSchema,
  },
];
