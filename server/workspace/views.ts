import type { CopilotConversation, CopilotListed, CopilotMessage } from "../../protocol/copilot-talk.ts";
import type { CopilotConversationRow, ListedConversationRow } from "../store/copilot-conversations.ts";
import type { CopilotMessageRow } from "../store/copilot-messages.ts";
import { bodyOf, judgedOf, questionsOf } from "./run-record.ts";

/** A conversation as its person sees it. */
export function toConversation(row: CopilotConversationRow): CopilotConversation {
  return {
    id: row.id,
    title: row.title,
    ticket_id: row.ticket_id,
    ticket_number: row.ticket_number,
    is_archived: row.archived_at !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toListed(row: ListedConversationRow): CopilotListed {
  return { ...toConversation(row), state: row.state, tokens: row.tokens, cost_micros: row.cost_micros };
}

const lost = "The server was restarted while I worked on this. Nothing was lost: try again.";

/** A message; a run that nobody works on any more has failed. */
export function toMessage(row: CopilotMessageRow): CopilotMessage {
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
    created_at: row.created_at.toISOString(),
  };
}
