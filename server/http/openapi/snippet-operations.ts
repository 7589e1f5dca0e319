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
    summary: "One page of the snippets, and how many there are of each state",
    ...library,
    query: snippetListQuerySchema,
    answer: snippetListResponseSchema,
  },
  {
    method: "post",
    path: snippets,
    summary: "Keep a question and answer: live at once by a manager, else proposed",
    ...library,
    body: addSnippetRequestSchema,
    status: 201,
    answer: snippetSchema,
  },
  { method: "get", path: `${snippets}/:id`, summary: "One snippet", ...library, answer: snippetSchema },
  {
    method: "patch",
    path: `${snippets}/:id`,
    summary: "Change question or answer; agents only what they proposed, while it waits",
    ...library,
    body: changeSnippetRequestSchema,
    answer: snippetSchema,
  },
  {
    method: "delete",
    path: `${snippets}/:id`,
    summary: "Delete a snippet; it is found no more",
    ...library,
    answer: okResponseSchema,
  },
  ...(
    [
      ["approve", "Make a snippet live; it is found when the call returns"],
      ["reject", "Keep a proposal out of the answers"],
      ["withdraw", "Take a live snippet out of the answers"],
    ] as const
  ).map(([verb, summary]): Operation => {
    return { method: "post", path: `${snippets}/:id/${verb}`, summary, ...library, answer: snippetSchema };
  }),
];
