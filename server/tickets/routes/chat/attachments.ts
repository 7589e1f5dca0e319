import type { RequestHandler } from "express";
import { attachmentIdSchema } from "../../../../protocol/ids.ts";
import type { HttpContext } from "../../../http/context.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseId } from "../../../http/parse.ts";
import { receiveAttachment, sendAttachment } from "../attachment.ts";

type AttachmentContext = Pick<HttpContext, "attachments">;

/** `POST attachments`: one file for a message that comes later. */
export function sendAttachmentRoute({ attachments }: AttachmentContext): RequestHandler {
  return async (request, response) => {
    const { tenantId, ticketId } = visitorOf(response);
    const attachment = await receiveAttachment(attachments, request, { tenantId, ticketId, sender: "visitor" });
    response.status(201).json({ attachment });
  };
}

/** `GET attachments/:id`: its bytes; the session is in the header, never in the address. */
export function readAttachmentRoute({ attachments }: AttachmentContext): RequestHandler {
  return async (request, response) => {
    const { tenantId, ticketId } = visitorOf(response);
    const id = parseId(attachmentIdSchema, request.params.id);
    // Read by the widget on the customer's page, whatever that page demands of what it embeds.
    response.set("Cross-Origin-Resource-Policy", "cross-origin");
    await sendAttachment(attachments, { request, response }, { tenantId, ticketId, id, reader: "visitor" });
  };
}
