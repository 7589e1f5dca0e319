import type { TicketMail } from "../../../protocol/mail.ts";
import { Icon } from "../components/icon.tsx";
import { now } from "../lib/now.ts";
import { clockTime, fullTime } from "../lib/time.ts";

const problems: Record<NonNullable<TicketMail["problem"]>, string> = {
  bounced: "Not sent by mail: there is no such mailbox",
  stopped: "Not sent by mail: the visitor wants no mail",
  failed: "Not sent by mail yet: the mail server cannot be reached",
  too_many: "Not sent by mail yet: too many mails went to this address today",
  no_address: "Not sent by mail: nobody knows the visitor's address",
};

/** Below the newest answer that the visitor has not read: whether it went out by mail, or why not. */
export function MailLine({ mail, messageId }: { mail: TicketMail; messageId: string }) {
  if (mail.problem)
    return (
      <p class="seen seen-problem">
        <Icon name="warning" /> {problems[mail.problem]}
      </p>
    );
  if (mail.due_at)
    return (
      <p class="seen">
        <Icon name="mail" /> {`Goes out by mail ${inMinutes(mail.due_at)} unless it is read before`}
      </p>
    );
  if (!mail.sent_at || mail.sent_message_id !== messageId) return null;
  return (
    <p class="seen">
      <Icon name="mail" /> Sent by mail{" "}
      <time dateTime={mail.sent_at} title={fullTime(mail.sent_at)}>
        {clockTime(mail.sent_at)}
      </time>
    </p>
  );
}

function inMinutes(at: string): string {
  const minutes = Math.ceil((Date.parse(at) - now.value) / 60_000);
  if (minutes < 1) return "in a moment";
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
