import type { DeskEvent, TicketDetail } from "../../../../protocol/admin.ts";
import type { NoticeKind, NoticeRulesResponse } from "../../../../protocol/notices.ts";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { Api } from "../../api.ts";

/** The rules are read again after this time: another tab may have changed them. */
const rulesMs = 5 * 60_000;
/** Tickets that are looked at because of one burst of changes. */
const maxKept = 500;

const titles: Record<NoticeKind, string> = {
  waiting: "A ticket needs a reply",
  mine: "New message from a visitor",
  mention: "You were mentioned",
  overdue: "A ticket is overdue",
};

let rules: { of: NoticeRulesResponse; at: number } | undefined;
/** What was told, so that each change of a ticket does not tell it again. */
const told = new Set<string>();

/** Says by the browser what somebody who looks at another window would miss. Never throws. */
export async function tellByBrowser(api: Pick<Api, "call">, personId: string, event: DeskEvent): Promise<void> {
  const { ticket_id: id } = event;
  if (!id) return;
  try {
    if (!rules || Date.now() - rules.at > rulesMs)
      rules = { of: await api.call(accountRoutes.readNotices), at: Date.now() };
    const detail = await api.call(ticketRoutes.readTicket, { id });
    const notice = noticeOf(detail, personId, event);
    if (!notice || !rules.of.browser[notice.kind] || told.has(notice.key)) return;
    if (told.size >= maxKept) told.clear();
    told.add(notice.key);
    show(detail, notice.kind, notice.title);
  } catch {
    // What could not be read is seen when somebody looks at the console.
  }
}

/** The rules have changed here. */
export function forgetRules(): void {
  rules = undefined;
}

/** What a changed ticket means to a person; undefined: nothing that they would have to be told. */
function noticeOf(
  { ticket, messages, notes }: Pick<TicketDetail, "ticket" | "messages" | "notes">,
  personId: string,
  { mentions }: Pick<DeskEvent, "mentions">,
): { kind: NoticeKind; key: string; title?: string } | undefined {
  if (mentions?.includes(personId)) return { kind: "mention", key: `mention ${notes.at(-1)?.id}` };
  const last = messages.at(-1);
  const isMine = ticket.assignee?.id === personId;
  if (isMine && ticket.status === "in_progress" && last?.role === "visitor")
    return { kind: "mine", key: `mine ${last.id}` };
  const isOverdue = ticket.due !== null && Date.parse(ticket.due.at) < Date.now();
  if (isOverdue && (isMine || !ticket.assignee))
    return { kind: "overdue", key: `overdue ${ticket.id} ${ticket.due?.at}` };
  if (ticket.status !== "pending_human") return undefined;
  if (isMine)
    return { kind: "mine", key: `given ${ticket.id} ${ticket.waiting_since}`, title: "A ticket was assigned to you" };
  if (!ticket.assignee) return { kind: "waiting", key: `waiting ${ticket.id} ${ticket.waiting_since}` };
  return undefined;
}

function show({ ticket, question }: TicketDetail, kind: NoticeKind, title = titles[kind]): void {
  const body = `#${ticket.number} ${question || ticket.subject}`;
  // The same tag in another tab takes the place of this one.
  const notification = new Notification(title, { body, tag: `${kind}-${ticket.id}` });
  notification.onclick = () => {
    notification.close();
    window.focus();
    location.assign(`/console/inbox/${ticket.id}`);
  };
}
