import { z } from "zod";
import { endedAsSchema, escalationReasonSchema, ownerSchema, ticketStatusSchema } from "./messages.ts";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./requests.ts";
import { ticketDueSchema } from "./service-levels.ts";
import { labelSchema, ticketPrioritySchema } from "./triage.ts";

/** A text in pieces, in order; `hit` says that a piece was looked for. Plain text, never markup. */
export const segmentsSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Segments = z.infer<typeof segmentsSchema>;

export const ticketSummarySchema = z.object({
  id: z.string(),
  number: z.number().int(),
  status: ticketStatusSchema,
  owner: ownerSchema,
  subject: z.string(),
  preview: z.string(),
  /** What was asked when a person was called in, so that it can be understood by itself. */
  question: z.string().nullable(),
  visitor: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    external_id: z.string().nullable(),
    locale: z.string().nullable().optional(),
  }),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  escalation_reason: escalationReasonSchema.nullable(),
  /** When the visitor asked for a person, or wrote to one, and was not answered yet. */
  waiting_since: z.string().nullable(),
  /** By when something has to happen; null where no level of service says so. */
  due: ticketDueSchema.nullable(),
  priority: ticketPrioritySchema,
  labels: z.array(labelSchema),
  /** Out of the way until then; without a time until the visitor writes. Null: not. */
  snoozed: z.object({ until: z.string().nullable() }).nullable(),
  ended_as: endedAsSchema,
  /** What a search found; absent without one. */
  match: z
    .object({
      source: z.enum(["message", "file"]).nullable(),
      snippet: segmentsSchema.nullable(),
      title: segmentsSchema.nullable(),
      name: segmentsSchema.nullable(),
    })
    .optional(),
  message_count: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type TicketSummary = z.infer<typeof ticketSummarySchema>;

export const ticketViewSchema = z.enum([
  "needs_person",
  "mine",
  "unassigned",
  "pending_visitor",
  "assistant",
  "snoozed",
  "resolved",
  "all",
]);
/** Newest change first; who waits for a person before everybody else, the longest wait first; the most urgent first; or what is due first. */
export const ticketSortSchema = z.enum(["changed", "waiting", "priority", "due"]);
/** Several values in one parameter, with commas between them. */
const listed = <T extends z.ZodType<unknown, string>>(item: T, most: number) =>
  z
    .string()
    .max(most * 40)
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(item).min(1).max(most));
export const ticketListQuerySchema = listQuerySchema.extend({
  status: ticketStatusSchema.optional(),
  view: ticketViewSchema.optional(),
  sort: ticketSortSchema.optional(),
  q: plainText.max(200).optional(),
  /** A person's id, `me`, or `none`. */
  assignee: plainText.min(1).max(100).optional(),
  priority: listed(ticketPrioritySchema, 4).optional(),
  /** Ids of labels; a ticket has one of them. */
  label: listed(z.uuid(), 20).optional(),
  /** These tickets, as far as the rest lets them through. */
  ids: listed(z.uuid(), 50).optional(),
});
export const ticketListResponseSchema = pageOf(ticketSummarySchema).extend({
  /** Tickets per view, for the console's rail, up to `maxCounted` (ticket-counts.ts); `GET metrics` counts them all. */
  counts: z.partialRecord(ticketViewSchema, z.number().int().nonnegative()).optional(),
  /** What of the search was not understood, in plain words. */
  hints: z.array(z.string()).optional(),
  /** When the next snoozed ticket comes back. */
  next_return: z.string().nullable().optional(),
});
export type TicketListResponse = z.infer<typeof ticketListResponseSchema>;
