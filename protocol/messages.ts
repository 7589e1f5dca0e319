import { z } from "zod";
import { attachmentSchema } from "./attachments.ts";
import { toolActivitySchema } from "./tools.ts";

export const roleSchema = z.enum(["visitor", "assistant", "agent", "system"]);
export type MessageRole = z.infer<typeof roleSchema>;

/** One source of a claim. The text shows `index` as `[1]`; `quote` occurs in the chunk exactly like this. */
export const citationSchema = z.object({
  index: z.number().int().positive(),
  chunk_id: z.string(),
  document_id: z.string().optional(),
  title: z.string(),
  url: z.string().optional(),
  page: z.number().int().positive().optional(),
  heading: z.string().optional(),
  quote: z.string().max(300),
  /** Set when the source is a tool's result, not a document. `title` is then the connection's name. */
  tool_call_id: z.string().optional(),
});
export type Citation = z.infer<typeof citationSchema>;

/** Longest text of a section that is shown beside a message, in characters. */
export const maxRelatedChars = 1_800;
/** Most sections below an answer. */
export const maxRelatedToAnswer = 2;
/** Most sections while the visitor waits for the team. */
export const maxSuggested = 3;

/** A section of the documents that may help: below an answer, or while the visitor waits for the team. */
export const relatedSectionSchema = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  title: z.string(),
  /** The headings above the section, joined by " > "; null where it has none. */
  heading: z.string().nullable(),
  url: z.string().optional(),
  /** The section as Markdown. Present when the full section is shown while the visitor waits for the team. */
  text: z.string().max(maxRelatedChars).optional(),
  /** The section continues in the document. */
  is_cut: z.literal(true).optional(),
  /** Offered for a message that the visitor added while the ticket waited: it does not solve the ticket. */
  aside: z.literal(true).optional(),
  /** The visitor opened the section from below the answer. */
  opened: z.literal(true).optional(),
  /** The visitor reported that the section solved their question. */
  solved: z.literal(true).optional(),
});
export type RelatedSection = z.infer<typeof relatedSectionSchema>;

/** `high` above 0.75, `low` below 0.5 (design.md, issue on grading). */
const gradeTierSchema = z.enum(["high", "medium", "low"]);

/** Confidence, 0..1, that the answer is correct and that its citations support it. */
export const gradeSchema = z.object({
  score: z.number().min(0).max(1),
  tier: gradeTierSchema,
  reason: z.string(),
});
export type Grade = z.infer<typeof gradeSchema>;

export const usageSchema = z.object({
  input_tokens: z.number().int().nonnegative(),
  output_tokens: z.number().int().nonnegative(),
  cached_tokens: z.number().int().nonnegative().default(0),
  cost_micros: z.number().int().nonnegative(),
});
export type Usage = z.infer<typeof usageSchema>;

export const agentRefSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable().optional(),
});
export type AgentRef = z.infer<typeof agentRefSchema>;

/** What came of an answer that the visitor had reported as wrong. `dismissed`: the team checked it and changed nothing. */
export const reportOutcomeSchema = z.enum(["corrected", "dismissed"]);
/** In a message about a report: its outcome, the reported answer, and the question to ask again. */
export const reportNoticeSchema = z.object({
  outcome: reportOutcomeSchema,
  message_id: z.string(),
  question: z.string(),
});
export type ReportNotice = z.infer<typeof reportNoticeSchema>;

/** A stored message, for all readers: widget, console, CLI and API. */
export const messageSchema = z.object({
  id: z.string(),
  role: roleSchema,
  content: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  cached: z.boolean(),
  /** Set on a text that was shown while it was being written and then failed the grading. */
  unverified: z.boolean().optional(),
  usage: usageSchema.nullable(),
  agent: agentRefSchema.nullable().optional(),
  attachments: z.array(attachmentSchema).optional(),
  /** Tool calls for the message; absent when there were none. */
  tools: z.array(toolActivitySchema).optional(),
  /** Ids of the visitor's memories that the answer used; absent when it used none. */
  memories: z.array(z.string()).optional(),
  /** Other sections that may help, best first; absent when there are none. */
  related: z.array(relatedSectionSchema).max(maxSuggested).optional(),
  /** Set on a message that says what came of the visitor's report. */
  report: reportNoticeSchema.optional(),
  created_at: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

/** Page cursor of a ticket's messages: the next page has the messages before it. */
const messageCursorSchema = z.string().regex(/^\d{1,15}$/);
/** The newest messages of a ticket, or those before a cursor. */
export const messagesQuerySchema = z.object({ before: messageCursorSchema.optional() });
/** One page of messages, oldest first, with the cursor of the page before; null for the first messages of the ticket. */
export const messagePage = { messages: z.array(messageSchema), earlier_cursor: messageCursorSchema.nullable() };

/** `pending_visitor`: an agent has replied, and the visitor has not written since. */
export const ticketStatusSchema = z.enum([
  "open",
  "pending_human",
  "in_progress",
  "pending_visitor",
  "resolved",
  "closed",
]);
export type TicketStatus = z.infer<typeof ticketStatusSchema>;
/** The kind of end of a ticket that did not end with an answer. */
export const endedAsSchema = z.enum(["spam", "merged"]).nullable();
export type EndedAs = z.infer<typeof endedAsSchema>;

export const ownerSchema = z.enum(["assistant", "human"]);
export type Owner = z.infer<typeof ownerSchema>;

export const escalationReasonSchema = z.enum([
  "low_grade",
  "no_documents",
  "asked_for_person",
  "sensitive_topic",
  "tool_failure",
  "model_failure",
  "budget_exhausted",
  "hold_out",
  "email_draft",
]);
export type EscalationReason = z.infer<typeof escalationReasonSchema>;
