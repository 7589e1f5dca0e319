import { z } from "zod";
import {
  acceptInvitationRequestSchema,
  forgotRequestSchema,
  forgotResponseSchema,
  linkRequestSchema,
  openInvitationSchema,
  resetRequestSchema,
} from "../account.ts";
import { routes } from "../route.ts";

/** Routes for the links in invitations and password resets. */
export const linkRoutes = routes(
  { base: "/api/v1/auth", tag: "sign-in", auth: "none" },
  {
    forgotPassword: {
      at: "POST /password/forgot",
      summary: "Request a password reset link",
      description:
        "Sends a password reset link if the address has an account. The response is the same for every address: it only says whether a mail server is configured.",
      body: forgotRequestSchema,
      example: { email: "ada@example.com" },
      response: forgotResponseSchema,
    },
    resetPassword: {
      at: "POST /password/reset",
      summary: "Reset a password",
      description: "Sets a new password with the token of a reset link and ends all sessions of the account.",
      errors: ["link_ended"],
      body: resetRequestSchema,
      example: { token: "q3Rk0pXw8mVtZ1yLq3Rk0pXw8mVtZ1yLq3Rk0pXw8mV", password: "correct horse battery staple" },
    },
    openInvitation: {
      at: "POST /invitations/open",
      summary: "Get an invitation",
      description: "Returns an invitation's tenant, role and address, and whether the address already has an account.",
      errors: ["link_ended"],
      body: linkRequestSchema,
      example: { token: "q3Rk0pXw8mVtZ1yLq3Rk0pXw8mVtZ1yLq3Rk0pXw8mV" },
      response: openInvitationSchema,
    },
    acceptInvitation: {
      at: "POST /invitations/accept",
      summary: "Accept an invitation with a new account",
      description:
        "Creates an account for the invited address and accepts the invitation. If the address already has an account, use `invitations/join` instead.",
      errors: ["link_ended", "conflict"],
      body: acceptInvitationRequestSchema,
      example: {
        token: "q3Rk0pXw8mVtZ1yLq3Rk0pXw8mVtZ1yLq3Rk0pXw8mV",
        name: "Grace Hopper",
        password: "correct horse battery staple",
      },
      status: 201,
      response: z.object({ email: z.string() }),
    },
    joinTenant: {
      at: "POST /invitations/join",
      auth: "person",
      summary: "Accept an invitation with your account",
      description: "Accepts an invitation as the signed-in user, whose address must be the invited one.",
      errors: ["link_ended", "conflict"],
      body: linkRequestSchema,
      example: { token: "q3Rk0pXw8mVtZ1yLq3Rk0pXw8mVtZ1yLq3Rk0pXw8mV" },
    },
  },
);
