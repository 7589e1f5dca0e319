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
    summary: "One page of the snippets, and how many there are of each state",
    description:
      "Lists questions and answers that people keep, by state or by words, with the number of each state. `state=due` lists those that somebody wanted to look at again by now.",
    ...library,
    query: snippetListQuerySchema,
    answer: snippetListResponseSchema,
  },
  {
    method: "post",
    path: snippets,
    id: "createSnippet",
    summary: "Keep a question and answer: live at once by a manager, else proposed",
    description:
      "Keeps a question and its answer. A manager's is live at once and found like a document; an agent's is proposed and waits for a manager.",
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
    summary: "One snippet",
    description: "Returns one snippet with its state, who keeps it and the ticket that it came from.",
    ...library,
    answer: snippetSchema,
  },
  {
    method: "patch",
    path: `${snippets}/:id`,
    id: "changeSnippet",
    summary: "Change question or answer; agents only what they proposed, while it waits",
    description:
      "Changes question, answer or the day of the next look. Agents change only what they proposed themselves, while it waits.",
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
    summary: "Delete a snippet; it is found no more",
    description: "Deletes a snippet with its passage and the cached answers that rest on it.",
    role: "manager",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${snippets}/:id/approve`,
    id: "approveSnippet",
    summary: "Make a snippet live",
    description: "Makes a proposed or withdrawn snippet live. It is found when the call returns.",
    role: "manager",
    ...library,
    answer: snippetSchema,
  },
  {
    method: "post",
    path: `${snippets}/:id/reject`,
    id: "rejectSnippet",
    summary: "Keep a proposal out of the answers",
    description: "Keeps a proposal out of the answers; its author sees that.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: snippetSchema,
  },
  {
    method: "post",
    path: `${snippets}/:id/withdraw`,
    id: "withdrawSnippet",
    summary: "Take a live snippet out of the answers",
    description:
      "Takes a live snippet out of the answers, with the cached answers that rest on it. It can be made live again.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: snippetSchema,
  },
];
