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
import { okResponseSchema } from "../../../protocol/requests.ts";
import { accountOperations } from "./account-operations.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const people = { tag: "people", auth: "agent", answer: okResponseSchema } as const;

/** Who works for the tenant. */
export const peopleOperations: Operation[] = [
  {
    ...people,
    method: "get",
    path: `${base}/people`,
    id: "listPeople",
    summary: "List people and invitations",
    description:
      "Lists the tenant's people with their role, two-factor status and last activity, and the open invitations.",
    answer: peopleResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people`,
    id: "addPerson",
    summary: "Create an account with a password",
    description:
      "Creates an account and returns its password, which is shown only once. To invite someone by e-mail or link instead, use `POST /api/v1/admin/people/invitations`.",
    role: "admin",
    errors: ["conflict"],
    body: addPersonRequestSchema,
    status: 201,
    answer: addPersonResponseSchema,
  },
  {
    ...people,
    method: "patch",
    path: `${base}/people/:id`,
    id: "changePersonRole",
    summary: "Change a person's role",
    description: "Changes a person's role. It applies from their next call. The last admin must stay an admin.",
    role: "admin",
    errors: ["conflict"],
    body: changePersonRequestSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/people/:id`,
    id: "removePerson",
    summary: "Remove a person from the tenant",
    description:
      "Removes a person from the tenant. Their open tickets become unassigned and wait for the team. The last admin cannot be removed.",
    role: "admin",
    errors: ["conflict"],
    answer: removePersonResponseSchema,
  },
  {
    ...people,
    method: "get",
    path: `${base}/people/:id/tickets`,
    id: "countPersonTickets",
    summary: "Count a person's open tickets",
    description: "Returns the number of open tickets assigned to a person. Use it before you remove them.",
    role: "admin",
    answer: personTicketsResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people/:id/reset-link`,
    id: "createResetLink",
    summary: "Create a password reset link",
    description:
      "Creates a link with which a person can set a new password, for installations without a mail server. The link works once.",
    role: "admin",
    errors: ["conflict"],
    status: 201,
    answer: resetLinkResponseSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/people/:id/two-factor`,
    id: "resetTwoFactor",
    summary: "Turn off a person's two-factor authentication",
    description:
      "Turns off two-factor authentication for a person who has lost their authenticator app and recovery codes. They sign in with only their password until they set it up again.",
    role: "admin",
  },
  {
    method: "get",
    path: `${base}/people/:id/picture`,
    id: "readPersonPicture",
    summary: "Get a person's picture",
    description: "Returns the picture that a person has uploaded.",
    tag: "people",
    auth: "agent",
    bytes: "image/*",
  },
  {
    ...people,
    method: "post",
    path: `${base}/people/invitations`,
    id: "invitePerson",
    summary: "Invite a person",
    description:
      "Sends an invitation by e-mail, or returns its link with `link: true`. The invitation expires after seven days.",
    role: "admin",
    errors: ["conflict"],
    body: inviteRequestSchema,
    status: 201,
    answer: inviteResponseSchema,
  },
  {
    ...people,
    method: "post",
    path: `${base}/people/invitations/:id/resend`,
    id: "resendInvitation",
    summary: "Send an invitation again",
    description:
      "Replaces the invitation's link and sends it again, or returns the new link with `link: true`. The previous link stops working.",
    role: "admin",
    body: resendRequestSchema,
    answer: inviteResponseSchema,
  },
  {
    ...people,
    method: "delete",
    path: `${base}/people/invitations/:id`,
    id: "withdrawInvitation",
    summary: "Withdraw an invitation",
    description: "Withdraws an invitation. Its link stops working.",
    role: "admin",
  },
  ...accountOperations,
];
