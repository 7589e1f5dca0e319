import { answerBasisSchema, reportRequestSchema, reportStateSchema } from "../answer-basis.ts";
import { messageIdSchema } from "../ids.ts";
import { routes } from "../route.ts";

/** A visitor asks about an answer of the assistant. */
export const visitorAnswerRoutes = routes(
  { base: "/api/v1/chat", tag: "chat", auth: "visitor", params: { id: messageIdSchema } },
  {
    explainAnswer: {
      at: "GET /answers/:id",
      summary: "Explain an answer",
      description:
        "Returns the sources of an answer of the assistant in this ticket, with the version of each document that was used and its date, and the parts that were not found. Returns no text of documents. Other messages and messages of other tickets return `not_found`.",
      response: answerBasisSchema,
    },
    reportAnswer: {
      at: "POST /answers/:id/report",
      summary: "Report a wrong answer",
      description:
        "Reports an answer of the assistant in this ticket as wrong, with an optional sentence. The answer leaves the cache, a gap opens in the console, and the ticket gets a message when the gap is closed or ignored. Repeating the call has no second effect.",
      errors: ["not_accepted"],
      body: reportRequestSchema,
      example: { text: "The price is from last year." },
      response: reportStateSchema,
    },
  },
);
