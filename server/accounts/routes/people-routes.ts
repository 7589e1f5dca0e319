import type { RequestHandler } from "express";
import { requirePerson, requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import {
  changePasswordRoute,
  changeProfileRoute,
  endOtherSessionsRoute,
  endSessionRoute,
  profileRoute,
  readPictureRoute,
  removePictureRoute,
  savePictureRoute,
  switchTenantRoute,
} from "./account.ts";
import { changeNoticeRulesRoute, noticeRulesRoute } from "./notifications.ts";
import {
  addPersonRoute,
  changePersonRoute,
  inviteRoute,
  listPeopleRoute,
  personTicketsRoute,
  removePersonRoute,
  resendInvitationRoute,
  resetLinkRoute,
  resetTwoFactorRoute,
  withdrawInvitationRoute,
} from "./people.ts";
import { changePresenceRoute, sayPresentRoute } from "./presence.ts";

/** Who works here: everybody reads, admins change. And what each keeps themselves. */
export function addPeopleRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const admin = requireRole("admin");
  routes.add("/people", { get: [listPeopleRoute(ctx)], post: [admin, ...json, addPersonRoute(ctx)] });
  // Before `/people/:id`, whose ids are UUIDs.
  routes.add("/people/invitations", { post: [admin, ...json, inviteRoute(ctx)] });
  routes.add("/people/invitations/:id", { delete: [admin, withdrawInvitationRoute(ctx)] });
  routes.add("/people/invitations/:id/resend", { post: [admin, ...json, resendInvitationRoute(ctx)] });
  routes.add("/people/:id", {
    patch: [admin, ...json, changePersonRoute(ctx)],
    delete: [admin, removePersonRoute(ctx)],
  });
  routes.add("/people/:id/tickets", { get: [admin, personTicketsRoute(ctx)] });
  routes.add("/people/:id/reset-link", { post: [admin, resetLinkRoute(ctx)] });
  routes.add("/people/:id/two-factor", { delete: [admin, resetTwoFactorRoute(ctx)] });
  routes.add("/people/:id/picture", { get: [readPictureRoute(ctx)] });
  const own = [requirePerson, ...json];
  routes.add("/me/profile", { get: [requirePerson, profileRoute(ctx)], patch: [...own, changeProfileRoute(ctx)] });
  routes.add("/me/notifications", {
    get: [requirePerson, noticeRulesRoute(ctx)],
    patch: [...own, changeNoticeRulesRoute(ctx)],
  });
  routes.add("/me/presence", { post: [...own, sayPresentRoute(ctx)], patch: [...own, changePresenceRoute(ctx)] });
  routes.add("/me/picture", {
    post: [...own, savePictureRoute(ctx)],
    delete: [requirePerson, removePictureRoute(ctx)],
  });
  routes.add("/me/password", { post: [...own, changePasswordRoute(ctx)] });
  routes.add("/me/sessions", { delete: [requirePerson, endOtherSessionsRoute(ctx)] });
  routes.add("/me/sessions/:id", { delete: [requirePerson, endSessionRoute(ctx)] });
  routes.add("/me/tenant", { post: [...own, switchTenantRoute(ctx)] });
}
