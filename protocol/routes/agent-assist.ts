import { checkedAnswerSchema, checkRequestSchema } from "../admin-check.ts";
import { similarTicketsSchema } from "../admin-gaps.ts";
import {
  assistQuerySchema,
  messageTranslationSchema,
  recapRequestSchema,
  recapSchema,
  ticketAssistSchema,
  translatedTextSchema,
  translateMessageRequestSchema,
  translateTextRequestSchema,
} from "../agent-assist.ts";
import { ticketIdSchema } from "../ids.ts";
import { exampleId, routes } from "../route.ts";

/** Help for an agent who writes a reply. */
export const agentAssistRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", params: { id: ticketIdSchema } },
  {
    checkAnswer: {
      at: "POST /tickets/:id/check",
      role: "agent",
      summary: "Check an unsent reply against the documents",
      description:
        "Compares every sentence of an unsent reply with the documents. Returns for each sentence whether the documents support it, contradict it or don't mention it, with passage and quote. Also returns the open points of the reply and its confidence (`grade`). Stores nothing.",
      errors: ["source_refused", "unavailable"],
      body: checkRequestSchema,
      example: {
        text: "Sale items can be sent back within 30 days [1].",
        citations: [{ index: 1, chunk_id: exampleId("5") }],
      },
      response: checkedAnswerSchema,
    },
    readTicketAssist: {
      at: "GET /tickets/:id/assist",
      summary: "Get a ticket's translations and summary",
      description:
        "Returns the visitor's language, whether a model can translate, the existing translations into the reader's language, and the latest summary.",
      query: assistQuerySchema,
      response: ticketAssistSchema,
    },
    translateMessage: {
      at: "POST /tickets/:id/translations",
      role: "agent",
      summary: "Translate a message",
      description:
        "Translates one message of the ticket with a language model and stores the result, so that repeated calls cost nothing. `lost` lists numbers, code and links that differ from the original.",
      errors: ["not_found", "model_unavailable", "unavailable"],
      body: translateMessageRequestSchema,
      example: { message_id: exampleId("3"), language: "de" },
      response: messageTranslationSchema,
    },
    translateAnswer: {
      at: "POST /tickets/:id/translate",
      role: "agent",
      summary: "Translate a reply before sending it",
      description:
        "Translates a reply with a language model before you send it. Stores nothing. `lost` lists numbers, code and links that differ from the original.",
      errors: ["model_unavailable", "unavailable"],
      body: translateTextRequestSchema,
      example: { text: "You can send it back within 30 days.", language: "de" },
      response: translatedTextSchema,
    },
    summarizeTicket: {
      at: "POST /tickets/:id/recap",
      role: "agent",
      summary: "Summarize a ticket",
      description:
        "Summarizes the visitor's request, the attempts so far and the open points, in the reader's language. The stored summary is reused until the ticket has new messages.",
      errors: ["unavailable"],
      body: recapRequestSchema,
      example: { language: "en" },
      response: recapSchema,
    },
    listSimilarTickets: {
      at: "GET /tickets/:id/similar",
      summary: "Find similar tickets that agents answered",
      description: "Lists up to three tickets in which agents answered nearly the same question, with their answers.",
      response: similarTicketsSchema,
    },
  },
);
