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
} from "../admin-people.ts";
import { routes } from "../route.ts";

/** The tenant's members and their invitations. */
export const peopleRoutes = routes(
  { base: "/api/v1/admin", tag: "people", auth: "agent" },
  {
    listPeople: {
      at: "GET /people",
      summary: "List people and invitations",
      description:
        "Lists the tenant's people with their role, two-factor status and last activity, and the open invitations.",
      response: peopleResponseSchema,
    },
    addPerson: {
      at: "POST /people",
      role: "admin",
      summary: "Create an account with a password",
      description:
        "Creates an account and returns its password, which is shown only once. To invite someone by e-mail or link instead, use `POST /api/v1/admin/people/invitations`.",
      errors: ["conflict"],
      body: addPersonRequestSchema,
      example: { email: "grace@example.com", name: "Grace Hopper", role: "agent" },
      status: 201,
      response: addPersonResponseSchema,
    },
    changePersonRole: {
      at: "PATCH /people/:id",
      role: "admin",
      summary: "Change a person's role",
      description: "Changes a person's role. It applies from their next call. The last admin must stay an admin.",
      errors: ["conflict"],
      body: changePersonRequestSchema,
      example: { role: "manager" },
    },
    removePerson: {
      at: "DELETE /people/:id",
      role: "admin",
      summary: "Remove a person from the tenant",
      description:
        "Removes a person from the tenant. Their open tickets become unassigned and wait for the team. The last admin cannot be removed.",
      errors: ["conflict"],
      response: removePersonResponseSchema,
    },
    countPersonTickets: {
      at: "GET /people/:id/tickets",
      role: "admin",
      summary: "Count a person's open tickets",
      description: "Returns the number of open tickets assigned to a person. Use it before you remove them.",
      response: personTicketsResponseSchema,
    },
    createResetLink: {
      at: "POST /people/:id/reset-link",
      role: "admin",
      summary: "Create a password reset link",
      description:
        "Creates a link with which a person can set a new password, for installations without a mail server. The link works once.",
      errors: ["conflict"],
      status: 201,
      response: resetLinkResponseSchema,
    },
    resetTwoFactor: {
      at: "DELETE /people/:id/two-factor",
      role: "admin",
      summary: "Turn off a person's two-factor authentication",
      description:
        "Turns off two-factor authentication for a person who has lost their authenticator app and recovery codes. They sign in with only their password until they set it up again.",
    },
    readPersonPicture: {
      at: "GET /people/:id/picture",
      summary: "Get a person's picture",
      description: "Returns the picture that a person has uploaded.",
      bytes: "image/*",
    },
    invitePerson: {
      at: "POST /people/invitations",
      role: "admin",
      summary: "Invite a person",
      description:
        "Sends an invitation by e-mail, or returns its link with `link: true`. The invitation expires after seven days.",
      errors: ["conflict"],
      body: inviteRequestSchema,
      example: { email: "grace@example.com", role: "agent" },
      status: 201,
      response: inviteResponseSchema,
    },
    resendInvitation: {
      at: "POST /people/invitations/:id/resend",
      role: "admin",
      summary: "Send an invitation again",
      description:
        "Replaces the invitation's link and sends it again, or returns the new link with `link: true`. The previous link stops working.",
      body: resendRequestSchema,
      example: { link: true },
      response: inviteResponseSchema,
    },
    withdrawInvitation: {
      at: "DELETE /people/invitations/:id",
      role: "admin",
      summary: "Withdraw an invitation",
      description: "Withdraws an invitation. Its link stops working.",
    },
  },
);
