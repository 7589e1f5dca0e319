import { z } from "zod";
import {
  branchComparisonSchema,
  branchRequestSchema,
  branchTreeSchema,
  comparisonQuerySchema,
  eraseQuerySchema,
  mergeRequestSchema,
} from "../copilot-branches.ts";
import {
  conversationChangeSchema,
  copilotAnswerSchema,
  copilotConversationItemSchema,
  copilotConversationSchema,
  copilotListQuerySchema,
  copilotListSchema,
  copilotMenuSchema,
  copilotSendSchema,
  judgementRequestSchema,
  newConversationSchema,
} from "../copilot-conversations.ts";
import { exampleId, routes } from "../route.ts";

/** The copilot's conversations. */
export const copilotRoutes = routes(
  { base: "/api/v1/admin/copilot", tag: "copilot", auth: "agent", role: "agent" },
  {
    readCopilotMenu: {
      at: "GET /menu",
      summary: "List documents and sets you can tag",
      description:
        "Lists every version of every document that the copilot can summarize, question, compare or audit, the sets, and whether a language model is connected.",
      response: copilotMenuSchema,
    },
    listCopilotConversations: {
      at: "GET /conversations",
      summary: "List your copilot conversations",
      description: "Lists the caller's copilot conversations with their cost, most recent first.",
      query: copilotListQuerySchema,
      response: copilotListSchema,
    },
    beginCopilotConversation: {
      at: "POST /conversations",
      summary: "Start a conversation",
      description:
        "Starts a conversation. If you pass a ticket, the conversation belongs to it and is erased with it. With `message`, both are stored in one step and the message's id becomes the conversation's id, so repeating the call starts no second conversation.",
      body: newConversationSchema,
      example: {},
      status: 201,
      response: copilotConversationSchema,
    },
    readCopilotConversation: {
      at: "GET /conversations/:id",
      summary: "Get a conversation",
      description: "Returns a conversation with all its messages, results, excerpts and the pending question, if any.",
      response: copilotConversationSchema,
    },
    changeCopilotConversation: {
      at: "PATCH /conversations/:id",
      summary: "Rename, archive or close a conversation",
      description:
        "Sets the title, archives or restores the conversation, or closes or reopens it. A closed conversation accepts no messages. A conversation can't be closed while the copilot is working in it.",
      errors: ["conflict"],
      body: conversationChangeSchema,
      example: { title: "Refunds of 2024 and 2026" },
      response: copilotConversationItemSchema,
    },
    eraseCopilotConversation: {
      at: "DELETE /conversations/:id",
      summary: "Erase a conversation",
      description:
        "Permanently deletes a conversation with all its messages. Its branches become separate conversations and keep their copied context; with `branches=erase` they are deleted too.",
      query: eraseQuerySchema,
    },
    askCopilot: {
      at: "POST /conversations/:id/messages",
      summary: "Send a message to the copilot",
      description:
        "Stores the message and processes it in the background. Read the result from the conversation; consoles get an event. If a question is pending, a matching message answers it; any other message leaves it open and starts a new request. Each id is accepted once.",
      errors: ["conflict"],
      body: copilotSendSchema,
      example: { id: exampleId("3"), text: "What changed in our refund policy?", mentions: { action: "compare" } },
      status: 202,
      response: copilotConversationSchema,
    },
    answerCopilot: {
      at: "POST /conversations/:id/messages/:message/answer",
      summary: "Answer a question of the copilot",
      description:
        "Answers the pending question. If several windows answer, only the first one counts; the others get an error.",
      errors: ["conflict"],
      body: copilotAnswerSchema,
      example: {
        question_id: exampleId("8"),
        answer: { type: "documents", documents: [exampleId("5"), exampleId("6")] },
      },
      status: 202,
      response: copilotConversationSchema,
    },
    stopCopilot: {
      at: "POST /conversations/:id/messages/:message/cancel",
      summary: "Stop the copilot",
      description: "Stops the current work or cancels the pending question. Finished work is not changed.",
      response: copilotConversationSchema,
    },
    retryCopilot: {
      at: "POST /conversations/:id/messages/:message/retry",
      summary: "Retry",
      description: "Retries a failed or stopped message with the decisions made so far.",
      errors: ["conflict"],
      status: 202,
      response: copilotConversationSchema,
    },
    judgeFinding: {
      at: "PATCH /conversations/:id/messages/:message/findings/:finding",
      params: { finding: z.string().min(1).max(100) },
      summary: "Accept or dismiss a finding",
      description: "Stores your verdict on an audit finding, with a reason. Null removes the verdict.",
      body: judgementRequestSchema,
      example: { verdict: "dismissed", reason: "The policy changes next week." },
      response: copilotConversationSchema,
    },
    branchCopilotConversation: {
      at: "POST /conversations/:id/messages/:message/branches",
      summary: "Branch from a message",
      description:
        "Starts a new conversation from a message of another one. It gets the conversation up to that message (`whole`), a summary of it (`summary`), or only the selected text (`anchor`). The branch keeps its own copy, so later changes to the first conversation don't affect it. Calls with the same id create one branch. A message that the copilot is still working on can't be branched.",
      errors: ["conflict"],
      body: branchRequestSchema,
      example: { id: exampleId("9"), kind: "summary", title: "With the old terms" },
      status: 201,
      response: copilotConversationSchema,
    },
    readCopilotTree: {
      at: "GET /conversations/:id/tree",
      summary: "List all branches of a conversation",
      description:
        "Returns the root conversation and all its branches, parents first. Each branch has its starting point, its state, its latest results, and whether it has drifted from its starting point (summary similarity below 0.3).",
      response: branchTreeSchema,
    },
    compareCopilotBranches: {
      at: "GET /conversations/:id/comparison",
      summary: "Compare two branches",
      description:
        "Returns the messages of two related conversations since they diverged, with matching questions side by side, and the documents that each one used.",
      query: comparisonQuerySchema,
      response: branchComparisonSchema,
    },
    bringBackFromBranch: {
      at: "POST /conversations/:id/merges",
      summary: "Copy a result back to the parent conversation",
      description:
        "Copies a message of a branch, or one of its findings, with its sources into the conversation that it was branched from. Both messages link to each other. Copying the same result again has no effect. Fails while the parent conversation is closed.",
      errors: ["conflict"],
      body: mergeRequestSchema,
      example: { id: exampleId("a"), message_id: exampleId("3") },
      status: 201,
      response: copilotConversationSchema,
    },
  },
);
