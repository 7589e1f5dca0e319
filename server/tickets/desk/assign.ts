import type { Assignment } from "../../../protocol/assignment.ts";
import { postponeNotice } from "../../accounts/store/notices.ts";
import { lockPresences, type PresenceRow, updateLastAssigned } from "../../accounts/store/presences.ts";
import { announce } from "../../core/live/announce.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  assignTicket,
  countOpenTickets,
  findAssignment,
  lockWaitingTickets,
  takeBackAssigned,
  type WaitingTicket,
} from "../store/assignments.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps } from "./deps.ts";
import { type Colleague, listColleagues } from "./triage.ts";

/** Tickets that one transaction assigns or takes back; the next round handles the rest. */
const batch = 20;
/** Delay of the notice, in ms, as for other notices: an agent who starts before that needs none. */
const noticeMs = 2 * 60_000;
const actor: AuditActor = { kind: "system", id: "assignment" };

/** An agent who can get a ticket now. */
interface Candidate extends Colleague {
  open: number;
  /** Time of their last automatic assignment, in ms; 0: never. */
  lastAssigned: number;
}

/**
 * One round for a tenant: unassigns tickets that absent agents did not start, and assigns waiting tickets to agents who are present. Safe
 * at any time and in several processes: a row lock on the presences lets rounds run one after another, and each ticket is locked while it
 * is assigned.
 */
export async function assignTickets(deps: Pick<DeskDeps, "db" | "hub">, tenantId: string): Promise<void> {
  const colleagues = await listColleagues(deps, tenantId);
  const moved = await withTenant(deps.db, tenantId, async (tx) => {
    const presences = await lockPresences(tx);
    const rules = await findAssignment(tx);
    const there = colleagues.filter(({ id }) =>
      presences.some(({ personId, isHere, away }) => personId === id && isHere && !away),
    );
    const back = await takeBack(tx, rules, there);
    return [...back, ...(await giveWaiting(tx, rules, { there, presences }))];
  });
  for (const ticketId of new Set(moved)) await announce(deps.hub, { tenantId, ticketId }, []);
}

async function takeBack(tx: TenantTransaction, { back_minutes }: Assignment, there: Colleague[]): Promise<string[]> {
  if (back_minutes === null) return [];
  const here = there.map(({ id }) => id);
  const back = await takeBackAssigned(tx, { here, minutes: back_minutes, limit: batch });
  for (const { id, person } of back) {
    await insertAudit(tx, ticketAudit({ actor, ticketId: id }, "release", { person: person.id, by: "away" }));
    await postponeNotice(tx, { kind: "waiting", ticketId: id, personId: null }, new Date(Date.now() + noticeMs));
  }
  return back.map(({ id }) => id);
}

async function giveWaiting(
  tx: TenantTransaction,
  { rule, limit }: Assignment,
  { there, presences }: { there: Colleague[]; presences: PresenceRow[] },
): Promise<string[]> {
  if (rule === "nobody" || there.length === 0) return [];
  const open = await countOpenTickets(tx);
  const lastAssigned = new Map(presences.map((row) => [row.personId, row.lastAssignedAt?.getTime() ?? 0]));
  const free = there
    .map((person) => ({ ...person, open: open.get(person.id) ?? 0, lastAssigned: lastAssigned.get(person.id) ?? 0 }))
    .filter((person) => person.open < limit);
  if (free.length === 0) return [];
  const tickets = await lockWaitingTickets(tx, { people: free.map(({ id }) => id), limit: batch });
  const given: string[] = [];
  for (const ticket of tickets) {
    const person = chooseFor(ticket, free, { rule, limit });
    if (!person) continue;
    person.open += 1;
    // Later than every agent who was assigned a ticket before in this round.
    person.lastAssigned = Date.now() + given.length;
    await give(tx, ticket, { person, rule });
    given.push(ticket.id);
  }
  return given;
}

/** The next assignee; undefined when no agent may get another ticket. */
function chooseFor(
  { unassignedBy }: WaitingTicket,
  free: readonly Candidate[],
  { rule, limit }: Pick<Assignment, "rule" | "limit">,
): Candidate | undefined {
  const open = (person: Candidate) => (rule === "load" ? person.open : 0);
  return free
    .filter((person) => person.open < limit && person.id !== unassignedBy)
    .toSorted((a, b) => open(a) - open(b) || a.lastAssigned - b.lastAssigned || (a.id < b.id ? -1 : 1))[0];
}

async function give(
  tx: TenantTransaction,
  { id: ticketId }: WaitingTicket,
  { person: { id, shownAs: name }, rule }: { person: Candidate; rule: Exclude<Assignment["rule"], "nobody"> },
): Promise<void> {
  await assignTicket(tx, { ticketId, person: { id, name }, how: rule });
  await updateLastAssigned(tx, id);
  await insertAudit(tx, ticketAudit({ actor, ticketId }, "assign", { from: null, to: id, by: rule }));
  await postponeNotice(tx, { kind: "mine", ticketId, personId: id }, new Date(Date.now() + noticeMs));
}
