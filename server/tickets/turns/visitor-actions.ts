import type { FormAnswers, FormField, FormRequest, VisitorForm } from "../../../protocol/form.ts";
import { answerProblem } from "../../../protocol/form-check.ts";
import type { VisitorTicketsResponse } from "../../../protocol/visitor-tickets.ts";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { type LiveHub, ticketChannel } from "../../core/live/hub.ts";
import { shorten } from "../../core/text/shorten.ts";
import { insertAudit } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import { decodeCursor, encodeCursor } from "../../database/list-place.ts";
import { tenantQuery, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { withdrawConfirmation } from "../store/confirmations.ts";
import { findVisitorKnown, insertFormAnswers } from "../store/form-answers.ts";
import { passPendingToTeam } from "../store/messages.ts";
import { findOfferedSection, markSection, type OfferedSection } from "../store/related-sections.ts";
import { isEnded, lockTicket, type TicketKey, type TicketRow, updateTicket } from "../store/tickets.ts";
import { findRunningTurn } from "../store/turns.ts";
import { listVisitorTickets, updateSeen, type VisitorTicketRow } from "../store/visitor-tickets.ts";
import { addToVisitor } from "../store/visitors.ts";
import type { TurnDeps } from "./deps.ts";
import { type OpenRelated, openRelated, type RelatedDeps } from "./open-related.ts";
import { rateTicket, readResolution, type TicketVerdict } from "./rate-ticket.ts";
import { reopenByVisitor } from "./reopen.ts";

/** A visitor's actions on their own tickets besides messages, with the installation's dependencies bound. */
export function visitorActions(deps: RelatedDeps & { hasEmail: boolean }) {
  const { db } = deps;
  return {
    listTickets: (
      visitor: { tenantId: string; visitorId: string },
      page: { cursor?: string | undefined; limit: number },
    ) => readVisitorTickets(db, visitor, page),
    noteSeen: (ticket: TicketKey, sequence: number) => noteSeen(deps, ticket, sequence),
    reopenTicket: (ticket: TicketKey) => reopenByVisitor(deps, ticket),
    readResolution: (ticket: TicketKey) => readResolution(db, ticket, deps.hasEmail),
    answerForm: (ticket: TicketKey, given: FormRequest) => answerForm(deps, ticket, given),
    openRelated: (wanted: OpenRelated) => openRelated(deps, wanted),
    solveTicket: (solved: TicketKey & { chunkId: string }) => solveTicket(deps, solved),
    rateTicket: (verdict: TicketVerdict) => rateTicket(deps, verdict),
  };
}

/**
 * Resolves a ticket when the visitor says that a section solved it and the team has not answered. Repeating the call changes nothing.
 * @throws AppError `not_found` for a section that the ticket does not offer, `already_handled` when the ticket no longer waits.
 */
async function solveTicket(
  { db, hub }: Pick<TurnDeps, "db" | "hub">,
  { tenantId, ticketId, chunkId }: TicketKey & { chunkId: string },
): Promise<void> {
  const { events, visitorId } = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    const offered = ticket && (await findOfferedSection(tx, { ticketId, chunkId }));
    if (!ticket || !offered) throw new AppError("not_found", "This conversation has no such section.");
    const visitorId = ticket.visitor_id;
    if (ticket.status === "resolved" && offered.section.solved) return { events: [], visitorId };
    const isFree = (await findRunningTurn(tx, ticketId)) === undefined;
    if (!isFree || !mayBeSolved(ticket, offered))
      throw new AppError("already_handled", "This conversation no longer waits for an answer.");
    await markSection(tx, { messageId: offered.message_id, chunkId, mark: "solved" });
    await withdrawClarification(tx, ticket);
    const refused = await withdrawConfirmation(tx, ticket, "visitor");
    await passPendingToTeam(tx, ticketId);
    await updateTicket(tx, ticketId, { status: "resolved", awaiting_human: false, resolved_at: new Date() });
    const { title, heading } = offered.section;
    const solved_with = { message_id: offered.message_id, chunk_id: chunkId, title, heading };
    const payload = { owner: ticket.owner, status: "resolved" as const, solved_with };
    return {
      events: await recordEvents(tx, ticketId, [...refused, { type: "owner", turnId: null, payload }]),
      visitorId,
    };
  });
  if (events.length > 0) await announce(hub, { tenantId, ticketId, visitorId }, events);
}

/**
 * True when the team was asked and nobody has answered or started, or when the team was not asked and the visitor has not written since.
 */
function mayBeSolved(ticket: TicketRow, { is_last, is_answered }: OfferedSection): boolean {
  if (isEnded(ticket) || is_answered) return false;
  return ticket.status === "pending_human" || (ticket.owner === "assistant" && is_last);
}

