import { z } from "zod";
import {
  changePasswordRequestSchema,
  changeProfileRequestSchema,
  pictureRequestSchema,
  profileSchema,
  switchTenantRequestSchema,
} from "../../../protocol/account.ts";
import {
  addPersonRequestSchema,
  addPersonResponseSchema,
  changePersonRequestSchema,
  inviteRequestSchema,
  inviteResponseSchema,
  peopleResponseSchema,
  personTicketsResponseSchema,
  removePersonResponseSchema,
  resendRequestSchema,
  resetLinkResponseSchema,
} from "../../../protocol/admin-people.ts";
import { changeNoticeRulesRequestSchema, noticeRulesResponseSchema } from "../../../protocol/notices.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const people = { tag: "people", auth: "agent", answer: okResponseSchema } as const;

/** Who works for the tenant, and what each keeps themselves. */
export const peopleOperations: Operation[] = [
  {
    ...people,
    method: "get",
    path: `${base}/people`,
    summary: "The people of the tenant, and who is invited",
    answer: peopleResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people`,
    summary: "Give somebody an account with a password that is shown once",
    body: addPersonRequestSchema,
    status: 201,
    answer: addPersonResponseSchema,
  },
  {
    ...people,
    method: "patch",
    path: `${base}/people/:id`,
    summary: "Change a person's role",
    body: changePersonRequestSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/people/:id`,
    summary: "Remove a person; what they work on waits for a person again",
    answer: removePersonResponseSchema,
  },
  {
    ...people,
    method: "get",
    path: `${base}/people/:id/tickets`,
    summary: "How many tickets a person works on",
    answer: personTicketsResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people/:id/reset-link`,
    summary: "Make a link with which a person sets a new password",
    status: 201,
    answer: resetLinkResponseSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/people/:id/two-factor`,
    summary: "Switch off a person's second step of signing in",
  },
  {
    method: "get",
    path: `${base}/people/:id/picture`,
    summary: "A person's picture",
    tag: "people",
    auth: "agent",
    bytes: true,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people/invitations`,
    summary: "Invite somebody, by mail or with a link",
    body: inviteRequestSchema,
    status: 201,
    answer: inviteResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people/invitations/:id/resend`,
    summary: "Send an invitation again; the link before is over",
    body: resendRequestSchema,
    answer: inviteResponseSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/people/invitations/:id`,
    summary: "Withdraw an invitation",
  },
  {
    ...people,
    method: "get",
    path: `${base}/me/profile`,
    summary: "The own account and where it is signed in",
    answer: profileSchema,
  },
  {
    ...people,
    method: "patch",
    path: `${base}/me/profile`,
    summary: "Change the own name, and the one that visitors see",
    body: changeProfileRequestSchema,
    answer: profileSchema,
  },
  {
    ...people,
    method: "get",
    path: `${base}/me/notifications`,
    summary: "What the person is told of by mail and in the browser",
    answer: noticeRulesResponseSchema,
  },
  {
    ...people,
    method: "patch",
    path: `${base}/me/notifications`,
    summary: "Change what the person is told of",
    body: changeNoticeRulesRequestSchema,
    answer: noticeRulesResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/me/picture`,
    summary: "Set the own picture",
    body: pictureRequestSchema,
    answer: z.object({ picture: z.string() }),
  },
  { ...people, method: "delete", path: `${base}/me/picture`, summary: "Remove the own picture" },
  {
    ...people,
    method: "post",
    path: `${base}/me/password`,
    summary: "Change the own password; ends all other sessions",
    body: changePasswordRequestSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/me/sessions`,
    summary: "End all own sessions but this one",
    answer: z.object({ ended: z.number().int() }),
  },
  { ...people, method: "delete", path: `${base}/me/sessions/:id`, summary: "End one of the own sessions" },
  {
    ...people,
    method: "post",
    path: `${base}/me/tenant`,
    summary: "Work for another of the own tenants in this session",
    body: switchTenantRequestSchema,
  },
];
