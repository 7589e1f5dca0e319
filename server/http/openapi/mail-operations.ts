import { z } from "zod";
import { inboundResponseSchema } from "../../../protocol/mail.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/mail";

/** What comes in by mail, and the end of mails. */
export const mailOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/inbound`,
    id: "takeMail",
    summary: "Deliver an incoming e-mail reply",
    description:
      "Adds the text of an incoming e-mail reply to the ticket as the visitor's next message. The body is the raw e-mail (`message/rfc822`) or the form of a provider. Authenticate with `INBOUND_MAIL_SECRET` as the bearer token or as the basic-auth password.",
    errors: ["unprocessable_document", "not_found", "overloaded"],
    tag: "service",
    auth: "mail",
    query: z.object({ recipient: z.string().optional() }),
    answer: inboundResponseSchema,
  },
  {
    method: "post",
    path: `${base}/inbound/mime`,
    id: "takeMimeMail",
    summary: "Deliver an incoming e-mail reply (URL ending in mime)",
    description:
      "Works like `POST /api/v1/mail/inbound`, for providers that send raw e-mails only to URLs that end in `mime`.",
    errors: ["unprocessable_document", "not_found", "overloaded"],
    tag: "service",
    auth: "mail",
    query: z.object({ recipient: z.string().optional() }),
    answer: inboundResponseSchema,
  },
  {
    method: "get",
    path: `${base}/stop`,
    id: "readMailStop",
    summary: "Show the unsubscribe page",
    description: "Returns the page behind the unsubscribe link of each e-mail. Opening it changes nothing.",
    tag: "service",
    auth: "none",
    query: z.object({ token: z.string() }),
    text: "text/html",
  },
  {
    method: "post",
    path: `${base}/stop`,
    id: "stopMail",
    summary: "Unsubscribe from replies by e-mail (RFC 8058)",
    description:
      "Stops e-mail replies to the address that the token belongs to. E-mail programs call this for one-click unsubscribe (RFC 8058).",
    tag: "service",
    auth: "none",
    query: z.object({ token: z.string() }),
    text: "text/html",
  },
];
