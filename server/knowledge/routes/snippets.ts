import { snippetRoutes } from "../../../protocol/routes/snippets.ts";
import { type AgentCredentials, hasRole } from "../../accounts/sign-in/credentials.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import {
  addSnippet,
  changeSnippet,
  decideSnippet,
  deleteSnippet,
  listSnippets,
  readSnippet,
  type SnippetDecision,
  type SnippetKeeper,
} from "../documents/snippets.ts";

/** Agents propose snippets. A manager decides which snippets the assistant uses. */
export function addSnippetRoutes(routes: Routes, ctx: Pick<HttpContext, "knowledge">): void {
  const decide = (caller: AgentCredentials, id: string, decision: SnippetDecision) =>
    decideSnippet(asAgent(ctx.knowledge, caller), caller.tenantId, { id, decision, keeper: keeperOf(caller) });
  routes.implement(snippetRoutes, {
    listSnippets: ({ caller, query }) => listSnippets(ctx.knowledge, caller.tenantId, query),
    createSnippet: ({ caller, body }) =>
      addSnippet(asAgent(ctx.knowledge, caller), caller.tenantId, { ...body, keeper: keeperOf(caller) }),
    readSnippet: ({ caller, id }) => readSnippet(ctx.knowledge, caller.tenantId, id),
    changeSnippet: ({ caller, id, body: change }) =>
      changeSnippet(asAgent(ctx.knowledge, caller), caller.tenantId, { id, change, keeper: keeperOf(caller) }),
    deleteSnippet: ({ caller, id }) => deleteSnippet(asAgent(ctx.knowledge, caller), caller.tenantId, id),
    approveSnippet: ({ caller, id }) => decide(caller, id, "approve"),
    rejectSnippet: ({ caller, id }) => decide(caller, id, "reject"),
    withdrawSnippet: ({ caller, id }) => decide(caller, id, "withdraw"),
  });
}

function keeperOf({ personId, shownAs, role }: AgentCredentials): SnippetKeeper {
  return { id: personId, name: shownAs, isReviewer: hasRole(role, "manager") };
}
