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
