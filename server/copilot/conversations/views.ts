import { z } from "zod";
import type { BroughtBack, CopilotContext, MergedFrom } from "../../../protocol/copilot-context.ts";
import {
  askedQuestionSchema,
  type CopilotConversationItem,
  type CopilotListed,
  type CopilotMessage,
  copilotAnswerSchema,
  copilotBodySchema,
  findingJudgementSchema,
} from "../../../protocol/copilot-conversations.ts";
import type { CopilotConversationRow, ListedConversationRow } from "../store/copilot-conversations.ts";
import type { CopilotMergeRow } from "../store/copilot-merges.ts";
import type { CopilotMessageRow } from "../store/copilot-messages.ts";
import type { Given } from "./conversation-context.ts";

/** Converts a conversation for the console. */
export function toConversation(row: CopilotConversationRow): CopilotConversationItem {
  return {
    id: row.id,
    title: row.title,
    ticket_id: row.ticket_id,
    ticket_number: row.ticket_number,
    parent_id: row.parent_id,
    context_kind: row.context_kind,
    is_closed: row.closed_at !== null,
    is_archived: row.archived_at !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toListed(row: ListedConversationRow): CopilotListed {
  const { state, last_message, branches, tokens, cost_micros } = row;
  return { ...toConversation(row), state, last_message, branches, tokens, cost_micros };
}

const lost = "The server restarted while I was working on this. Try again.";

/** Converts a message for the console. A lost run is shown as failed. @param merges every copy to or from its conversation */
export function toMessage(row: CopilotMessageRow, merges: readonly CopilotMergeRow[]): CopilotMessage {
  const merged = merges.find(({ message_id: id }) => id === row.id);
  return {
    id: row.id,
    seq: row.seq,
    role: row.role,
    content: row.is_lost ? lost : row.content,
    mentions: row.mentions,
    attached: row.attached,
    state: row.is_lost ? "failed" : row.state,
    action: row.action,
    questions: questionsOf(row),
    body: bodyOf(row),
    judged: judgedOf(row),
    usage: row.usage,
    merged_from: merged ? toMergedFrom(merged) : null,
    brought_back: merges.filter(({ from_message_id: id }) => id === row.id).map(toBroughtBack),
    created_at: row.created_at.toISOString(),
  };
}

function toMergedFrom(row: CopilotMergeRow): MergedFrom {
  return {
    conversation_id: row.from_conversation_id,
    message_id: row.from_message_id,
    finding_id: row.finding_id,
    title: row.from_title,
    by: row.by_name,
    at: row.created_at.toISOString(),
  };
}

function toBroughtBack(row: CopilotMergeRow): BroughtBack {
  const { conversation_id, message_id, finding_id, title } = row;
  return { conversation_id, message_id, finding_id, title, at: row.created_at.toISOString() };
}

/** The context that a branch got; null for a root. */
export function toContext(row: CopilotConversationRow, given: Given): CopilotContext | null {
  const { context_kind: kind, context_text: text, context_by: by } = row;
  if (kind === null) return null;
  return {
    kind,
    text,
    by,
    said: given.said.map(({ role, content }) => ({ role, content })),
    // For a summary or marked words, the text above already contains the notes.
    summaries: kind === "whole" ? given.notes : [],
    documents: given.documents.map(({ title }) => title),
    message_id: row.parent_id === null ? null : row.parent_message_id,
  };
}

/** A question with its answer. An interrupted run that has not used the answer resumes with it. */
const storedQuestionSchema = askedQuestionSchema.extend({ answer: copilotAnswerSchema.shape.answer.optional() });
export type StoredQuestion = z.infer<typeof storedQuestionSchema>;

/** The copilot's questions, oldest first. */
export function questionsOf({ questions }: Pick<CopilotMessageRow, "questions">): StoredQuestion[] {
  return z.array(storedQuestionSchema).safeParse(questions).data ?? [];
}

/** The question that waits for an answer. */
export function waitingQuestion(row: Pick<CopilotMessageRow, "questions" | "state">): StoredQuestion | undefined {
  return row.state === "asking" ? questionsOf(row).find(({ answered }) => answered === null) : undefined;
}

/** The result; null when there is none yet, or it is no longer readable. */
export function bodyOf({ body }: Pick<CopilotMessageRow, "body">) {
  return copilotBodySchema.safeParse(body).data ?? null;
}

/** People's judgements of an audit's findings, by finding. */
export function judgedOf({ judged }: Pick<CopilotMessageRow, "judged">) {
  return z.record(z.string(), findingJudgementSchema).safeParse(judged).data ?? {};
}
