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

/** Tickets that are given or taken back in one transaction; what is left is done by the next look. */
const batch = 20;
/** As long as other notices wait: whoever begins before then need not be told. */
const noticeMs = 2 * 60_000;
const actor: AuditActor = { kind: "system", id: "assignment" };

/** Somebody who can be given a ticket now. */
interface Candidate extends Colleague {
  open: number;
  /** When they were given one last, in ms; 0: never. */
  lastAssigned: number;
}

/**
 * One look at a tenant: takes back what people who have gone did not begin, and gives what waits to those who are there. Safe at any time
 * and in several processes at once: they go one after another, and each ticket is held while it is given.
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
    // Behind everybody who was given one before.
    person.lastAssigned = Date.now() + given.length;
    await give(tx, ticket, { person, rule });
    given.push(ticket.id);
  }
  return given;
}

/** Whose turn it is; undefined when nobody may have one more. */
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
