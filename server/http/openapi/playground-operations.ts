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
    summary: "The documents and versions that a draft can choose among",
    description:
      "Every document with the versions that were read: published ones, those before, and drafts of open releases, also of documents that were never published.",
    ...playground,
    answer: playgroundDocumentsSchema,
  },
  {
    method: "get",
    path: base,
    id: "listPlaygroundRuns",
    summary: "The caller's runs",
    description: "The caller's own runs, last asked in first: at most 200, older ones go.",
    ...playground,
    answer: playgroundListSchema,
  },
  {
    method: "post",
    path: base,
    id: "beginPlaygroundRun",
    summary: "Begin a run",
    description:
      "Begins a run: empty, with a first `message` in the same step (whose id becomes the run's), with the words of a ticket up to a message, or as another try of an answer (`branch`), whose question is asked again with this draft at once.",
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
    summary: "A run",
    description:
      "A run with its messages, what came of each question, and the draft that the next one is answered with.",
    ...playground,
    answer: playgroundRunSchema,
  },
  {
    method: "patch",
    path: run,
    id: "changePlaygroundRun",
    summary: "Name a run, or change its draft",
    description: "The draft stands in place of the one before, and counts from the next question on.",
    ...playground,
    body: playgroundChangeSchema,
    answer: playgroundRunSchema,
  },
  {
    method: "delete",
    path: run,
    id: "erasePlaygroundRun",
    summary: "Erase a run",
    description: "Erases it for good, with everything that was said in it. Runs that were branched from it stay.",
    ...playground,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${run}/messages`,
    id: "askInPlayground",
    summary: "Ask the assistant",
    description:
      "Answers the question as a visitor's would be answered, and tells no visitor and no agent: no ticket, no message, nothing in the cache, no call of a tool. What comes of it is read from the run, and the caller's consoles are told. The same id is asked once.",
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
    summary: "An answer with every node",
    description:
      "What each node of the graph was given and gave, its time, tokens and cost. Long texts are cut after 1,500 characters.",
    ...playground,
    answer: playgroundAnswerSchema,
  },
  {
    method: "post",
    path: `${message}/cancel`,
    id: "stopPlaygroundAnswer",
    summary: "Stop an answer",
    description: "Stops an answer that is being written. One that is over stays as it is.",
    ...playground,
    answer: playgroundRunSchema,
  },
];
