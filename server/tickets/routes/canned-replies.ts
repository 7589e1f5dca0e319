import { cannedReplyRoutes } from "../../../protocol/routes/canned-replies.ts";
import { type AgentCredentials, hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { Routes } from "../../http/routes.ts";
import {
  addCannedReply,
  type CannedCaller,
  changeCannedReply,
  readCannedReplies,
  removeCannedReply,
} from "../desk/canned-replies.ts";
import type { DeskContext } from "./desk-target.ts";

export function addCannedReplyRoutes(routes: Routes, ctx: DeskContext): void {
  routes.implement(cannedReplyRoutes, {
    listCannedReplies: async ({ caller }) => ({ items: await readCannedReplies(ctx.desk, ownerOf(caller)) }),
    createCannedReply: ({ caller, body: { is_shared: isShared, ...reply } }) =>
      addCannedReply(ctx.desk, ownerOf(caller), { ...reply, isShared }),
    changeCannedReply: ({ caller, id, body }) => changeCannedReply(ctx.desk, ownerOf(caller), { id, ...body }),
    deleteCannedReply: ({ caller, id }) => removeCannedReply(ctx.desk, ownerOf(caller), id),
  });
}

function ownerOf(caller: AgentCredentials): CannedCaller {
  const { tenantId, personId, role } = caller;
  return { tenantId, personId, actor: actorOf(caller), mayShare: hasRole(role, "manager") };
}
