import { eraseQuerySchema } from "../../../protocol/copilot-branches.ts";
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

/** The copilot of the tenant's people. */
export const copilotOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/menu`,
    id: "readCopilotMenu",
    summary: "What can be tagged",
    description:
      "Every version of every document that can be summed up, asked, compared or audited, the sets, and whether a language model concludes here.",
    ...copilot,
    answer: copilotMenuSchema,
  },
  {
    method: "get",
    path: `${base}/conversations`,
    id: "listCopilotConversations",
    summary: "The caller's conversations",
    description: "The caller's own conversations with the copilot, last spoken in first; with what each has cost.",
    ...copilot,
    query: copilotListQuerySchema,
    answer: copilotListSchema,
  },
  {
    method: "post",
    path: `${base}/conversations`,
    id: "beginCopilotConversation",
    summary: "Begin a conversation",
    description:
      "Begins a conversation, beside a ticket if one is named: it is erased together with it. With a `message` both are stored in one step, and the message's id becomes the conversation's: the same one sent again begins no second conversation.",
    status: 201,
    ...copilot,
    body: newConversationSchema,
    answer: copilotTalkSchema,
  },
  {
    method: "get",
    path: conversation,
    id: "readCopilotConversation",
    summary: "A conversation",
    description: "A conversation with all its messages, results, excerpts, and the question that waits, if one does.",
    ...copilot,
    answer: copilotTalkSchema,
  },
  {
    method: "patch",
    path: conversation,
    id: "changeCopilotConversation",
    summary: "Name a conversation, close it, or put it away",
    description:
      "Gives it a title of its own, puts it away or takes it back, closes it or opens it again. A closed one takes no messages; one in which the copilot works is not closed.",
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
      "Erases it for good, with everything that was said in it. What was forked from it becomes a conversation of its own and keeps what it was given along, or is erased with it (`branches=erase`).",
    ...copilot,
    query: eraseQuerySchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${conversation}/messages`,
    id: "askCopilot",
    summary: "Say something to the copilot",
    description:
      "Stores the message and works on it; what comes of it is read from the conversation, and consoles are told. Where a question waits, words that answer it go on with it; anything else leaves it open and begins anew. The same id is taken once.",
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
    description: "Answers the question that waits. Of several windows one answers; the others are refused.",
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
    summary: "Stop what the copilot does",
    description: "Stops what is worked on or waits. What is over stays as it is.",
    ...copilot,
    answer: copilotTalkSchema,
  },
  {
    method: "post",
    path: `${message}/retry`,
    id: "retryCopilot",
    summary: "Try again",
    description: "Tries again what failed or was stopped, with what was decided by then.",
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
    description: "Says what somebody thinks of a finding of an audit, with a reason; null takes it back.",
    ...copilot,
    body: judgementRequestSchema,
    answer: copilotTalkSchema,
  },
];
