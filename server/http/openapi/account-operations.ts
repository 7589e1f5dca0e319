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
    summary: "Get your account and active sessions",
    description: "Returns the caller's account: names, picture, two-factor status, passkeys and active sessions.",
    answer: profileSchema,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/me/profile`,
    id: "changeProfile",
    summary: "Change your name and display name",
    description:
      "Changes the caller's name and `shown_as`, the display name that visitors see. Set `shown_as` to null to show the name itself.",
    body: changeProfileRequestSchema,
    answer: profileSchema,
  },
  {
    ...own,
    method: "get",
    path: `${base}/me/notifications`,
    id: "readNotices",
    summary: "Get your notification settings",
    description:
      "Returns the caller's e-mail and browser notification settings, and whether a mail server is configured.",
    answer: noticeRulesResponseSchema,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/me/notifications`,
    id: "changeNotices",
    summary: "Change your notification settings",
    description: "Changes the caller's notification settings. Settings that you leave out stay the same.",
    body: changeNoticeRulesRequestSchema,
    answer: noticeRulesResponseSchema,
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/presence`,
    id: "sayPresent",
    summary: "Report that the console is open or closing",
    description:
      "The console calls this every minute while it is open, and with `here: false` when it closes. Automatic assignment gives new tickets only to people who are present.",
    body: presenceRequestSchema,
    answer: ownPresenceSchema,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/me/presence`,
    id: "changePresence",
    summary: "Set yourself away or back",
    description:
      "Marks the caller as away, until `until` if given, or as back. Automatic assignment skips people who are away.",
    body: changePresenceRequestSchema,
    answer: ownPresenceSchema,
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/picture`,
    id: "savePicture",
    summary: "Upload your picture",
    description: "Sets the caller's picture: a base64-encoded PNG or WebP of at most 256 × 256 pixels and 64 KB.",
    body: pictureRequestSchema,
    answer: z.object({ picture: z.string() }),
  },
  {
    ...own,
    method: "delete",
    path: `${base}/me/picture`,
    id: "deletePicture",
    summary: "Delete your picture",
    description: "Deletes the caller's picture. Their initials are shown instead.",
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/password`,
    id: "changePassword",
    summary: "Change your password and sign out everywhere else",
    description: "Changes the caller's password and ends all their other sessions.",
    errors: ["invalid_credentials"],
    body: changePasswordRequestSchema,
  },
  {
    ...own,
    method: "delete",
    path: `${base}/me/sessions`,
    id: "endOtherSessions",
    summary: "Sign out everywhere else",
    description: "Ends all sessions of the caller except this one, and returns how many ended.",
    answer: z.object({ ended: z.number().int() }),
  },
  {
    ...own,
    method: "delete",
    path: `${base}/me/sessions/:id`,
    id: "endOwnSession",
    summary: "End one of your sessions",
    description: "Signs the caller out on one device.",
  },
  {
    ...own,
    method: "post",
    path: `${base}/me/tenant`,
    id: "switchTenant",
    summary: "Switch to another of your tenants",
    description:
      "Switches the session to another of the caller's tenants. Pages opened for the previous tenant then get `tenant_changed`.",
    body: switchTenantRequestSchema,
  },
];
