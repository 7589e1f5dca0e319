import {
  newPlaygroundRunSchema,
  playgroundAnswerSchema,
  playgroundChangeSchema,
  playgroundDocumentsSchema,
  playgroundListSchema,
  playgroundRunSchema,
  playgroundSendSchema,
} from "../../../protocol/playground.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin/playground/runs";
const run = `${base}/:id`;
const message = `${run}/messages/:message`;
const playground = { tag: "playground", auth: "agent", role: "manager" } as const;

/** What managers try out with the assistant. */
export const playgroundOperations: Operation[] = [
  {
    method: "get",
    path: "/api/v1/admin/playground/documents",
    id: "listPlaygroundDocuments",
    summary: "List the documents and versions a draft can use",
    description:
      "Lists every document with its readable versions: published, earlier, and drafts of open releases, including documents that were never published.",
    ...playground,
    answer: playgroundDocumentsSchema,
  },
  {
    method: "get",
    path: base,
    id: "listPlaygroundRuns",
    summary: "List your runs",
    description: "Lists the caller's runs, most recently used first. At most 200 are kept; older ones are deleted.",
    ...playground,
    answer: playgroundListSchema,
  },
  {
    method: "post",
    path: base,
    id: "beginPlaygroundRun",
    summary: "Start a run",
    description:
      "Starts a run: empty, with a first `message` (whose id becomes the run's id), with the messages of a ticket up to one of them, or as another try of an answer (`branch`), which asks its question again with this draft.",
    errors: ["conflict"],
    status: 201,
    ...playground,
    body: newPlaygroundRunSchema,
    answer: playgroundRunSchema,
  },
  {
    method: "get",
    path: run,
    id: "readPlaygroundRun",
    summary: "Get a run",
    description: "Returns a run with its messages, the result of each question, and the draft for the next one.",
    ...playground,
    answer: playgroundRunSchema,
  },
  {
    method: "patch",
    path: run,
    id: "changePlaygroundRun",
    summary: "Rename a run or change its draft",
    description: "Renames the run or replaces its draft. The new draft applies from the next question.",
    ...playground,
    body: playgroundChangeSchema,
    answer: playgroundRunSchema,
  },
  {
    method: "delete",
    path: run,
    id: "erasePlaygroundRun",
    summary: "Erase a run",
    description: "Permanently deletes a run with all its messages. Its branches are kept.",
    ...playground,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${run}/messages`,
    id: "askInPlayground",
    summary: "Ask the assistant",
    description:
      "Answers the question as for a visitor, without side effects: no ticket, no message, no cached answer and no tool call. Read the result from the run; the caller's consoles get an event. Each id is accepted once.",
    errors: ["conflict"],
    status: 202,
    ...playground,
    body: playgroundSendSchema,
    answer: playgroundRunSchema,
  },
  {
    method: "get",
    path: message,
    id: "readPlaygroundAnswer",
    summary: "Get every step of an answer",
    description:
      "Returns the input and output of each step, with its time, tokens and cost. Long texts are cut after 1,500 characters.",
    ...playground,
    answer: playgroundAnswerSchema,
  },
  {
    method: "post",
    path: `${message}/cancel`,
    id: "stopPlaygroundAnswer",
    summary: "Stop an answer",
    description: "Stops the answer that is being written. A finished answer is not changed.",
    ...playground,
    answer: playgroundRunSchema,
  },
];
