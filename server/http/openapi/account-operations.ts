import { z } from "zod";
import {
  changePasswordRequestSchema,
  changeProfileRequestSchema,
  pictureRequestSchema,
  profileSchema,
  switchTenantRequestSchema,
} from "../../../protocol/account.ts";
import { changePresenceRequestSchema, ownPresenceSchema, presenceRequestSchema } from "../../../protocol/assignment.ts";
import { changeNoticeRulesRequestSchema, noticeRulesResponseSchema } from "../../../protocol/notices.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const own = { tag: "people", auth: "person", answer: okResponseSchema } as const;

/** What each person keeps themselves. */
export const accountOperations: Operation[] = [
  {
    ...own,
    method: "get",
    path: `${base}/me/profile`,
    id: "readProfile",
    summary: "The own account and where it is signed in",
    description: "Returns the caller's own account: names, picture, second step, passkeys, and where it is signed in.",
    answer: profileSchema,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/me/profile`,
    id: "changeProfile",
    summary: "Change the own name, and the one that visitors see",
    description: "Changes the caller's name, and `shown_as`, the name that visitors see; null shows the own name.",
    body: changeProfileRequestSchema,
    answer: profileSchema,
  },
  {
    ...own,
    method: "get",
    path: `${base}/me/notifications`,
    id: "readNotices",
    summary: "What the person is told of by mail and in the browser",
    description: "Returns what the caller is told of by mail and in the browser, and whether a mail server is set.",
    answer: noticeRulesResponseSchema,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/me/notifications`,
    id: "changeNotices",
    summary: "Change what the person is told of",
    description: "Changes what the caller is told of; what is not named stays.",
    body: changeNoticeRulesRequestSchema,
    answer: noticeRulesResponseSchema,
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/presence`,
    id: "sayPresent",
    summary: "The console is open, said each minute, or closes; tickets are given to who is there",
    description:
      "Says each minute that the console is open, or with `here: false` that it closes. New tickets are given to people who are there.",
    body: presenceRequestSchema,
    answer: ownPresenceSchema,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/me/presence`,
    id: "changePresence",
    summary: "Away from now on, perhaps until a time, or back: who is away is given no tickets",
    description:
      "Says that the caller is away, until a time if `until` is given, or back. Who is away is given no tickets.",
    body: changePresenceRequestSchema,
    answer: ownPresenceSchema,
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/picture`,
    id: "savePicture",
    summary: "Set the own picture",
    description: "Sets the caller's picture, a PNG or WebP of at most 256 by 256 pixels and 64 KB, as base64.",
    body: pictureRequestSchema,
    answer: z.object({ picture: z.string() }),
  },
  {
    ...own,
    method: "delete",
    path: `${base}/me/picture`,
    id: "deletePicture",
    summary: "Remove the own picture",
    description: "Removes the caller's picture; initials are shown again.",
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/password`,
    id: "changePassword",
    summary: "Change the own password; ends all other sessions",
    description: "Changes the caller's password and ends all their other sessions.",
    errors: ["invalid_credentials"],
    body: changePasswordRequestSchema,
  },
  {
    ...own,
    method: "delete",
    path: `${base}/me/sessions`,
    id: "endOtherSessions",
    summary: "End all own sessions but this one",
    description: "Signs the caller out everywhere but here, and returns how many sessions ended.",
    answer: z.object({ ended: z.number().int() }),
  },
  {
    ...own,
    method: "delete",
    path: `${base}/me/sessions/:id`,
    id: "endOwnSession",
    summary: "End one of the own sessions",
    description: "Signs the caller out on one device.",
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/tenant`,
    id: "switchTenant",
    summary: "Work for another of the own tenants in this session",
    description:
      "Makes the session work for another of the caller's tenants. Pages that were opened for the tenant before are refused with `tenant_changed`.",
    body: switchTenantRequestSchema,
  },
];
