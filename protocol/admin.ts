import { z } from "zod";
import { answerCitationsSchema } from "./admin-answers.ts";
import { adminConfirmationSchema, ticketCallSchema } from "./admin-confirmations.ts";
import { ticketNoteSchema } from "./admin-notes.ts";
import { ownerChangeSchema, visitorContextSchema } from "./admin-visitors.ts";
import { attachmentIdsSchema } from "./attachments.ts";
import { ticketEmailSchema } from "./email.ts";
import { formAnswersSchema } from "./form.ts";
import { citationSchema, endedAsSchema, gradeSchema, messagePage, ticketStatusSchema } from "./messages.ts";
import { relatedSchema } from "./related.ts";
import { plainText, saysSomething, themeSchema } from "./requests.ts";
import { ticketSummarySchema } from "./ticket-list.ts";
import { toolActivitySchema } from "./tools.ts";
import { ticketRatingSchema } from "./visitor-tickets.ts";

export const memberRoleSchema = z.enum(["viewer", "agent", "manager", "admin"]);
export type MemberRole = z.infer<typeof memberRoleSchema>;

/** `GET /admin/me`: the signed-in person or the API key, the tenant, and the permissions. */
export const meResponseSchema = z.object({
  kind: z.enum(["person", "api_key"]),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: memberRoleSchema,
  tenant: z.object({ id: z.string(), name: z.string(), theme: themeSchema }),
  /** Version of the person's picture. */
  picture: z.string().nullable().optional(),
  /** All tenants of the person, including this one; absent for a key. */
  tenants: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});
export type MeResponse = z.infer<typeof meResponseSchema>;

/** The statements of an answer that its sources support, the unsupported ones, and the unanswered parts of the question. */
export const gradingSchema = z.object({
  supported: z.array(z.string()),
  unsupported: z.array(z.string()),
  missing: z.array(z.string()),
});
export type Grading = z.infer<typeof gradingSchema>;

/** The assistant's suggested reply, with the evidence that an agent needs to judge it. */
export const draftSchema = z.object({
  content: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  /** The grading result by statement; absent when the draft was not graded. */
  grading: gradingSchema.optional(),
  sources: z.array(
    z.object({
      chunk_id: z.string(),
      document_id: z.string(),
      title: z.string(),
      url: z.string().nullable(),
      score: z.number(),
      text: z.string(),
    }),
  ),
  /** Results of tools for the draft; absent without a tool call. */
  tools: z.array(toolActivitySchema).optional(),
});
export type Draft = z.infer<typeof draftSchema>;

const usageRecordSchema = z.object({
  calls: z.array(
    z.object({
      task: z.string(),
      provider: z.string(),
      model: z.string(),
      input_tokens: z.number().int(),
      output_tokens: z.number().int(),
      cost_micros: z.number().int(),
      /** False: the model has no known price, so the cost is 0. */
      price_known: z.boolean().optional(),
      /** With tracing on: the id by which the operator finds the call. */
      trace_id: z.string().optional(),
      /** True: the provider gave no token count, so Parley estimated it. */
      tokens_estimated: z.boolean().optional(),
      latency_ms: z.number(),
      outcome: z.string(),
      /** What to do about a failed call, in one sentence. */
      advice: z.string().optional(),
      /** For a call that wrote an answer: a redacted summary of the model's reasoning. */
      thinking: z.string().optional(),
    }),
  ),
  cost_micros: z.number().int(),
});

/** A thumbs down for an answer. `is_reported`: the visitor said that the answer is wrong. */
export const dislikeSchema = z.object({
  message_id: z.string(),
  is_reported: z.boolean(),
  reason: z.string().nullable(),
  /** The gap with the question of a reported answer. The visitor is told the outcome when it is closed or ignored. */
  gap_id: z.string().nullable(),
  created_at: z.string(),
});
export type Dislike = z.infer<typeof dislikeSchema>;

export const ticketDetailSchema = z.object({
  ticket: ticketSummarySchema,
  /** The newest messages; earlier ones come with `GET tickets/:id/messages?before=`. */
  ...messagePage,
  /** `is_weak`: the confidence is below the tenant's threshold, or the draft was not graded. */
  draft: draftSchema.extend({ is_weak: z.boolean() }).nullable(),
  summary: z.string().nullable(),
  question: z.string().nullable(),
  page: z.object({ url: z.string().optional(), title: z.string().optional() }).nullable(),
  usage: usageRecordSchema,
  /** The newest agent's reply that the visitor has had on screen, with the time; null: none. */
  seen: z.object({ message_id: z.string(), at: z.string() }).nullable(),
  /** The visitor's rating for each end of the ticket, oldest first. */
  ratings: z.array(ticketRatingSchema),
  /** Answers that the visitor disliked or reported as wrong, oldest first, the newest 100. */
  dislikes: z.array(dislikeSchema),
  /** The visitor's form answers and consents from all of their tickets, newest first. */
  forms: z.array(formAnswersSchema),
  /** The team's notes, oldest first, the newest 100. Visitors never receive them. */
  notes: z.array(ticketNoteSchema),
  visitor: visitorContextSchema,
  /** The ticket's owners, oldest first; the newest 50. */
  owners: z.array(ownerChangeSchema),
  /** The ticket's e-mail state; null when none is sent, and before an agent has answered. */
  mail: ticketEmailSchema.nullable(),
  ended_as: endedAsSchema,
  /** Related and merged tickets. */
  related: relatedSchema,
  /** Changes that the assistant proposed, with the decisions; oldest first. */
  confirmations: z.array(adminConfirmationSchema),
  /** The ticket's tool calls, oldest first. */
  tool_calls: z.array(ticketCallSchema),
  /** Time until which the caller can undo their last decision; null: the caller made none, or the ticket has changed since. */
  undo_until: z.string().nullable(),
  sequence: z.number().int().nonnegative(),
});
export type TicketDetail = z.infer<typeof ticketDetailSchema>;

