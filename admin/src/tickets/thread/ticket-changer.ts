import type { TicketDetail, TicketSummary } from "../../../../protocol/admin.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import type { BulkRequest, Label } from "../../../../protocol/triage.ts";
import type { Api } from "../../api.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import type { ToastsStore } from "../../ui/toasts-store.ts";
import type { InboxStore } from "../inbox/inbox-store.ts";
import { snoozeWords } from "../inbox/snooze-times.ts";
import { priorityLabels } from "../inbox/views.ts";

/** Tickets per request; same limit as on the server. */
const maxAtOnce = 100;
/** In ms; up to a hundred tickets with one transaction each. */
const bulkTimeoutMs = 120_000;
/** Errors that are shown individually. */
const maxTold = 3;

export type ChangeApi = Pick<Api, "call">;

export interface ChangeDeps {
  inbox: Pick<InboxStore, "items" | "overlay" | "changed" | "reload" | "see">;
  toasts: ToastsStore;
  /** Shows the updated ticket from a response. */
  take: (detail: TicketDetail) => void;
  /** Reloads the ticket if it is open. */
  reread: (id: string) => void;
  /** The ticket on the screen. */
  openId: () => string | null;
  /** The open ticket was resolved, snoozed or similar. */
  onAway: (id: string) => void;
  /** A change of one ticket was undone. @param isOpened whether it was the open one. */
  onBack: (id: string, isOpened: boolean) => void;
}

/** Runs changes one after another, so that two changes of one ticket stay in order. */
export function createChanger(
  api: ChangeApi,
  { inbox, toasts, take, reread, openId, onAway, onBack }: ChangeDeps,
  known: () => Known,
): (tickets: readonly TicketSummary[], change: TicketChange) => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function run(
    tickets: readonly TicketSummary[],
    change: TicketChange,
    { release, undoes }: { release: () => void; undoes: string | undefined },
  ): Promise<void> {
    const open = openId();
    const refused = await send(api, tickets, { change, take });
    const done = tickets.filter(({ id }) => !refused.has(id));
    if (refused.size > 0) toasts.fail(refusedWords(tickets, refused));
    else if (undoes) toasts.show(undoneWords(undoes));
    else {
      const words = changeWords(done, change, known());
      toasts.show(words, undoOf(done, change, { open, words }));
    }
    for (const { id } of tickets) {
      reread(id);
      inbox.changed(id);
    }
    await inbox.reload();
    await inbox.see(tickets.map(({ id }) => id));
    release();
    const isAway = Boolean(change.snooze) || change.resolve || change.spam;
    const now = openId();
    if (isAway && now && done.some(({ id }) => id === now)) onAway(now);
  }

  function undoOf(
    done: readonly TicketSummary[],
    change: TicketChange,
    { open, words }: { open: string | null; words: string },
  ) {
    const isOpened = done.some(({ id }) => id === open);
    const back = isOpened ? open : done.length === 1 ? done[0]?.id : undefined;
    const select = () => back && onBack(back, isOpened);
    if (change.resolve || change.spam) return { label: "Undo", run: () => void takeBack(done, words).then(select) };
    // Unassigning returns no ticket to the AI.
    if (change.assignee !== undefined && done.some(({ owner }) => owner !== "human")) return undefined;
    const groups = new Map<string, { change: TicketChange; tickets: TicketSummary[] }>();
    for (const ticket of done) {
      const inverse = inverseOf(ticket, change);
      if (!inverse) continue;
      const group = groups.get(JSON.stringify(inverse)) ?? { change: inverse, tickets: [] };
      group.tickets.push(applied(ticket, change, known()));
      groups.set(JSON.stringify(inverse), group);
    }
    if (groups.size === 0) return undefined;
    const undone = () => Promise.all([...groups.values()].map((each) => begin(each.tickets, each.change, words)));
    return { label: "Undo", run: () => void undone().then(select) };
  }

  async function takeBack(tickets: readonly TicketSummary[], words: string): Promise<void> {
    const refused = new Map<string, string>();
    for (const { id } of tickets) {
      const problem = await attempt(async () => take(await api.call(ticketChangeRoutes.undoLastStep, { id })));
      if (problem) refused.set(id, problem);
      inbox.changed(id);
    }
    if (refused.size === 0) toasts.show(undoneWords(words));
    else toasts.fail(refusedWords(tickets, refused));
  }

  function begin(tickets: readonly TicketSummary[], change: TicketChange, undoes?: string): Promise<void> {
    if (tickets.length === 0) return Promise.resolve();
    const release = inbox.overlay(new Set(tickets.map(({ id }) => id)), (ticket) => applied(ticket, change, known()));
    last = last.then(() => run(tickets, change, { release, undoes }));
    return last;
  }
  return (tickets, change) => begin(tickets, change);
}

/** @returns the rejected tickets with reasons. */
async function send(
  api: ChangeApi,
  tickets: readonly TicketSummary[],
  { change, take }: { change: TicketChange; take: (detail: TicketDetail) => void },
): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const [only] = tickets;
  const { resolve, spam, ...single } = change;
  for (let from = 0; from < tickets.length; from += maxAtOnce) {
    const some = tickets.slice(from, from + maxAtOnce);
    try {
      if (tickets.length === 1 && only && !resolve && !spam) {
        take(await api.call(ticketChangeRoutes.changeTicket, { id: only.id, body: single }));
      } else {
        const body = { ids: some.map(({ id }) => id), change };
        const { results } = await api.call(ticketChangeRoutes.changeTickets, { body }, { timeoutMs: bulkTimeoutMs });
        for (const { id, ok, error } of results) if (!ok) refused.set(id, error?.message ?? "The server rejected it.");
      }
    } catch (error) {
      for (const { id } of some) refused.set(id, saidBy(error));
    }
  }
  return refused;
}

