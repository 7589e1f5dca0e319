import {
  branchComparisonSchema,
  branchRequestSchema,
  branchTreeSchema,
  comparisonQuerySchema,
  eraseQuerySchema,
  mergeRequestSchema,
} from "../../../protocol/copilot-branches.ts";
import {
  conversationChangeSchema,
  copilotAnswerSchema,
  copilotConversationSchema,
  copilotListQuerySchema,
  copilotListSchema,
  copilotMenuSchema,
  copilotSendSchema,
  copilotTalkSchema,
  judgementRequestSchema,
  newConversationSchema,
} from "../../../protocol/copilot-talk.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin/copilot";
const conversation = `${base}/conversations/:id`;
const message = `${conversation}/messages/:message`;
const copilot = { tag: "copilot", auth: "agent", role: "agent" } as const;

/** Conversations with the copilot and their branches. */
export const copilotOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/menu`,
    id: "readCopilotMenu",
    summary: "List documents and sets you can tag",
    description:
      "Lists every version of every document that the copilot can summarize, question, compare or audit, the sets, and whether a language model is connected.",
    ...copilot,
    answer: copilotMenuSchema,
  },
  {
    method: "get",
    path: `${base}/conversations`,
    id: "listCopilotConversations",
    summary: "List your copilot conversations",
    description: "Lists the caller's copilot conversations with their cost, most recent first.",
    ...copilot,
    query: copilotListQuerySchema,
    answer: copilotListSchema,
  },
  {
    method: "post",
    path: `${base}/conversations`,
    id: "beginCopilotConversation",
    summary: "Start a conversation",
    description:
      "Starts a conversation. If you pass a ticket, the conversation belongs to it and is erased with it. With `message`, both are stored in one step and the message's id becomes the conversation's id, so repeating the call starts no second conversation.",
    status: 201,
    ...copilot,
    body: newConversationSchema,
    answer: copilotTalkSchema,
  },
  {
    method: "get",
    path: conversation,
    id: "readCopilotConversation",
    summary: "Get a conversation",
    description: "Returns a conversation with all its messages, results, excerpts and the pending question, if any.",
    ...copilot,
    answer: copilotTalkSchema,
  },
  {
    method: "patch",
    path: conversation,
    id: "changeCopilotConversation",
    summary: "Rename, archive or close a conversation",
    description:
      "Sets the title, archives or restores the conversation, or closes or reopens it. A closed conversation accepts no messages. A conversation can't be closed while the copilot is working in it.",
    errors: ["conflict"],
    ...copilot,
    body: conversationChangeSchema,
    answer: copilotConversationSchema,
  },
  {
    method: "delete",
    path: conversation,
    id: "eraseCopilotConversation",
    summary: "Erase a conversation",
    description:
      "Permanently deletes a conversation with all its messages. Its branches become separate conversations and keep their copied context; with `branches=erase` they are deleted too.",
    ...copilot,
    query: eraseQuerySchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${conversation}/messages`,
    id: "askCopilot",
    summary: "Send a message to the copilot",
    description:
      "Stores the message and processes it in the background. Read the result from the conversation; consoles get an event. If a question is pending, a matching message answers it; any other message leaves it open and starts a new request. Each id is accepted once.",
    errors: ["conflict"],
    status: 202,
    ...copilot,
    body: copilotSendSchema,
    answer: copilotTalkSchema,
  },
  {
    method: "post",
    path: `${message}/answer`,
    id: "answerCopilot",
    summary: "Answer a question of the copilot",
    description:
      "Answers the pending question. If several windows answer, only the first one counts; the others get an error.",
    errors: ["conflict"],
    status: 202,
    ...copilot,
    body: copilotAnswerSchema,
    answer: copilotTalkSchema,
  },
  {
    method: "post",
    path: `${message}/cancel`,
    id: "stopCopilot",
    summary: "Stop the copilot",
    description: "Stops the current work or cancels the pending question. Finished work is not changed.",
    ...copilot,
    answer: copilotTalkSchema,
  },
  {
    method: "post",
    path: `${message}/retry`,
    id: "retryCopilot",
    summary: "Retry",
    description: "Retries a failed or stopped message with the decisions made so far.",
    errors: ["conflict"],
    status: 202,
    ...copilot,
    answer: copilotTalkSchema,
  },
  {
    method: "patch",
    path: `${message}/findings/:finding`,
    id: "judgeFinding",
    summary: "Accept or dismiss a finding",
    description: "Stores your verdict on an audit finding, with a reason. Null removes the verdict.",
    ...copilot,
    body: judgementRequestSchema,
    answer: copilotTalkSchema,
  },
  {
    method: "post",
    path: `${message}/branches`,
    id: "branchCopilotConversation",
    summary: "Branch from a message",
    description:
      "Starts a new conversation from a message of another one. It gets the conversation up to that message (`whole`), a summary of it (`summary`), or only the selected text (`anchor`). The branch keeps its own copy, so later changes to the first conversation don't affect it. Calls with the same id create one branch. A message that the copilot is still working on can't be branched.",
    errors: ["conflict"],
    status: 201,
    ...copilot,
    body: branchRequestSchema,
    answer: copilotTalkSchema,
  },
  {
    method: "get",
    path: `${conversation}/tree`,
    id: "readCopilotTree",
    summary: "List all branches of a conversation",
    description:
      "Returns the root conversation and all its branches, parents first. Each branch has its starting point, its state, its latest results, and whether it has drifted from its starting point (summary similarity below 0.3).",
    ...copilot,
    answer: branchTreeSchema,
  },
  {
    method: "get",
    path: `${conversation}/comparison`,
    id: "compareCopilotBranches",
    summary: "Compare two branches",
    description:
      "Returns the messages of two related conversations since they diverged, with matching questions side by side, and the documents that each one used.",
    ...copilot,
    query: comparisonQuerySchema,
    answer: branchComparisonSchema,
  },
  {
    method: "post",
    path: `${conversation}/merges`,
    id: "bringBackFromBranch",
    summary: "Copy a result back to the parent conversation",
    description:
      "Copies a message of a branch, or one of its findings, with its sources into the conversation that it was branched from. Both messages link to each other. Copying the same result again has no effect. Fails while the parent conversation is closed.",
    errors: ["conflict"],
    status: 201,
    ...copilot,
    body: mergeRequestSchema,
    answer: copilotTalkSchema,
  },
];