/** Earlier messages of a ticket. */
export const ticketMessagesSchema = z.object(messagePage);
export type TicketMessages = z.infer<typeof ticketMessagesSchema>;

const maxAnswerChars = 20_000;
const answerText = plainText
  .max(maxAnswerChars)
  .refine((value) => value.trim().length > 0, { message: "must not be empty" });

/** Without a text and files the ticket is resolved without a message, as for thanks and spam. */
export const resolveRequestSchema = z
  .strictObject({
    answer: plainText.max(maxAnswerChars).optional(),
    citations: answerCitationsSchema.optional(),
    save_as_snippet: z.boolean().optional(),
    attachments: attachmentIdsSchema.optional(),
  })
  .refine(({ answer = "", save_as_snippet: keeps }) => !keeps || answer.trim() !== "", {
    path: ["save_as_snippet"],
    message: "requires an answer",
  });
/** A reply; the ticket stays with the agent. */
export const replyRequestSchema = z
  .strictObject({
    message_id: z.uuid().optional(),
    content: plainText.max(maxAnswerChars),
    citations: answerCitationsSchema.optional(),
    attachments: attachmentIdsSchema.optional(),
  })
  .refine(saysSomething.check, saysSomething.params);
/** `over`: the agent has stopped typing. `note`: the text is a note for the team, so the visitor receives no event. */
export const typingRequestSchema = z
  .strictObject({ over: z.boolean().optional(), note: z.boolean().optional() })
  .optional();
/** `take_over` must be set to take another agent's ticket. */
export const takeRequestSchema = z.strictObject({ take_over: z.boolean().optional() }).optional();
/** Longest hint, in characters. */
const maxHintChars = 4_000;
/** An agent's guidance for the assistant's next attempt. */
export const hintRequestSchema = z.strictObject({
  hint: plainText.max(maxHintChars).refine((value) => value.trim().length > 0, { message: "must not be empty" }),
});
/** Sends the draft, unchanged or edited. It keeps its own sources unless the request names others. */
export const approveDraftRequestSchema = z
  .strictObject({
    content: answerText.optional(),
    citations: answerCitationsSchema.optional(),
    save_as_snippet: z.boolean().optional(),
  })
  .optional();

/**
 * One item of the console's live feed (`GET /admin/events`, SSE): a change of a ticket, of the team or of someone's presence. The console
 * then fetches the data that it shows. `missed`: the server cannot determine the events since `Last-Event-ID`, so the console fetches
 * everything that it shows.
 */
export const deskEventSchema = z.object({
  type: z.enum([
    "ticket_changed",
    "people_changed",
    "copilot_changed",
    "playground_changed",
    "release_changed",
    "missed",
    "ping",
  ]),
  ticket_id: z.string().optional(),
  status: ticketStatusSchema.optional(),
  /** Ids of people whom a new note mentions. */
  mentions: z.array(z.string()).optional(),
  /** For the copilot: the changed conversation, its owner, and the activity in it. */
  conversation_id: z.string().optional(),
  person_id: z.string().optional(),
  status_text: z.string().optional(),
  /** For the playground: the changed run; `person_id` is its owner. */
  run_id: z.string().optional(),
  /** For releases: the changed release, or the progress of its test. */
  release_id: z.string().optional(),
  /** Number of the tenant's consoles connected to the same server process. When there are many, they spread their requests over time. */
  consoles: z.number().int().positive().optional(),
  at: z.string(),
});
export type DeskEvent = z.infer<typeof deskEventSchema>;

/**
 * Reads an event for the console that another version of Parley may have written.
 * @returns null for an unknown type and for anything that is not an event; the caller skips it. An unknown status is left out.
 */
export function readDeskEvent(text: string): DeskEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return deskNoticeSchema.safeParse(value).data ?? null;
}

const deskNoticeSchema = deskEventSchema.extend({ status: deskEventSchema.shape.status.catch(undefined) });

export * from "./admin-search.ts";
export * from "./admin-settings.ts";
export * from "./page.ts";
export * from "./ticket-list.ts";