/**
 * Stores a visitor's answers to the form, adds a name and an address that were unknown, and notifies the consoles. Answering again, or
 * answering a form that is not asked any more, changes nothing.
 * @throws AppError `not_found`, `form_changed` for another version, `invalid_request` for invalid answers.
 */
async function answerForm(
  { db, hub }: { db: Database; hub: LiveHub },
  { tenantId, ticketId }: TicketKey,
  given: FormRequest,
): Promise<void> {
  const isNew = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    const { form } = await findVisitorKnown(tx, ticket.visitor_id);
    if (!form) return false;
    if (form.version !== given.version) throw new AppError("form_changed", "The form has changed. Load it again.");
    const answers = checkAnswers(form, given);
    const answerOf = (kind: FormField["kind"]) => answers.find((answer) => answer.kind === kind)?.value ?? null;
    const isStored = await insertFormAnswers(tx, ticket.visitor_id, {
      version: form.version,
      ticket_id: ticketId,
      answers,
      consent: form.consent,
    });
    // Answered in another ticket at the same time.
    if (!isStored) return false;
    await addToVisitor(tx, ticket.visitor_id, { name: answerOf("name"), email: answerOf("email") });
    await insertAudit(tx, {
      actor: { kind: "visitor", id: ticket.visitor_id },
      action: "visitor.form",
      target: { kind: "ticket", id: ticketId },
      detail: { version: form.version, fields: answers.map(({ id }) => id), consent: form.consent !== null },
    });
    return true;
  });
  // The ticket's log does not contain the answers; consoles that show the ticket reload it.
  if (isNew) await announce(hub, { tenantId, ticketId }, []);
}

/** Checks the answers and leaves empty ones out. @throws AppError `invalid_request`, with the names of fields but no answers. */
function checkAnswers(form: VisitorForm, { answers, consent }: FormRequest): FormAnswers["answers"] {
  const known = new Map(form.fields.map((field) => [field.id, field]));
  const problems = [
    ...Object.keys(answers).flatMap((id) =>
      known.has(id) ? [] : [{ field: "answers", message: "is not a field of the form" }],
    ),
    ...form.fields.flatMap((field) => {
      const problem = answerProblem(field, answerTo(field, answers));
      return problem
        ? [{ field: `answers.${field.id}`, message: problem === "missing" ? "is required" : "is not valid" }]
        : [];
    }),
    ...(form.consent && !consent ? [{ field: "consent", message: "is required" }] : []),
  ];
  if (problems.length > 0)
    throw new AppError("invalid_request", "Some answers are not valid. See `details`.", { details: problems });
  return form.fields.flatMap((field) => {
    const value = answerTo(field, answers).trim();
    return value === "" ? [] : [{ id: field.id, kind: field.kind, label: field.label, value }];
  });
}

function answerTo({ id }: FormField, answers: FormRequest["answers"]): string {
  return Object.hasOwn(answers, id) ? (answers[id] ?? "") : "";
}

/** Slightly more than one line on a phone, in characters. */
const previewChars = 120;

/** A page of a visitor's own tickets, newest change first. @throws AppError `invalid_request` for a cursor of another list. */
async function readVisitorTickets(
  db: Database,
  { tenantId, visitorId }: { tenantId: string; visitorId: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<VisitorTicketsResponse> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await tenantQuery(db, tenantId, (tx) =>
    listVisitorTickets(tx, visitorId, { limit, ...(before ? { before } : {}) }),
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(toLine),
    next_cursor: last ? encodeCursor({ updatedAt: last.updated_text, id: last.id }) : null,
  };
}

/** Records how far the visitor has seen a ticket, and notifies those who follow it. */
async function noteSeen(
  { db, hub }: { db: Database; hub: LiveHub },
  { tenantId, ticketId }: { tenantId: string; ticketId: string },
  upTo: number,
): Promise<void> {
  const sequence = await withTenant(db, tenantId, (tx) => updateSeen(tx, ticketId, upTo));
  if (sequence === undefined) return;
  const at = new Date().toISOString();
  const event = { type: "seen", at, event_id: newId(), turn_id: null, sequence, created_at: at } as const;
  await hub.tell(ticketChannel(tenantId, ticketId), event);
}

function toLine({ question, content, file, created_at, ...row }: VisitorTicketRow) {
  const { id, number, status, owner, role, agent, unread } = row;
  const line = (text: string) => shorten(plainText(text), previewChars);
  const [title, preview] = [line(question ?? ""), file === null ? line(content) : shorten(file, previewChars)];
  return { id, number, status, owner, title, role, preview, agent, at: created_at.toISOString(), unread };
}
