import type { RequestHandler } from "express";
import { type ResumeRequest, resumeRequestSchema } from "../../../../protocol/requests.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import type { ClarificationRequest } from "../../turns/answer-clarification.ts";
import type { TicketLogDeps } from "./deps.ts";
import { streamTurn } from "./stream.ts";

/** `POST /api/v1/chat/resume`: answers a clarification, and is answered with the stream of the turn that goes on. */
export function resumeRoute(deps: TicketLogDeps): RequestHandler {
  return async (req, res) => {
    const visitor = visitorOf(res);
    const body = parseBody(resumeRequestSchema, req.body);
    const { accepted, messageId } = await deps.turns.resume({
      tenantId: visitor.tenantId,
      ticketId: visitor.ticketId,
      clarificationId: body.clarification_id,
      answer: answerOf(body),
    });
    await streamTurn(deps, { caller: visitor, request: req, response: res }, { accepted, messageId });
  };
}

function answerOf({ choice, text }: ResumeRequest): ClarificationRequest["answer"] {
  if (choice !== undefined) return { type: "choice", choice };
  return text !== undefined && text.trim() !== "" ? { type: "text", text } : { type: "cancel" };
}
