import { z } from "zod";
import { inboundResponseSchema } from "../email.ts";
import { routes } from "../route.ts";

/** Inbound e-mails, and unsubscribing. */
export const emailRoutes = routes(
  { base: "/api/v1/mail", tag: "service", auth: "mail" },
  {
    takeEmail: {
      at: "POST /inbound",
      summary: "Deliver an incoming e-mail reply",
      description:
        "Adds the text of an incoming e-mail reply to the ticket as the visitor's next message. The body is the raw e-mail (`message/rfc822`) or the form of a provider. Authenticate with `INBOUND_MAIL_SECRET` as the bearer token or as the basic-auth password.",
      errors: ["unprocessable_document", "not_found", "overloaded"],
      query: z.object({ recipient: z.string().optional() }),
      response: inboundResponseSchema,
    },
    takeMimeEmail: {
      at: "POST /inbound/mime",
      summary: "Deliver an incoming e-mail reply (URL ending in mime)",
      description:
        "Works like `POST /api/v1/mail/inbound`, for providers that send raw e-mails only to URLs that end in `mime`.",
      errors: ["unprocessable_document", "not_found", "overloaded"],
      query: z.object({ recipient: z.string().optional() }),
      response: inboundResponseSchema,
    },
    readEmailStop: {
      at: "GET /stop",
      auth: "none",
      summary: "Show the unsubscribe page",
      description: "Returns the page behind the unsubscribe link of each e-mail. Opening it changes nothing.",
      query: z.object({ token: z.string() }),
      text: "text/html",
    },
    stopEmail: {
      at: "POST /stop",
      auth: "none",
      summary: "Unsubscribe from replies by e-mail (RFC 8058)",
      description:
        "Stops e-mail replies to the address that the token belongs to. E-mail programs call this for one-click unsubscribe (RFC 8058).",
      query: z.object({ token: z.string() }),
      text: "text/html",
    },
  },
);
