import {
  newPlaygroundRunSchema,
  playgroundAnswerSchema,
  playgroundChangeSchema,
  playgroundDocumentsSchema,
  playgroundListSchema,
  playgroundRunSchema,
  playgroundSendSchema,
} from "../playground.ts";
import { exampleId, routes } from "../route.ts";

/** Dry runs of the assistant. */
export const playgroundRoutes = routes(
  { base: "/api/v1/admin/playground", tag: "playground", auth: "agent", role: "manager" },
  {
    listPlaygroundDocuments: {
      at: "GET /documents",
      summary: "List the documents and versions a draft can use",
      description:
        "Lists every document with its readable versions: published, earlier, and drafts of open releases, including documents that were never published.",
      response: playgroundDocumentsSchema,
    },
    listPlaygroundRuns: {
      at: "GET /runs",
      summary: "List your runs",
      description: "Lists the caller's runs, most recently used first. At most 200 are kept; older ones are deleted.",
      response: playgroundListSchema,
    },
    beginPlaygroundRun: {
      at: "POST /runs",
      summary: "Start a run",
      description:
        "Starts a run: empty, with a first `message` (whose id becomes the run's id), with the messages of a ticket up to one of them, or as another try of an answer (`branch`), which asks its question again with this draft.",
      errors: ["conflict"],
      body: newPlaygroundRunSchema,
      example: { draft: { guidance: "Name the deadline first." } },
      status: 201,
      response: playgroundRunSchema,
    },
    readPlaygroundRun: {
      at: "GET /runs/:id",
      summary: "Get a run",
      description: "Returns a run with its messages, the result of each question, and the draft for the next one.",
      response: playgroundRunSchema,
    },
    changePlaygroundRun: {
      at: "PATCH /runs/:id",
      summary: "Rename a run or change its draft",
      description: "Renames the run or replaces its draft. The new draft applies from the next question.",
      body: playgroundChangeSchema,
      example: { draft: { threshold: 0.8 } },
      response: playgroundRunSchema,
    },
    erasePlaygroundRun: {
      at: "DELETE /runs/:id",
      summary: "Erase a run",
      description: "Permanently deletes a run with all its messages. Its branches are kept.",
    },
    askInPlayground: {
      at: "POST /runs/:id/messages",
      summary: "Ask the assistant",
      description:
        "Answers the question as for a visitor, without side effects: no ticket, no message, no cached answer and no tool call. Read the result from the run; the caller's consoles get an event. Each id is accepted once.",
      errors: ["conflict"],
      body: playgroundSendSchema,
      example: { id: exampleId("3"), content: "How do I send an order back?" },
      status: 202,
      response: playgroundRunSchema,
    },
    readPlaygroundAnswer: {
      at: "GET /runs/:id/messages/:message",
      summary: "Get every step of an answer",
      description:
        "Returns the input and output of each step, with its time, tokens and cost. Long texts are cut after 1,500 characters.",
      response: playgroundAnswerSchema,
    },
    stopPlaygroundAnswer: {
      at: "POST /runs/:id/messages/:message/cancel",
      summary: "Stop an answer",
      description: "Stops the answer that is being written. A finished answer is not changed.",
      response: playgroundRunSchema,
    },
  },
);