function refusedWords(tickets: readonly TicketSummary[], refused: ReadonlyMap<string, string>): string {
  const told = new Map<string, number[]>();
  for (const { id, number } of tickets) {
    const why = refused.get(id);
    if (why !== undefined) told.set(why, [...(told.get(why) ?? []), number]);
  }
  const reasons = [...told].slice(0, maxTold).map(([why, numbers]) => {
    const named = numbers.slice(0, maxTold).map((number) => `#${number}`);
    return `${named.join(", ")}${numbers.length > maxTold ? " …" : ""}: ${why}`;
  });
  if (tickets.length === 1) return `Not changed. ${[...told.keys()][0] ?? ""}`;
  const done = tickets.length - refused.size;
  return `Changed ${done} of ${tickets.length} tickets. Not changed: ${reasons.join(" ")}`;
}

/** @returns an error message on failure. */
export async function attempt(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return saidBy(error);
  }
}

/** The server's message explains a rejected change best. */
export function saidBy(error: unknown): string {
  if (error instanceof ApiError && error.message && ["conflict", "not_found", "invalid_request"].includes(error.code))
    return error.message;
  return errorSentence(error);
}

export type TicketChange = BulkRequest["change"];

/** Labels and colleagues that a change may refer to. */
interface Known {
  labels: readonly Label[];
  colleagues: ReadonlyArray<{ id: string; name: string }>;
}

/** A ticket as it will be after a change, before the server confirms it. */
function applied(ticket: TicketSummary, change: TicketChange, known: Known): TicketSummary {
  const { add_labels: added = [], remove_labels: removed = [], priority, assignee, snooze } = change;
  const kept = ticket.labels.filter(({ id }) => !removed.includes(id) && !added.includes(id));
  const labels = [...kept, ...known.labels.filter(({ id }) => added.includes(id))];
  const person = assignee ? known.colleagues.find(({ id }) => id === assignee) : undefined;
  const isOver = change.resolve || change.spam;
  const isAnswered = ticket.status === "pending_visitor";
  return {
    ...ticket,
    labels: labels.sort((a, b) => a.name.localeCompare(b.name)),
    priority: priority ?? ticket.priority,
    ...(snooze === undefined
      ? {}
      : { snoozed: snooze === null ? null : { until: snooze === "visitor" ? null : snooze } }),
    ...(person ? { assignee: person, status: isAnswered ? ticket.status : "in_progress", owner: "human" } : {}),
    ...(assignee === null && ticket.assignee
      ? { assignee: null, status: isAnswered ? ticket.status : "pending_human" }
      : {}),
    ...(isOver ? { status: "resolved", waiting_since: null } : {}),
  };
}

/** The change that undoes a change; null when none can. */
function inverseOf(before: TicketSummary, change: TicketChange): TicketChange | null {
  const { add_labels: added, remove_labels: removed, priority, assignee, snooze } = change;
  const had = new Set(before.labels.map(({ id }) => id));
  const toRemove = added?.filter((id) => !had.has(id)) ?? [];
  const toAdd = removed?.filter((id) => had.has(id)) ?? [];
  const past = before.snoozed?.until && Date.parse(before.snoozed.until) <= Date.now();
  const inverse: TicketChange = {
    ...(priority === undefined ? {} : { priority: before.priority }),
    ...(assignee === undefined ? {} : { assignee: before.assignee?.id ?? null }),
    ...(toAdd.length > 0 ? { add_labels: toAdd } : {}),
    ...(toRemove.length > 0 ? { remove_labels: toRemove } : {}),
    ...(snooze === undefined
      ? {}
      : { snooze: before.snoozed && !past ? (before.snoozed.until ?? ("visitor" as const)) : null }),
  };
  return Object.keys(inverse).length > 0 ? inverse : null;
}

/** What a change has done, as verb and object: `Snoozed 3 tickets until 09:00`. */
function changeWords(tickets: readonly TicketSummary[], change: TicketChange, known: Known): string {
  const named = namesOf(tickets);
  const { assignee, priority, snooze, spam, resolve, add_labels: added, remove_labels: removed = [] } = change;
  if (spam) return `Marked ${named} as spam`;
  if (resolve) return `Resolved ${named}`;
  if (assignee === null) return `Unassigned ${named}`;
  if (assignee !== undefined)
    return `Assigned ${named} to ${known.colleagues.find(({ id }) => id === assignee)?.name ?? "them"}`;
  if (snooze === null) return `Ended the snooze of ${named}`;
  if (snooze === "visitor") return `Snoozed ${named} until the visitor replies`;
  if (snooze !== undefined) return `Snoozed ${named} until ${snoozeWords(new Date(snooze), new Date())}`;
  if (priority === "none") return `Removed the priority of ${named}`;
  if (priority !== undefined) return `Set the priority of ${named} to ${priorityLabels[priority].toLowerCase()}`;
  const names = (ids: readonly string[]) =>
    ids.map((id) => `“${known.labels.find((label) => label.id === id)?.name ?? ""}”`).join(", ");
  return added ? `Added ${names(added)} to ${named}` : `Removed ${names(removed)} from ${named}`;
}

/** `Undone: resolved #1007`. @param words what the change has said */
export function undoneWords(words: string): string {
  return `Undone: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** `#1007`, or `3 tickets`. */
function namesOf(tickets: readonly TicketSummary[]): string {
  const [only] = tickets;
  return tickets.length === 1 && only ? `#${only.number}` : `${tickets.length} tickets`;
}
