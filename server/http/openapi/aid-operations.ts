import {
  aidsQuerySchema,
  messageTranslationSchema,
  recapRequestSchema,
  recapSchema,
  ticketAidsSchema,
  translatedTextSchema,
  translateMessageRequestSchema,
  translateTextRequestSchema,
} from "../../../protocol/admin-aids.ts";
import { checkedAnswerSchema, checkRequestSchema } from "../../../protocol/admin-check.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;

/** What helps an agent who answers. */
export const aidOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/tickets/:id/check`,
    id: "checkAnswer",
    summary: "Check an unsent reply against the documents",
    description:
      "Compares every sentence of an unsent reply with the documents. Returns for each sentence whether the documents support it, contradict it or don't mention it, with passage and quote. Also returns the open points of the reply and its confidence (`grade`). Stores nothing.",
    role: "agent",
    errors: ["source_refused", "unavailable"],
    ...desk,
    body: checkRequestSchema,
    answer: checkedAnswerSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/aids`,
    id: "readTicketAids",
    summary: "Get a ticket's translations and summary",
    description:
      "Returns the visitor's language, whether a model can translate, the existing translations into the reader's language, and the latest summary.",
    ...desk,
    query: aidsQuerySchema,
    answer: ticketAidsSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/translations`,
    id: "translateMessage",
    summary: "Translate a message",
    description:
      "Translates one message of the ticket with a language model and stores the result, so that repeated calls cost nothing. `lost` lists numbers, code and links that differ from the original.",
    role: "agent",
    errors: ["not_found", "model_unavailable", "unavailable"],
    ...desk,
    body: translateMessageRequestSchema,
    answer: messageTranslationSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/translate`,
    id: "translateAnswer",
    summary: "Translate a reply before sending it",
    description:
      "Translates a reply with a language model before you send it. Stores nothing. `lost` lists numbers, code and links that differ from the original.",
    role: "agent",
    errors: ["model_unavailable", "unavailable"],
    ...desk,
    body: translateTextRequestSchema,
    answer: translatedTextSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/recap`,
    id: "summarizeTicket",
    summary: "Summarize a ticket",
    description:
      "Summarizes the visitor's request, the attempts so far and the open points, in the reader's language. The stored summary is reused until the ticket has new messages.",
    role: "agent",
    errors: ["unavailable"],
    ...desk,
    body: recapRequestSchema,
    answer: recapSchema,
  },
];
