import type { Colleague, Mention } from "../../../protocol/admin-notes.ts";
import { listPeople } from "../../accounts/store/people.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { findNote, insertNote, listMentions, updateMentionsRead } from "../store/ticket-notes.ts";
import { findTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

type NoteDeps = Pick<DeskDeps, "db" | "hub">;

/** A team member's note on a ticket, for the team. */
export interface NewNote {
  noteId?: string | undefined;
  content: string;
  /** Ids of colleagues. */
  mentions: string[];
}

/**
 * Adds a note to a ticket, resolved or not. A note is not a message: the visitor's event log does not contain it, and the order of the
 * visitor's list does not change. The same id again changes nothing.
 * @throws AppError `not_found`, `invalid_request` for a mention of someone outside the team, `message_conflict`.
 */
export async function noteOnTicket(
  deps: NoteDeps,
  target: DeskTarget,
  { noteId, content, mentions }: NewNote,
): Promise<void> {
  // Read the members first: they are not tenant rows, so the tenant's transaction cannot read them.
  const wanted = new Set(mentions);
  const colleagues = wanted.size > 0 ? await readColleagues(deps, target.tenantId) : [];
  const mentioned = colleagues.filter(({ id }) => wanted.has(id));
  if (mentioned.length < wanted.size)
    throw new AppError("invalid_request", "You can only mention people on your team.");
  await withTenant(deps.db, target.tenantId, async (tx) => {
    const ticket = await findTicket(tx, target.ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    const { agent: author } = target;
    const id = noteId ?? newId();
    if (await insertNote(tx, { id, ticketId: ticket.id, author, content, mentions: mentioned }))
      return insertAudit(tx, ticketAudit(target, "note", { mentions: mentioned.map((one) => one.id) }));
    const known = await findNote(tx, id);
    if (known?.ticket_id !== ticket.id || known.content !== content || known.author.id !== author.id)
      throw new AppError("message_conflict", "This note_id already belongs to another note. Use a new id.");
  });
  const { tenantId, ticketId } = target;
  await announce(deps.hub, { tenantId, ticketId, mentions: [...wanted] }, []);
}

/** A person's unread mentions. */
export function readMentions({ db }: Pick<DeskDeps, "db">, tenantId: string, personId: string): Promise<Mention[]> {
  return withTenant(db, tenantId, (tx) => listMentions(tx, personId));
}

/** Marks the caller's mentions on this ticket as read. @throws AppError `not_found`. */
export async function seeMentions({ db }: Pick<DeskDeps, "db">, target: DeskTarget): Promise<void> {
  await withTenant(db, target.tenantId, async (tx) => {
    if (!(await findTicket(tx, target.ticketId))) throw new AppError("not_found", "Ticket not found.");
    await updateMentionsRead(tx, target.ticketId, target.agent.id);
  });
}

/** The tenant's members, with the names that the team uses. */
async function readColleagues({ db }: Pick<DeskDeps, "db">, tenantId: string): Promise<Colleague[]> {
  const people = await withSystem(db, "list-members", (tx) => listPeople(tx, tenantId));
  return people.map(({ personId, name }) => ({ id: personId, name }));
}
