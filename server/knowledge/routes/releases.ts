import { releaseRoutes } from "../../../protocol/routes/releases.ts";
import { type AgentCredentials, hasRole } from "../../accounts/sign-in/credentials.ts";
import { AppError } from "../../core/errors.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import type { ReleaseCaller } from "../releases/deps.ts";
import { publishRelease, rollBackRelease } from "../releases/publish.ts";
import {
  beginRelease,
  changeRelease,
  discardRelease,
  listReleases,
  readRelease,
  removeReleaseDocument,
} from "../releases/releases.ts";
import { beginRun, cancelRun, listResults, listVoided, readRun } from "../releases/runs.ts";

/** Every member of a tenant can read its releases; managers can change them. */
export function addReleaseRoutes(routes: Routes, ctx: Pick<HttpContext, "releases" | "auth">): void {
  routes.implement(releaseRoutes, {
    listReleases: ({ caller, query }) => listReleases(ctx.releases, caller.tenantId, query),
    beginRelease: ({ caller, body }) => beginRelease(ctx.releases, releaseCallerOf(caller), body),
    readRelease: ({ caller, id }) => readRelease(ctx.releases, caller.tenantId, id),
    changeRelease: ({ caller, id, body }) => changeRelease(ctx.releases, releaseCallerOf(caller), { id, change: body }),
    leaveOutOfRelease: ({ caller, id, document }) =>
      removeReleaseDocument(ctx.releases, releaseCallerOf(caller), { id, documentId: document }),
    discardRelease: ({ caller, id }) => discardRelease(ctx.releases, releaseCallerOf(caller), id),
    publishRelease: async ({ caller, id, body: { revision, untried = false } }) => {
      const isAdmin = hasRole(caller.role, "admin");
      if (untried && !isAdmin)
        throw new AppError("forbidden", "Only admins can publish an untested release. Test it first.");
      const published = { id, revision, mayUntried: untried, maySettings: isAdmin };
      return publishRelease(ctx.releases, releaseCallerOf(caller), published);
    },
    rollBackRelease: ({ caller, id }) =>
      rollBackRelease(ctx.releases, releaseCallerOf(caller), { id, maySettings: hasRole(caller.role, "admin") }),
    tryRelease: async ({ caller, id, body: { questions } }) => {
      // Model calls may cost money, so each caller has a limit.
      await ctx.auth.limits.take("try_caller", caller.personId);
      return beginRun(ctx.releases, releaseCallerOf(caller), { id, questions });
    },
    readRun: async ({ caller, id }) => ({ run: await readRun(ctx.releases, caller.tenantId, id) }),
    cancelRun: ({ caller, id }) => cancelRun(ctx.releases, releaseCallerOf(caller), id),
    listRunResults: ({ caller, id, query }) => listResults(ctx.releases, caller.tenantId, { ...query, id }),
    listVoidedAnswers: ({ caller, id }) => listVoided(ctx.releases, caller.tenantId, id),
  });
}

/** The caller, in the form that releases store. */
export function releaseCallerOf(caller: AgentCredentials): ReleaseCaller {
  return { tenantId: caller.tenantId, actor: actorOf(caller), name: caller.shownAs };
}
