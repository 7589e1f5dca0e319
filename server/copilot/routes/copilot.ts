import { copilotRoutes } from "../../../protocol/routes/copilot.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { limitModelCalls } from "../../http/limit-by.ts";
import type { Routes } from "../../http/routes.ts";
import { copyToParent, forkConversation, readTree } from "../conversations/branches.ts";
import { compareBranches } from "../conversations/compare-branches.ts";
import {
  changeConversation,
  eraseConversation,
  judge,
  listCopilotConversations,
  readConversation,
  readMenu,
} from "../conversations/conversations.ts";
import { answerQuestion, beginConversation, cancelRun, retryRun, sendMessage } from "../conversations/messages.ts";

/** The copilot of agents and managers. A conversation belongs to the person who began it. */
export function addCopilotRoutes(routes: Routes, ctx: Pick<HttpContext, "copilot" | "auth">): void {
  const read = (caller: AgentCredentials, id: string) => readConversation(ctx.copilot, caller, id);
  const placeOf = ({ id, message }: { id: string; message: string }) => ({ conversationId: id, messageId: message });
  routes.implement(copilotRoutes, {
    readCopilotMenu: ({ caller }) => readMenu(ctx.copilot, caller.tenantId),
    listCopilotConversations: ({ caller, query: { q = "", archived, cursor = null } }) =>
      listCopilotConversations(ctx.copilot, caller, { words: q, isArchived: archived === "true", cursor }),
    beginCopilotConversation: async ({ caller, body }) => {
      if (body.message) await limitModelCalls(ctx, caller);
      return read(caller, await beginConversation(ctx.copilot, caller, body));
    },
    readCopilotConversation: ({ caller, id }) => read(caller, id),
    changeCopilotConversation: ({ caller, id, body }) => changeConversation(ctx.copilot, caller, { ...body, id }),
    eraseCopilotConversation: ({ caller, id, query }) =>
      eraseConversation(ctx.copilot, caller, { id, branches: query.branches }),
    askCopilot: async ({ caller, id, body }) => {
      await limitModelCalls(ctx, caller);
      await sendMessage(ctx.copilot, caller, { ...body, conversationId: id });
      return read(caller, id);
    },
    answerCopilot: async ({ caller, body: { question_id: questionId, answer }, ...call }) => {
      await answerQuestion(ctx.copilot, caller, { ...placeOf(call), questionId, answer });
      return read(caller, call.id);
    },
    stopCopilot: async ({ caller, ...call }) => {
      await cancelRun(ctx.copilot, caller, placeOf(call));
      return read(caller, call.id);
    },
    retryCopilot: async ({ caller, ...call }) => {
      await limitModelCalls(ctx, caller);
      await retryRun(ctx.copilot, caller, placeOf(call));
      return read(caller, call.id);
    },
    judgeFinding: async ({ caller, finding, body, ...call }) => {
      await judge(ctx.copilot, caller, { ...body, ...placeOf(call), findingId: finding });
      return read(caller, call.id);
    },
    branchCopilotConversation: async ({ caller, body, ...call }) => {
      await limitModelCalls(ctx, caller);
      await forkConversation(ctx.copilot, caller, { ...body, ...placeOf(call) });
      return read(caller, body.id);
    },
    readCopilotTree: ({ caller, id }) => readTree(ctx.copilot, caller, id),
    compareCopilotBranches: ({ caller, id, query }) =>
      compareBranches(ctx.copilot, caller, { left: id, right: query.with }),
    bringBackFromBranch: async ({ caller, id, body }) => {
      await copyToParent(ctx.copilot, { ...caller, actor: actorOf(caller) }, { ...body, conversationId: id });
      return read(caller, id);
    },
  });
}
