import type { MeResponse } from "../../../protocol/admin.ts";
import { accountRoutes } from "../../../protocol/routes/account.ts";
import type { PersonCredentials } from "../../http/bind.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import {
  type AccountOwner,
  changePassword,
  changeProfile,
  endOtherSessions,
  endSession,
  readProfile,
  switchTenant,
} from "../people/account.ts";
import { changeNoticeRules, readNoticeRules } from "../people/notice-rules.ts";
import { removePicture, savePicture } from "../people/picture.ts";
import { changePresence, sayPresent } from "../people/presence.ts";
import { removePushDevice, savePushDevice, testPushDevice } from "../people/push-devices.ts";
import type { AgentCredentials } from "../sign-in/credentials.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { readBrand } from "../tenants/settings.ts";

/** The caller's own account. */
export function addAccountRoutes(routes: Routes, ctx: Pick<HttpContext, "auth" | "people" | "tenants">): void {
  routes.implement(accountRoutes, {
    readCaller: ({ caller }) => readCaller(ctx.tenants, caller),
    readProfile: ({ caller }) => readProfile(ctx.people, ownerOf(caller)),
    changeProfile: async ({ caller, body }) => {
      await changeProfile(ctx.people, ownerOf(caller), body);
      return readProfile(ctx.people, ownerOf(caller));
    },
    readNotices: ({ caller }) => readNoticeRules(ctx.people, ownerOf(caller)),
    changeNotices: ({ caller, body }) => changeNoticeRules(ctx.people, ownerOf(caller), body),
    readPushKey: async () => ({ push_key: ctx.people.push.keys[0].publicKey }),
    savePushDevice: async ({ caller, body }) => {
      await ctx.auth.limits.take("push_person", caller.personId);
      return savePushDevice(ctx.people, ownerOf(caller), body);
    },
    deletePushDevice: ({ caller, id }) => removePushDevice(ctx.people, ownerOf(caller), id),
    testPushDevice: async ({ caller, id }) => {
      await ctx.auth.limits.take("push_person", caller.personId);
      await testPushDevice(ctx.people, ownerOf(caller), id);
    },
    sayPresent: ({ caller, body }) => sayPresent(ctx.people, ownerOf(caller), body),
    changePresence: ({ caller, body }) => changePresence(ctx.people, ownerOf(caller), body),
    savePicture: async ({ caller, body }) => ({ picture: await savePicture(ctx.people, caller.personId, body) }),
    deletePicture: ({ caller }) => removePicture(ctx.people, caller.personId),
    changePassword: async ({ caller, body }) => {
      await ctx.auth.limits.take("password_person", caller.personId);
      await changePassword(ctx.people, ownerOf(caller), body);
    },
    endOtherSessions: async ({ caller }) => ({ ended: await endOtherSessions(ctx.people, ownerOf(caller)) }),
    endOwnSession: ({ caller, id }) => endSession(ctx.people, ownerOf(caller), id),
    switchTenant: ({ caller, body }) => switchTenant(ctx.people, ownerOf(caller), body.tenant_id),
  });
}

async function readCaller(tenants: TenantDeps, caller: AgentCredentials): Promise<MeResponse> {
  const { kind, personId, name, email, role, tenantId, session } = caller;
  const tenant = await readBrand(tenants, tenantId);
  const own = session ? { picture: session.picture, tenants: session.tenants } : {};
  return { kind, id: personId, name, email, role, tenant, ...own };
}

function ownerOf({ tenantId, personId, session }: PersonCredentials): AccountOwner {
  return { tenantId, personId, sessionId: session.id };
}
