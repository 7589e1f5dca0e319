import type { RequestHandler } from "express";
import { transcriptRequestSchema } from "../../../../protocol/visitor-tickets.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import type { ChatActions } from "./actions.ts";

/** `POST transcript`: the ticket by e-mail. Answered once it is noted; a worker sends it. */
export function transcriptRoute(auth: AuthServices, { requestTranscript }: ChatActions): RequestHandler {
  return async (request, response) => {
    if (!requestTranscript) throw new AppError("not_found", "E-mail is not set up here, so no transcript can be sent.");
    const { email: recipient } = parseBody(transcriptRequestSchema, request.body);
    const { tenantId, ticketId } = visitorOf(response);
    await auth.limits.take("transcript_address", addressKey(request));
    await auth.limits.take("transcript_tenant", tenantId);
    await requestTranscript({ tenantId, ticketId, recipient });
    response.json({ ok: true });
  };
}
