import type { RequestHandler } from "express";
import {
  acceptInvitationRequestSchema,
  forgotRequestSchema,
  linkRequestSchema,
  resetRequestSchema,
} from "../../../../protocol/account.ts";
import { AppError } from "../../../core/errors.ts";
import type { HttpContext } from "../../../http/context.ts";
import { requireOwnPage } from "../../../http/own-page.ts";
import { parseBody } from "../../../http/parse.ts";
import { acceptInvitation, joinTenant, readInvitation } from "../../people/accept.ts";
import { askForReset, resetPassword } from "../../people/reset-password.ts";
import { headersOf } from "./forward.ts";

type LinkContext = Pick<HttpContext, "auth" | "people">;

/** `POST invitations/open`: what an invitation is to. The token comes in the body, so that it is in no log of addresses. */
export function openInvitationRoute({ people }: Pick<HttpContext, "people">): RequestHandler {
  return async (request, response) => {
    const { token } = parseBody(linkRequestSchema, request.body);
    response.json(await readInvitation(people, token));
  };
}

/** `POST invitations/accept`: makes the account; its owner signs in after that. */
export function acceptInvitationRoute({ people }: Pick<HttpContext, "people">): RequestHandler {
  return async (request, response) => {
    const body = parseBody(acceptInvitationRequestSchema, request.body);
    response.status(201).json({ email: await acceptInvitation(people, body) });
  };
}

/** `POST invitations/join`: the signed-in person works for one more tenant. */
export function joinTenantRoute({ auth, people }: LinkContext): RequestHandler {
  return async (request, response) => {
    const { token } = parseBody(linkRequestSchema, request.body);
    requireOwnPage(auth, request);
    const person = await auth.console.findPerson(headersOf(request));
    if (!person) throw new AppError("unauthorized", "Sign in to continue.");
    await joinTenant(people, { token, person });
    response.json({ ok: true });
  };
}

/** `POST password/forgot`: the same answer, after the same time, whoever is asked for. */
export function forgotRoute({ auth, people }: LinkContext): RequestHandler {
  return async (request, response) => {
    const { email } = parseBody(forgotRequestSchema, request.body);
    const mayEmail = await auth.limits.take("reset_account", email.trim().toLowerCase()).then(
      () => true,
      (error: unknown) => {
        // A mailbox is not flooded from many addresses. Said as if the mail went out: it did, a few times, within the hour.
        if (error instanceof AppError && error.code === "rate_limited") return false;
        throw error;
      },
    );
    await askForReset(people, mayEmail ? email : null);
    response.json({ mail: people.wakeEmail !== null });
  };
}

/** `POST password/reset`: sets the password that the link is for. */
export function resetPasswordRoute({ people }: Pick<HttpContext, "people">): RequestHandler {
  return async (request, response) => {
    await resetPassword(people, parseBody(resetRequestSchema, request.body));
    response.json({ ok: true });
  };
}
