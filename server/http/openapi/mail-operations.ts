import { z } from "zod";
import { inboundResponseSchema } from "../../../protocol/mail.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/mail";

/** What comes in by mail, and the end of mails. */
export const mailOperations: Operation[] = [
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
    method: "post",
    path: `${base}/inbound/mime`,
    summary: "The same, for a provider that looks at the end of the address",
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
