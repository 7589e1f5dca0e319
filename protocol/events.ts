import { z } from "zod";
import {
  agentRefSchema,
  escalationReasonSchema,
  maxSuggested,
  messageSchema,
  ownerSchema,
  relatedSectionSchema,
  ticketStatusSchema,
} from "./messages.ts";
import { confirmationSchema, toolActivitySchema } from "./tools.ts";
import { ticketRatingSchema } from "./visitor-tickets.ts";

/** Graph nodes that visitors may see as a status. `queue` comes before all others, when the turn has to wait. */
const nodeNameSchema = z.enum([
  "queue",
  "check_cache",
  "contextualize",
  "retrieve",
  "clarify",
  "act",
  "generate",
  "grade",
  "escalate",
  "await_human",
  "finish",
]);

/**
 * Fields of every event. `sequence` numbers a ticket's stored events without gaps. A short-lived event has the number of the stored event
 * before it.
 */
const base = {
  event_id: z.string(),
  turn_id: z.string().nullable(),
  sequence: z.number().int().nonnegative(),
  created_at: z.string(),
};

const documentRef = z.object({ id: z.string(), title: z.string(), url: z.string().optional() });

/** Payloads by event type, as a producer passes them to the log before they are numbered. */
export const eventPayloads = {
  status: z.object({
    node: nodeNameSchema,
    content: z.string(),
    documents: z.array(documentRef).optional(),
    web_query: z.string().optional(),
  }),
  thinking: z.object({ content: z.string() }),
  token: z.object({ content: z.string() }),
  tool_call_start: z.object({
    tool_call_id: z.string(),
    name: z.string(),
    title: z.string().optional(),
    connection: z.string().optional(),
  }),
  tool_call_delta: z.object({ tool_call_id: z.string(), arguments: z.string() }),
  tool_call_end: z.object({ tool_call_id: z.string(), arguments: z.unknown() }),
  tool_result: z.object({
    tool_call_id: z.string(),
    content: z.string(),
    is_error: z.boolean(),
    activity: toolActivitySchema.optional(),
  }),
  confirmation_required: confirmationSchema,
  /** `outcome`: the decision; `by`: the person who made it. Both may be absent. */
  confirmation_response: z.object({
    confirmation_id: z.string(),
    approved: z.boolean(),
    outcome: z.enum(["approved", "declined", "expired", "withdrawn"]).optional(),
    by: z.enum(["visitor", "agent", "system"]).optional(),
  }),
  clarification: z.object({
    clarification_id: z.string(),
    prompt: z.string(),
    kind: z.enum(["choice", "text"]),
    options: z.array(z.object({ id: z.string(), label: z.string() })),
  }),
  message: z.object({ message: messageSchema, replaces_stream: z.boolean().optional() }),
  escalation: z.object({
    ticket_number: z.number().int(),
    reason: escalationReasonSchema,
    content: z.string(),
    expected_by: z.string().optional(),
    /** Sections that may help while the visitor waits, with their text; absent when there are none. */
    related: z.array(relatedSectionSchema).max(maxSuggested).optional(),
  }),
  owner: z.object({
    owner: ownerSchema,
    status: ticketStatusSchema,
    agent: agentRefSchema.optional(),
    /** The visitor left: the ticket ended after the tenant's inactivity time. */
    inactive: z.literal(true).optional(),
    /** Number of the visitor's ticket in which this one continues. */
    merged_into: z.number().int().optional(),
    /** The section that solved the visitor's question, and the message that showed it. */
    solved_with: relatedSectionSchema
      .pick({ chunk_id: true, title: true, heading: true })
      .extend({ message_id: z.string() })
      .optional(),
  }),
  /** Somebody is typing. Repeated while they type; `over` when they stop. Never stored. */
  typing: z.object({
    who: z.enum(["visitor", "agent", "assistant"]),
    name: z.string().optional(),
    over: z.boolean().optional(),
  }),
  /** The visitor has had the ticket on screen, up to its newest answer or further than before. Never stored. */
  seen: z.object({ at: z.string() }),
  /** Another ticket of the same visitor has a new message. Only the visitor receives it; never stored. */
  elsewhere: z.object({ ticket_id: z.string() }),
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** The visitor can retry after both. Errors before a turn (limits, permissions) are an HTTP status instead. */
    error_type: z.enum(["recoverable", "timeout"]),
  }),
  /** The visitor's rating for an end of the ticket. */
  rating: ticketRatingSchema.omit({ created_at: true }),
  cancel: z.object({ reason: z.string().optional() }),
  end: z.object({}),
  reset: z.object({
    reason: z.enum(["cursor_too_old", "cursor_from_future"]),
    status: ticketStatusSchema,
    owner: ownerSchema,
  }),
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventPayload<T extends EventType = EventType> = z.infer<(typeof eventPayloads)[T]>;

