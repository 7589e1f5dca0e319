import { z } from "zod";
import { arriveRequestSchema, inboundResponseSchema } from "../../../protocol/mail.ts";
import { initResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/mail";

/** What mails lead to, and what comes in by mail. */
export const mailOperations: Operation[] = [
  {
    method: "post",
    path: "/api/v1/chat/arrive",
    summary: "A session for the ticket of a link in a mail, on one of the tenant's pages",
    tag: "chat",
    auth: "none",
    body: arriveRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/inbound`,
    summary:
      "Hand over a mail that came to the address for replies; with INBOUND_MAIL_SECRET as bearer token or password",
    tag: "service",
    auth: "none",
    query: z.object({ recipient: z.string().optional() }),
    answer: inboundResponseSchema,
  },
  {
    method: "get",
    path: `${base}/stop`,
    summary: "Page that asks whether answers by mail are to end",
    tag: "service",
    auth: "none",
    query: z.object({ token: z.string() }),
  },
  {
    method: "post",
    path: `${base}/stop`,
    summary: "End answers by mail to the address of a ticket's visitor (RFC 8058)",
    tag: "service",
    auth: "none",
    query: z.object({ token: z.string() }),
  },
];
