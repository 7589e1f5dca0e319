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
    summary: "Hold an answer that is not sent yet against the documents, sentence by sentence; nothing of it is stored",
    description:
      "Compares every sentence of an answer that is not sent yet with the documents, and returns for each whether they support it, contradict it or say nothing, with passage and quote, what the answer leaves open, and a grade. Nothing is stored.",
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
    summary:
      "What was made of a ticket for its agents: translations into a language, a summary; and whether a model can",
    description:
      "Returns the visitor's language, whether a model translates, the translations into the reader's language that were made before, and the latest summary.",
    ...desk,
    query: aidsQuerySchema,
    answer: ticketAidsSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/translations`,
    id: "translateMessage",
    summary: "A message in another language, by a model; kept, so that the same again costs nothing",
    description:
      "Has a model translate one message of the ticket and keeps the result. `lost` names numbers, code and links that differ from the original.",
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
    summary: "An answer in another language before it is sent; nothing of it is stored",
    description:
      "Has a model translate an answer that is about to be sent. Nothing is stored. `lost` names numbers, code and links that differ from the original.",
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
    summary: "What was asked, tried and is open; made anew when something was said since",
    description:
      "Summarizes what was asked, what was tried and what is open, in the reader's language. The summary is kept and only made anew when something was said since.",
    role: "agent",
    errors: ["unavailable"],
    ...desk,
    body: recapRequestSchema,
    answer: recapSchema,
  },
];
