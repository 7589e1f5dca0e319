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
    summary: "Hand over a mail that came to the address for replies",
    description:
      "Takes a mail that came to the mailbox for replies and makes its text the visitor's next message. The body is the mail as it came over the wire (`message/rfc822`) or the form of a provider. `INBOUND_MAIL_SECRET` is the bearer token, or the password of a basic sign-in.",
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
    summary: "Hand over a mail, for a provider that looks at the end of the address",
    description:
      "Takes a mail like `POST /api/v1/mail/inbound`, for providers that send the raw mail only to addresses that end in `mime`.",
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
    summary: "Page that asks whether answers by mail are to end",
    description:
      "Returns a page that asks whether answers by mail are to end, for the link at the end of each mail. Opening it changes nothing.",
    tag: "service",
    auth: "none",
    query: z.object({ token: z.string() }),
    text: "text/html",
  },
  {
    method: "post",
    path: `${base}/stop`,
    id: "stopMail",
    summary: "End answers by mail to the address of a ticket's visitor (RFC 8058)",
    description:
      "Ends answers by mail to the address that the token was made for, as mail programs do with one click (RFC 8058).",
    tag: "service",
    auth: "none",
    query: z.object({ token: z.string() }),
    text: "text/html",
  },
];
