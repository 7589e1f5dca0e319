import type { DeskEvent, TicketDetail } from "../../../../protocol/admin.ts";
import { noticeTitles } from "../../../../protocol/notice-titles.ts";
import type { NoticeKind, NoticeRulesResponse } from "../../../../protocol/notices.ts";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import type { Api } from "../../api.ts";

/** Reload the rules after this time, in ms: another tab may have changed them. */
const rulesMs = 5 * 60_000;
/** Maximum number of notices remembered. */
const maxKept = 500;

let rules: { of: NoticeRulesResponse; at: number } | undefined;
/** Notices already shown, so that each change of a ticket does not show one again. */
const told = new Set<string>();

/** Shows a browser notification for an event that a person in another window would miss. Never throws. */
export async function showBrowserNotice(api: Pick<Api, "call">, personId: string, event: DeskEvent): Promise<void> {
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
    // The person sees the ticket in the console when a request fails.
  }
}

/** Call after the rules changed in this tab. */
export function forgetRules(): void {
  rules = undefined;
}

/** The notice about a changed ticket for one person; undefined when there is none. */
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

function show({ ticket, question }: TicketDetail, kind: NoticeKind, title = noticeTitles[kind]): void {
  const body = `#${ticket.number} ${plainLine(question ?? "") || ticket.subject}`;
  // A notification with the same tag from another tab replaces this one.
  const notification = new Notification(title, { body, tag: `${kind}-${ticket.id}` });
  notification.onclick = () => {
    notification.close();
    window.focus();
    location.assign(`/console/inbox/${ticket.id}`);
  };
}