const baseSchema = z.object(base);
// Written out per type, because type inference from the generic `eventOf` mixes the payloads of all types.
export type StreamEventOf<T extends EventType> = T extends EventType
  ? { type: T } & z.infer<typeof baseSchema> & (T extends "end" ? object : EventPayload<T>)
  : never;
export type StreamEvent = StreamEventOf<EventType>;

function eventOf<T extends EventType>(type: T) {
  return z.object({ type: z.literal(type), ...base, ...eventPayloads[type].shape });
}

/** Any item of the stream: the `data` of an SSE frame whose `event` is `type` and whose `id` is the log's cursor. */
export const streamEventSchema: z.ZodType<StreamEvent> = z.discriminatedUnion("type", [
  eventOf("status"),
  eventOf("thinking"),
  eventOf("token"),
  eventOf("tool_call_start"),
  eventOf("tool_call_delta"),
  eventOf("tool_call_end"),
  eventOf("tool_result"),
  eventOf("confirmation_required"),
  eventOf("confirmation_response"),
  eventOf("clarification"),
  eventOf("message"),
  eventOf("escalation"),
  eventOf("owner"),
  eventOf("typing"),
  eventOf("seen"),
  eventOf("elsewhere"),
  eventOf("error"),
  eventOf("rating"),
  eventOf("cancel"),
  eventOf("end"),
  eventOf("reset"),
  // The generic `eventOf` loses the link between type and payload for the compiler; the schema still checks it.
]) as unknown as z.ZodType<StreamEvent>;

const eventTypes = Object.keys(eventPayloads) as EventType[]; // the keys of the record above

/** The fields that the server itself needs in an event that it does not fully understand. */
const relayedSchema = z.looseObject({ type: z.enum(eventTypes), ...base });
const relayedMessageSchema = z.looseObject({ message: z.looseObject({ id: z.string() }) });

/**
 * Reads an event that another version of Parley may have written: during an upgrade old and new processes share one log. New content never
 * makes an event of a known type invalid. Unknown fields are dropped; an event with an unknown enum value (a status, a reason) is passed on
 * as it was written.
 * @returns null for an unknown type and for anything that is not an event; readers skip it.
 */
export function readStreamEvent(value: unknown): StreamEvent | null {
  const known = streamEventSchema.safeParse(value);
  if (known.success) return known.data;
  const relayed = relayedSchema.safeParse(value);
  if (!relayed.success || (relayed.data.type === "message" && !relayedMessageSchema.safeParse(value).success))
    return null;
  // The type is known and the common fields are valid. Only the final reader checks the rest.
  return relayed.data as unknown as StreamEvent;
}

/** Events stored in `ticket_events`. The others exist only in the hub and can be missed. Tool results are stored with their message. */
export const storedEventTypes = [
  "confirmation_required",
  "confirmation_response",
  "clarification",
  "message",
  "escalation",
  "owner",
  "error",
  "rating",
  "cancel",
  "end",
] as const satisfies readonly EventType[];
