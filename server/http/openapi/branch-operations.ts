import {
  branchComparisonSchema,
  branchRequestSchema,
  branchTreeSchema,
  comparisonQuerySchema,
  mergeRequestSchema,
} from "../../../protocol/copilot-branches.ts";
import { copilotTalkSchema } from "../../../protocol/copilot-talk.ts";
import type { Operation } from "./operation.ts";

const conversation = "/api/v1/admin/copilot/conversations/:id";
const copilot = { tag: "copilot", auth: "agent", role: "agent" } as const;

/** Branches of conversations with the copilot. */
export const branchOperations: Operation[] = [
  {
    method: "post",
    path: `${conversation}/messages/:message/branches`,
    id: "branchCopilotConversation",
    summary: "Branch from a message",
    description:
      "Begins a conversation that reads what was said up to a message (`whole`), a summary of it (`summary`), or marked words alone (`anchor`). What it reads is kept with it, so that nothing that becomes of the first one changes it. The same id makes one branch. A message that is still worked on is refused.",
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
    summary: "All branches of a conversation",
    description:
      "The conversation that everything was forked from, and all its branches, parents before theirs: where each was forked, how it stands, what it has come to, and whether it has moved away from where it began (a similarity of their summaries below 0.3).",
    ...copilot,
    answer: branchTreeSchema,
  },
  {
    method: "get",
    path: `${conversation}/comparison`,
    id: "compareCopilotBranches",
    summary: "Two branches side by side",
    description:
      "What was said in each of two conversations of one family since they parted, same questions in one line, and which documents each has used.",
    ...copilot,
    query: comparisonQuerySchema,
    answer: branchComparisonSchema,
  },
  {
    method: "post",
    path: `${conversation}/merges`,
    id: "bringBackFromBranch",
    summary: "Bring something back from a branch",
    description:
      "Makes a message of a branch, or one finding of it, a message of the conversation that it was forked from, with its sources; both say so. The same one is brought back once. Refused while that conversation is closed.",
    errors: ["conflict"],
    status: 201,
    ...copilot,
    body: mergeRequestSchema,
    answer: copilotTalkSchema,
  },
];
