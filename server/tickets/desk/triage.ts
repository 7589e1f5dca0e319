import type { MemberRole } from "../../../protocol/admin.ts";
import type { Assignable } from "../../../protocol/assignment.ts";
import type { AgentRef } from "../../../protocol/messages.ts";
import { type ChangeTicketRequest, maxSnoozeDays, maxTicketLabels } from "../../../protocol/triage.ts";
import { plainLine } from "../../../ui/markdown/plain-text.ts";
import { listPeople } from "../../accounts/store/people.ts";
import { listPresences, toAway } from "../../accounts/store/presences.ts";
import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { countTicketLabels, deleteTicketLabels, insertTicketLabels, lockLabels } from "../store/labels.ts";
import { findTriage, updatePriority, updateSnooze, updateTitle } from "../store/ticket-triage.ts";
import { isEnded, type TicketRow, updateTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";
import { assign, changeTicket as changeLocked, isHeld } from "./verbs.ts";

type TriageDeps = Pick<DeskDeps, "db" | "hub">;

/** A member who can be assigned tickets. */
export interface Colleague {
  id: string;
  name: string;
  /** The name that visitors see. */
  shownAs: string;
}

const answeringRoles: ReadonlySet<MemberRole> = new Set(["agent", "manager", "admin"]);
const dayMs = 86_400_000;

/** All members who can be assigned tickets. */
export async function listColleagues({ db }: Pick<DeskDeps, "db">, tenantId: string): Promise<Colleague[]> {
  const people = await withSystem(db, "list-members", (tx) => listPeople(tx, tenantId));
  return people
    .filter(({ role }) => answeringRoles.has(role))
    .map(({ personId, name, shownAs }) => ({ id: personId, name, shownAs: shownAs ?? name }));
}

/** The same list, with each member's presence. */
export async function listAssignable({ db }: Pick<DeskDeps, "db">, tenantId: string): Promise<Assignable[]> {
  const colleagues = await listColleagues({ db }, tenantId);
  const presences = new Map((await withTenant(db, tenantId, listPresences)).map((row) => [row.personId, row]));
  return colleagues.map(({ id, name }) => {
    const presence = presences.get(id);
    return { id, name, here: presence?.isHere ?? false, away: toAway(presence?.away ?? null) };
  });
}

/**
 * The assignee that a change sets; undefined when the change sets none. Call it before the ticket is locked.
 * @throws AppError `not_found` for someone who is not a member of this tenant or has read access only.
 */
export async function findColleague(
  deps: Pick<DeskDeps, "db">,
  tenantId: string,
  { assignee }: Pick<ChangeTicketRequest, "assignee">,
): Promise<AgentRef | null | undefined> {
  if (assignee === undefined || assignee === null) return assignee;
  const found = (await listColleagues(deps, tenantId)).find(({ id }) => id === assignee);
  if (!found) throw new AppError("not_found", "This person cannot be assigned tickets. Choose an agent.");
  return { id: found.id, name: found.shownAs };
}

/**
 * Changes title, priority, labels, snooze and assignee of a ticket, all or nothing, and notifies the consoles. Assigning to a colleague takes the
 * ticket in their name: from the commit on, no text of the assistant reaches the visitor. A change to the present values does nothing.
 * @throws AppError `not_found`, `already_resolved`, `invalid_request` or `conflict`.
 */
export async function changeTicket(
  deps: TriageDeps,
  target: DeskTarget,
  wanted: Omit<ChangeTicketRequest, "assignee"> & { assignee?: AgentRef | null | undefined },
): Promise<void> {
  let isTold = false;
  await changeLocked(deps, target, async (tx, ticket) => {
    await relabel(tx, target, wanted);
    const seen = await findTriage(tx, ticket.id);
    if (wanted.priority !== undefined && wanted.priority !== seen.priority) {
      await updatePriority(tx, ticket.id, wanted.priority);
      await insertAudit(tx, ticketAudit(target, "priority", { from: seen.priority, to: wanted.priority }));
    }
    // Lists and headings show titles on one line, without Markdown.
    const title = wanted.title && (plainLine(wanted.title) || wanted.title);
    if (title && title !== (seen.title ?? ticket.subject)) {
      await updateTitle(tx, ticket.id, title);
      await insertAudit(tx, ticketAudit(target, "title"));
    }
    if (wanted.snooze !== undefined) await snooze(tx, { target, ticket, until: wanted.snooze, seen: seen.snoozed });
    const events =
      wanted.assignee === undefined ? [] : await giveTo(tx, { target, ticket, colleague: wanted.assignee });
    isTold = events.length > 0;
    return events;
  });
  if (!isTold) await announce(deps.hub, target, []);
}

async function relabel(
  tx: TenantTransaction,
  target: DeskTarget,
  {
    add_labels: added = [],
    remove_labels: removed = [],
  }: ChangeTicketRequest | { add_labels?: string[]; remove_labels?: string[] },
): Promise<void> {
  const wanted = [...new Set(added)];
  if (wanted.length > 0 && (await lockLabels(tx, wanted)).length < wanted.length)
    throw new AppError("not_found", "Label not found.");
  const gone = removed.length > 0 ? await deleteTicketLabels(tx, target.ticketId, removed) : [];
  const put = wanted.length > 0 ? await insertTicketLabels(tx, target.ticketId, wanted) : [];
  if (put.length > 0 && (await countTicketLabels(tx, target.ticketId)) > maxTicketLabels)
    throw new AppError("conflict", `A ticket can have at most ${maxTicketLabels} labels.`);
  if (put.length + gone.length > 0) await insertAudit(tx, ticketAudit(target, "label", { added: put, removed: gone }));
}

async function snooze(
  tx: TenantTransaction,
  { target, ticket, until, seen }: { target: DeskTarget; ticket: TicketRow; until: string | null; seen: string | null },
): Promise<void> {
  if (until === null && seen === null) return;
  if (until !== null && isEnded(ticket)) throw new AppError("already_resolved", "This ticket is already resolved.");
  if (until !== null && until !== "visitor") {
    const ahead = Date.parse(until) - Date.now();
    if (ahead <= 0) throw new AppError("invalid_request", "The snooze time is in the past. Choose a later time.");
    if (ahead > maxSnoozeDays * dayMs)
      throw new AppError("invalid_request", `A ticket can be snoozed for at most ${maxSnoozeDays} days.`);
  }
  await updateSnooze(tx, ticket.id, until === "visitor" ? "infinity" : until);
  await insertAudit(tx, ticketAudit(target, "snooze", { until }));
}

async function giveTo(
  tx: TenantTransaction,
  { target, ticket, colleague }: { target: DeskTarget; ticket: TicketRow; colleague: AgentRef | null },
) {
  if ((ticket.assignee?.id ?? null) === (colleague?.id ?? null) && (colleague === null || isHeld(ticket))) return [];
  if (isEnded(ticket)) throw new AppError("already_resolved", "This ticket is already resolved.");
  await insertAudit(
    tx,
    ticketAudit(target, "assign", { from: ticket.assignee?.id ?? null, to: colleague?.id ?? null }),
  );
  if (colleague) return recordEvents(tx, ticket.id, [await assign(tx, ticket, colleague)]);
  // Unassign the ticket; it stays with the team. A visitor who waits keeps waiting, and an answered visitor does not start to wait.
  const status = ticket.status === "pending_visitor" ? "pending_visitor" : "pending_human";
  await updateTicket(tx, ticket.id, {
    owner: "human",
    status,
    assignee: null,
    unassigned_by: ticket.assignee?.id ?? null,
    waiting_since: ticket.waiting_since,
  });
  return recordEvents(tx, ticket.id, [{ type: "owner", turnId: null, payload: { owner: "human", status } }]);
}
