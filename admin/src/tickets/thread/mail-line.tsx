import type { TicketMail } from "../../../../protocol/mail.ts";
import { Icon } from "../../ui/icon.tsx";
import { now } from "../../ui/now.ts";
import { clockTime, fullTime } from "../../ui/time.ts";

const problems: Record<NonNullable<TicketMail["problem"]>, string> = {
  bounced: "Not e-mailed: the mailbox does not exist",
  stopped: "Not e-mailed: the visitor unsubscribed",
  failed: "Not e-mailed yet: the e-mail server is unreachable",
  too_many: "Not e-mailed yet: too many e-mails to this address today",
  no_address: "Not e-mailed: the visitor's address is unknown",
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
        <Icon name="mail" /> {`Will be e-mailed ${inMinutes(mail.due_at)} unless it is read first`}
      </p>
    );
  if (!mail.sent_at || mail.sent_message_id !== messageId) return null;
  return (
    <p class="seen">
      <Icon name="mail" /> E-mailed{" "}
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
