import type { RequestHandler } from "express";
import { z } from "zod";
import { confirmationAnswerSchema } from "../../../../protocol/tools.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody, parseId } from "../../../http/parse.ts";
import { sendLog } from "../../../http/send-log.ts";
import type { TicketLogDeps } from "./deps.ts";
import { placeOf, untilAnswered } from "./stream.ts";

/** `POST /api/v1/chat/confirmations/:id`: a visitor's yes or no, answered with the stream of the turn that goes on. */
export function answerConfirmationRoute(deps: TicketLogDeps): RequestHandler {
  return async (req, res) => {
    const { tenantId, ticketId } = visitorOf(res);
    const confirmationId = parseId(z.uuid(), req.params.id);
    const { approved } = parseBody(confirmationAnswerSchema, req.body);
    const { accepted, messageId } = await deps.turns.answerConfirmation({
      tenantId,
      ticketId,
      confirmationId,
      said: { by: "visitor", approved },
    });
    await sendLog(deps.streams, {
      exchange: { req, res, endsItself: true },
      open: async (signal) =>
        untilAnswered(
          await deps.openLog({ tenantId, ticketId }, { ...placeOf(accepted), signal }),
          accepted,
          messageId ?? "",
        ),
    });
  };
}
