import type { Draft, TicketDetail, TicketListResponse, TicketMessages } from "../../../protocol/admin.ts";
import type { TicketEmail } from "../../../protocol/email.ts";
import { modelAdvice } from "../../../protocol/model-advice.ts";
import type { TicketRating } from "../../../protocol/visitor-tickets.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { listModelCalls, type ModelCall } from "../../assistant/store/model-calls.ts";
import { readSearchQuery, type SearchQuery } from "../../assistant/store/search-query.ts";
import { copiesOf, type EmailThreadRow, findEmailStop, findThread } from "../../channels/store/email-threads.ts";
import { listMailedMessages } from "../../channels/store/inbound-emails.ts";
import { AppError } from "../../core/errors.ts";
import { decodeCursor, encodeCursor } from "../../database/list-place.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { listDislikes } from "../store/feedback.ts";
import { listFolded } from "../store/folded-texts.ts";
import { listFormAnswers } from "../store/form-answers.ts";
import { findLabelIds } from "../store/labels.ts";
import { listMessagePage, type MessagePage } from "../store/message-pages.ts";
import type { StoredMessage } from "../store/messages.ts";
import { findRelated } from "../store/related.ts";
import { listTicketCalls, listTicketConfirmations } from "../store/ticket-confirmations.ts";
import {
  countTickets,
  findNextReturn,
  findTicketSummary,
  listTickets,
  type TicketListInput,
} from "../store/ticket-list.ts";
import { listNotes } from "../store/ticket-notes.ts";
import { listTicketRatings, type TicketRatingRow } from "../store/ticket-ratings.ts";
import { findTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { findVisitorContext, listOwnerChanges } from "../store/visitor-context.ts";
import { findVisitorEmail } from "../store/visitors.ts";
import type { DeskDeps } from "./deps.ts";
import { undoUntil } from "./undo.ts";

type ReadDeps = Pick<DeskDeps, "db" | "hasEmail">;

/** One page of the inbox, with the count of each view. Search terms that were not understood are reported in the response. */
export async function readInbox(
  deps: ReadDeps,
  tenantId: string,
  query: Omit<TicketListInput, "before" | "query"> & { cursor?: string; q?: string },
): Promise<TicketListResponse> {
  const { cursor, q, ...input } = query;
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  const typed = q === undefined ? undefined : readSearchQuery(q);
  return withTenant(deps.db, tenantId, async (tx) => {
    const named = typed ? await labelsNamed(tx, typed) : { labels: [], problems: [] };
    const labels = [...(input.labels ?? []), ...named.labels];
    // Sent together: the queries do not depend on each other.
    const [page, counts, back] = await Promise.all([
      listTickets(tx, { ...input, labels, query: typed, ...(before ? { before } : {}) }),
      countTickets(tx, query.personId),
      findNextReturn(tx),
    ]);
    const hints = [...(typed?.problems ?? []), ...named.problems];
    return {
      items: page.tickets,
      next_cursor: page.last ? encodeCursor(page.last) : null,
      counts,
      next_return: back?.toISOString() ?? null,
      ...(hints.length > 0 ? { hints } : {}),
    };
  });
}

/** The label ids for each `label:` term. An unknown label is reported as a problem and matches no ticket. */
async function labelsNamed(
  tx: TenantTransaction,
  { labels }: SearchQuery,
): Promise<{ labels: string[][]; problems: string[] }> {
  const found: string[][] = [];
  const problems: string[] = [];
  for (const name of labels) {
    const ids = await findLabelIds(tx, name);
    found.push(ids);
    if (ids.length === 0) problems.push(`Label not found: “${name.slice(0, 40)}”.`);
  }
  return { labels: found, problems };
}

/** Everything an agent sees of a ticket, the newest entries of each list. @param personId the reader. @throws AppError `not_found`. */
export async function readTicket(
  deps: ReadDeps,
  { tenantId, ticketId, personId }: TicketKey & { personId: string },
): Promise<TicketDetail> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const [summary, ticket] = await Promise.all([findTicketSummary(tx, ticketId), findTicket(tx, ticketId)]);
    if (!summary || !ticket) throw new AppError("not_found", "Ticket not found.");
    // Sent together: the queries do not depend on each other, and each click on a ticket runs all of them.
    const [page, calls, ratings, dislikes, forms, notes, visitor, owners, related, confirmations, toolCalls, tenant] =
      await Promise.all([
        listMessagePage(tx, ticketId),
        listModelCalls(tx, ticketId),
        listTicketRatings(tx, ticketId),
        listDislikes(tx, ticketId),
        listFormAnswers(tx, ticket.visitor_id),
        listNotes(tx, ticketId),
        findVisitorContext(tx, { ticketId, visitorId: ticket.visitor_id }),
        listOwnerChanges(tx, ticketId),
        findRelated(tx, ticketId),
        listTicketConfirmations(tx, ticketId),
        listTicketCalls(tx, ticketId),
        // Only a draft is compared with the tenant's threshold.
        ticket.draft ? findTenant(tx) : undefined,
      ]);
    const { stored } = page;
    return {
      ticket: summary,
      ...toMessages(page),
      draft: ticket.draft && { ...ticket.draft, is_weak: isWeak(ticket.draft, tenant?.threshold ?? 1) },
      summary: ticket.summary,
      question: ticket.question,
      page: ticket.page,
      usage: { calls: calls.newest.map(toCallView), cost_micros: calls.costMicros },
      seen: seenOf(ticket, stored),
      ratings: ratings.map(toRating),
      dislikes,
      forms,
      notes,
      visitor,
      owners,
      mail: deps.hasEmail ? await readTicketEmail(tx, ticket, stored) : null,
      ended_as: ticket.ended_as,
      related,
      confirmations,
      tool_calls: toolCalls,
      undo_until: undoUntil(ticket, personId)?.toISOString() ?? null,
      sequence: ticket.last_sequence,
    };
  });
}

