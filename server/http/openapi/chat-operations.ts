import { z } from "zod";
import { streamEventSchema } from "../../../protocol/events.ts";
import {
  feedbackRequestSchema,
  historyResponseSchema,
  initRequestSchema,
  initResponseSchema,
  okResponseSchema,
  resumeRequestSchema,
  streamRequestSchema,
  streamTicketResponseSchema,
} from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/chat";
const eventsQuerySchema = z.object({
  ticket: z.string().optional(),
  token: z.string().optional(),
  last_event_id: z.string().optional(),
});

export const chatOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/init`,
    summary: "Start a session, or go on with that of a live token",
    tag: "chat",
    auth: "none",
    body: initRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/stream`,
    summary: "Send a message; the answer is the stream of its turn",
    tag: "chat",
    auth: "visitor",
    body: streamRequestSchema,
    stream: streamEventSchema,
  },
  {
    method: "post",
    path: `${base}/resume`,
    summary: "Answer a clarification; the answer is the stream of the turn that goes on with it",
    tag: "chat",
    auth: "visitor",
    body: resumeRequestSchema,
    stream: streamEventSchema,
  },
  {
    method: "get",
    path: `${base}/events`,
    summary: "Follow the ticket live, from Last-Event-ID on",
    tag: "chat",
    auth: "visitor",
    query: eventsQuerySchema,
    stream: streamEventSchema,
  },
  {
    method: "get",
    path: `${base}/history`,
    summary: "All messages, and the cursor to follow from",
    tag: "chat",
    auth: "visitor",
    answer: historyResponseSchema,
  },
  {
    method: "post",
    path: `${base}/stream-ticket`,
    summary: "A ticket that opens one event stream within a minute",
    tag: "chat",
    auth: "visitor",
    answer: streamTicketResponseSchema,
  },
  {
    method: "post",
    path: `${base}/feedback`,
    summary: "Rate an answer",
    tag: "chat",
    auth: "visitor",
    body: feedbackRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/cancel`,
    summary: "Stop the turn at work",
    tag: "chat",
    auth: "visitor",
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/end`,
    summary: "End the conversation",
    tag: "chat",
    auth: "visitor",
    answer: okResponseSchema,
  },
];
