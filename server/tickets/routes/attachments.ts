import type { RequestHandler } from "express";
import { attachmentIdSchema, ticketIdSchema } from "../../../protocol/ids.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseId } from "../../http/parse.ts";
import { receiveAttachment, sendAttachment } from "./attachment.ts";

type AttachmentContext = Pick<HttpContext, "attachments">;

/** `POST tickets/:id/attachments`: one file for a reply that comes later. */
export function sendAttachmentRoute({ attachments }: AttachmentContext): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const { tenantId } = agentOf(response);
    const attachment = await receiveAttachment(attachments, request, { tenantId, ticketId, sender: "agent" });
    response.status(201).json({ attachment });
  };
}

/** `GET tickets/:id/attachments/:attachment`: its bytes. */
export function readAttachmentRoute({ attachments }: AttachmentContext): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const id = parseId(attachmentIdSchema, request.params.attachment);
    const { tenantId } = agentOf(response);
    await sendAttachment(attachments, { request, response }, { tenantId, ticketId, id, reader: "agent" });
  };
}
