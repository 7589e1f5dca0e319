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

/** `GET /admin/me`: who is signed in (or which key is used), in which tenant, and what they may do. */
export const meResponseSchema = z.object({
  kind: z.enum(["person", "api_key"]),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: memberRoleSchema,
  tenant: z.object({ id: z.string(), name: z.string(), theme: themeSchema }),
  /** Version of the person's picture. */
  picture: z.string().nullable().optional(),
  /** All tenants of a person, this one included; absent for a key. */
  tenants: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});
export type MeResponse = z.infer<typeof meResponseSchema>;

/** The statements of an answer that its sources support, those they do not, and what was asked and not answered. */
export const gradingSchema = z.object({
  supported: z.array(z.string()),
  unsupported: z.array(z.string()),
  missing: z.array(z.string()),
});
export type Grading = z.infer<typeof gradingSchema>;

/** What the assistant would have said, with the evidence an agent needs to judge it. */
export const draftSchema = z.object({
  content: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  /** What the grading found, statement by statement; absent when the draft was not graded. */
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
  /** What tools did for it; absent when none did. */
  tools: z.array(toolActivitySchema).optional(),
});
export type Draft = z.infer<typeof draftSchema>;

export const usageRecordSchema = z.object({
  calls: z.array(
    z.object({
      task: z.string(),
      provider: z.string(),
      model: z.string(),
      input_tokens: z.number().int(),
      output_tokens: z.number().int(),
      cost_micros: z.number().int(),
      /** False: nobody told what the model costs, and the cost is 0 for want of a price. */
      price_known: z.boolean().optional(),
      /** Where traces are on: what the operator finds the call by. */
      trace_id: z.string().optional(),
      /** True: the provider gave no count; these are our own. */
      tokens_estimated: z.boolean().optional(),
      latency_ms: z.number(),
      outcome: z.string(),
      /** What to do about a call that failed, in one sentence. */
      advice: z.string().optional(),
      /** Of a call that wrote an answer: a redacted summary of the model's reasoning. */
      thinking: z.string().optional(),
    }),
  ),
  cost_micros: z.number().int(),
});

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
  /** The newest answer of a person that the visitor has had on the screen, and when; null: none of them. */
  seen: z.object({ message_id: z.string(), at: z.string() }).nullable(),
  /** What the visitor said about each end of the ticket, oldest first. */
  ratings: z.array(ticketRatingSchema),
  /** What the visitor answered and agreed to, in whichever of their tickets; newest first. */
  forms: z.array(formAnswersSchema),
  /** What the team wrote for each other, oldest first, the newest 100; visitors never get it. */
  notes: z.array(ticketNoteSchema),
  visitor: visitorContextSchema,
  /** Who had the ticket, oldest first; the newest 50. */
  owners: z.array(ownerChangeSchema),
  /** How the ticket goes on by mail; null where none is sent, and before a person has answered. */
  mail: ticketEmailSchema.nullable(),
  ended_as: endedAsSchema,
  /** Tickets that it belongs together with. */
  related: relatedSchema,
  /** Writes that the assistant proposed, and what was said to them; oldest first. */
  confirmations: z.array(adminConfirmationSchema),
  /** What tools were asked for the ticket; oldest first. */
  tool_calls: z.array(ticketCallSchema),
  /** Until when the caller can take the last decision back; null: there is none of theirs, or the ticket has moved on. */
  undo_until: z.string().nullable(),
  sequence: z.number().int().nonnegative(),
});
export type TicketDetail = z.infer<typeof ticketDetailSchema>;

/** Earlier messages of a ticket. */
export const ticketMessagesSchema = z.object(messagePage);
export type TicketMessages = z.infer<typeof ticketMessagesSchema>;

export const maxAnswerChars = 20_000;
const answerText = plainText
  .max(maxAnswerChars)
  .refine((value) => value.trim().length > 0, { message: "must not be empty" });

/** Without words and files the ticket is resolved and nothing is said, as for thanks and spam. */
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
export type ResolveRequest = z.infer<typeof resolveRequestSchema>;
/** A reply that keeps the ticket with the human. */
export const replyRequestSchema = z
  .strictObject({
    message_id: z.uuid().optional(),
    content: plainText.max(maxAnswerChars),
    citations: answerCitationsSchema.optional(),
    attachments: attachmentIdsSchema.optional(),
  })
  .refine(saysSomething.check, saysSomething.params);
/** `over`: nothing is being written any more. `note`: what is written is for the team, and the visitor hears nothing. */
export const typingRequestSchema = z
  .strictObject({ over: z.boolean().optional(), note: z.boolean().optional() })
  .optional();
/** Another agent's ticket is taken only on purpose. */
export const takeRequestSchema = z.strictObject({ take_over: z.boolean().optional() }).optional();
/** Longest hint, in characters. */
export const maxHintChars = 4_000;
/** What the assistant should know or look at before it tries again. */
export const hintRequestSchema = z.strictObject({
  hint: plainText.max(maxHintChars).refine((value) => value.trim().length > 0, { message: "must not be empty" }),
});
export type HintRequest = z.infer<typeof hintRequestSchema>;
/** Sends the draft as it is, or as it was edited; with its own sources, unless others are named. */
export const approveDraftRequestSchema = z
  .strictObject({
    content: answerText.optional(),
    citations: answerCitationsSchema.optional(),
    save_as_snippet: z.boolean().optional(),
  })
  .optional();
export type ApproveDraftRequest = NonNullable<z.infer<typeof approveDraftRequestSchema>>;
export type ReplyRequest = z.infer<typeof replyRequestSchema>;

/**
 * One item of the console's live feed (`GET /admin/events`, SSE): a ticket changed, or who works here and is there; fetch what you show.
 * `missed`: the server cannot tell what happened since `Last-Event-ID`, so fetch all that you show.
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
  /** Of the copilot: which conversation changed, whose it is, and what is being done in it. */
  conversation_id: z.string().optional(),
  person_id: z.string().optional(),
  status_text: z.string().optional(),
  /** Of the playground: which run changed; `person_id` says whose it is. */
  run_id: z.string().optional(),
  /** Of the publish gate: which release changed, or how far its run is. */
  release_id: z.string().optional(),
  /** How many of the tenant's consoles are told by the same process: where they are many, they read what they show one after another. */
  consoles: z.number().int().positive().optional(),
  at: z.string(),
});
export type DeskEvent = z.infer<typeof deskEventSchema>;

/**
 * Reads a notice for the console that another version of Parley may have written.
 * @returns null for one of an unknown type and for what is no notice: it is passed over. An unknown status is left out.
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