/** Earlier messages of a ticket. @throws AppError `not_found`. */
export async function readTicketMessages(
  deps: ReadDeps,
  { tenantId, ticketId }: TicketKey,
  before: string | undefined,
): Promise<TicketMessages> {
  return withTenant(deps.db, tenantId, async (tx) => {
    if (!(await findTicket(tx, ticketId))) throw new AppError("not_found", "Ticket not found.");
    return toMessages(await listMessagePage(tx, ticketId, before));
  });
}

function toMessages({ stored, earlier }: MessagePage): TicketMessages {
  return { messages: stored.map(({ message }) => message), earlier_cursor: earlier };
}

function toCallView(call: ModelCall): TicketDetail["usage"]["calls"][number] {
  const {
    cached_tokens: _cached,
    first_token_ms: _firstToken,
    price_known = true,
    tokens_estimated = false,
    trace_id,
    thinking,
    ...shown
  } = call;
  const advice = modelAdvice(call);
  return {
    ...{ ...shown, price_known, tokens_estimated },
    ...(trace_id ? { trace_id } : {}),
    ...(advice === null ? {} : { advice }),
    ...(thinking ? { thinking } : {}),
  };
}

function isWeak({ grade }: Draft, threshold: number): boolean {
  return grade === null || grade.score < threshold;
}

/** The last agent message that was on the visitor's screen. */
function seenOf({ seen_sequence, seen_at }: TicketRow, messages: StoredMessage[]): TicketDetail["seen"] {
  const last = messages.findLast(({ message, sequence }) => message.role === "agent" && sequence <= seen_sequence);
  return last && seen_at ? { message_id: last.message.id, at: seen_at.toISOString() } : null;
}

function toRating({ score, comment, resolved_at, created_at }: TicketRatingRow): TicketRating {
  return { score, comment, resolved_at: resolved_at.toISOString(), created_at: created_at.toISOString() };
}

/** The ticket's e-mail state; null before an agent has answered. */
async function readTicketEmail(
  tx: TenantTransaction,
  ticket: TicketRow,
  messages: StoredMessage[],
): Promise<TicketEmail | null> {
  const thread = await findThread(tx, ticket.id);
  if (!thread) return null;
  const email = await findVisitorEmail(tx, ticket.visitor_id);
  const stop = email === null ? undefined : await findEmailStop(tx, email);
  const told = messages.findLast(
    ({ sequence, message }) => sequence <= thread.sent_sequence && message.role !== "visitor",
  );
  const read = Math.max(thread.sent_sequence, ticket.seen_sequence);
  // A thread can be due although every agent message has been read or sent; there is nothing to send then.
  const waits = messages.some(({ sequence, message }) => message.role === "agent" && sequence > read);
  return {
    due_at: email === null || stop || !waits ? null : (thread.due_at?.toISOString() ?? null),
    sent_at: thread.sent_at?.toISOString() ?? null,
    sent_message_id: thread.sent_at ? (told?.message.id ?? null) : null,
    problem: email === null ? "no_address" : stop ? (stop === "bounced" ? "bounced" : "stopped") : passing(thread),
    received: await listMailedMessages(tx, ticket.id),
    cc: copiesOf(thread),
    quoted: await listFolded(tx, ticket.id),
  };
}

/** A problem that has been solved is not reported any more. */
function passing({ problem }: EmailThreadRow): TicketEmail["problem"] {
  return passingProblems.find((one) => one === problem) ?? null;
}
const passingProblems = ["failed", "full", "delayed", "rejected", "too_many"] as const;
