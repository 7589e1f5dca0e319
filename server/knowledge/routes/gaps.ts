import { gapRoutes } from "../../../protocol/routes/gaps.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { type GapKeeper, ignoreOpenGap, openGapOfOne, reopenEndedGap } from "../gaps/decide.ts";
import { draftSnippet } from "../gaps/draft-snippet.ts";
import { readGap, readGaps, readQuestionsAskedOnce } from "../gaps/read-gaps.ts";

export function addGapRoutes(routes: Routes, ctx: Pick<HttpContext, "gaps" | "auth">): void {
  routes.implement(gapRoutes, {
    listGaps: ({ caller, query }) => readGaps(ctx.gaps, caller.tenantId, query),
    openGap: ({ caller, body }) =>
      openGapOfOne(ctx.gaps, caller.tenantId, { id: body.turn_id, keeper: keeperOf(caller) }),
    listQuestionsAskedOnce: ({ caller, query }) => readQuestionsAskedOnce(ctx.gaps, caller.tenantId, query),
    readGap: ({ caller, id }) => readGap(ctx.gaps, caller.tenantId, id),
    ignoreGap: ({ caller, id }) => ignoreOpenGap(ctx.gaps, caller.tenantId, { id, keeper: keeperOf(caller) }),
    reopenGap: ({ caller, id }) => reopenEndedGap(ctx.gaps, caller.tenantId, { id, keeper: keeperOf(caller) }),
    draftFromGap: async ({ caller, id }) => {
      // A model call costs money, so each caller has a limit.
      await ctx.auth.limits.take("try_caller", caller.personId);
      return draftSnippet(ctx.gaps, caller.tenantId, { id, keeper: keeperOf(caller) });
    },
  });
}

function keeperOf(caller: AgentCredentials): GapKeeper {
  return { id: caller.personId, name: caller.shownAs, actor: actorOf(caller) };
}
