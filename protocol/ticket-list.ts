import { z } from "zod";
import { endedAsSchema, escalationReasonSchema, ownerSchema, ticketStatusSchema } from "./messages.ts";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./requests.ts";
import { ticketDueSchema } from "./service-levels.ts";
import { labelSchema, ticketPrioritySchema } from "./triage.ts";

/** A text in ordered parts; `hit` marks the parts that match the search. Plain text, never markup. */
export const segmentsSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Segments = z.infer<typeof segmentsSchema>;

export const ticketSummarySchema = z.object({
  id: z.string(),
  number: z.number().int(),
  status: ticketStatusSchema,
  owner: ownerSchema,
  subject: z.string(),
  preview: z.string(),
  /** The question at the hand-over, rephrased so that it can be understood alone. */
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
  /** Time at which the visitor asked for the team or wrote to it; null once somebody has replied. */
  waiting_since: z.string().nullable(),
  /** The next reply-time target; null when none applies. */
  due: ticketDueSchema.nullable(),
  priority: ticketPrioritySchema,
  labels: z.array(labelSchema),
  /** Hidden until this time; without a time until the visitor writes. Null: not snoozed. */
  snoozed: z.object({ until: z.string().nullable() }).nullable(),
  ended_as: endedAsSchema,
  /** The visitor reported an answer as wrong and has not been told the outcome. Absent: no open report. */
  is_reported: z.literal(true).optional(),
  /** The match of a search; absent without a search. */
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
  "reported",
  "snoozed",
  "resolved",
  "all",
]);
/**
 * `changed`: newest change first. `waiting`: tickets that wait for the team first, longest wait first. `priority`: most urgent first.
 * `due`: earliest target time first.
 */
export const ticketSortSchema = z.enum(["changed", "waiting", "priority", "due"]);
/** Several values in one parameter, separated by commas. */
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
  /** A member's id, `me`, or `none`. */
  assignee: plainText.min(1).max(100).optional(),
  priority: listed(ticketPrioritySchema, 4).optional(),
  /** Label ids; a ticket matches with any of them. */
  label: listed(z.uuid(), 20).optional(),
  /** Only these tickets, if they match the other filters. */
  ids: listed(z.uuid(), 50).optional(),
});
export const ticketListResponseSchema = pageOf(ticketSummarySchema).extend({
  /** Tickets per view, for the console's rail, up to `maxCounted` (ticket-counts.ts); `GET metrics` has complete counts. */
  counts: z.partialRecord(ticketViewSchema, z.number().int().nonnegative()).optional(),
  /** Parts of the search that were not understood, in plain words. */
  hints: z.array(z.string()).optional(),
  /** Time at which the next snoozed ticket returns. */
  next_return: z.string().nullable().optional(),
});
export type TicketListResponse = z.infer<typeof ticketListResponseSchema>;
