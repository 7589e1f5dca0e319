import type { TicketChange, TicketRow } from "./tickets.ts";

/** What a person decided, and the ticket as it was before: kept with the ticket until the next change of owner. */
export interface TicketUndo {
  /** Who decided. */
  by: string;
  at: string;
  /** The owner's epoch behind the decision: a later one says that the ticket has moved on. */
  epoch: number;
  what: "resolve" | "spam" | "merge" | "hand_back";
  /** The answer that was kept with the decision, to be forgotten with it. */
  snippet?: string;
  before: Pick<TicketRow, (typeof plainFields)[number]> & Record<(typeof timeFields)[number], string | null>;
}

const plainFields = [
  "status",
  "owner",
  "assignee",
  "question",
  "summary",
  "escalation_reason",
  "draft",
  "context_start",
  "earlier_summary",
] as const satisfies readonly (keyof TicketRow)[];
const timeFields = ["escalated_at", "waiting_since"] as const satisfies readonly (keyof TicketRow)[];

/** What has to be kept to take a decision back. @param owner who has the ticket from then on. */
export function undoOf(
  ticket: TicketRow,
  { owner, ...decided }: Pick<TicketUndo, "by" | "what" | "snippet"> & { owner: TicketRow["owner"] },
): TicketUndo {
  const { status, assignee, question, summary, escalation_reason, draft, context_start, earlier_summary } = ticket;
  return {
    ...decided,
    at: new Date().toISOString(),
    epoch: ticket.owner_epoch + (ticket.owner === owner ? 0 : 1),
    before: {
      status,
      owner: ticket.owner,
      assignee,
      question,
      summary,
      escalation_reason,
      draft,
      context_start,
      earlier_summary,
      escalated_at: ticket.escalated_at?.toISOString() ?? null,
      waiting_since: ticket.waiting_since?.toISOString() ?? null,
    },
  };
}

/** The ticket as it was, as a change of what it is now. */
export function changeBack({ before }: TicketUndo): TicketChange {
  const { escalated_at, waiting_since, ...plain } = before;
  return {
    ...plain,
    escalated_at: escalated_at === null ? null : new Date(escalated_at),
    waiting_since: waiting_since === null ? null : new Date(waiting_since),
    // The paused thread has ended with the decision; what people say now does not need it.
    awaiting_human: false,
    resolved_at: null,
    ended_as: null,
    undo: null,
  };
}
