import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Dislike, TicketDetail } from "../../../../protocol/admin.ts";
import type { TicketNote } from "../../../../protocol/admin-notes.ts";
import type { TicketEmail } from "../../../../protocol/email.ts";
import type { Merge } from "../../../../protocol/related.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { TicketRating } from "../../../../protocol/visitor-tickets.ts";
import { mouths } from "../../../../ui/rating/mouths.ts";
import { useWorkspace } from "../../app-context.ts";
import { ticketTitle } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Spinner } from "../../ui/states.tsx";
import { clockTime, fullTime, now } from "../../ui/time.ts";
import { useMarkedNames } from "./marked-names.ts";
import { MessageItem } from "./message-item.tsx";
import { saidBy } from "./ticket-changer.ts";

const problems: Record<NonNullable<TicketEmail["problem"]>, string> = {
  bounced: "Not e-mailed: the mailbox does not exist",
  stopped: "Not e-mailed: the visitor unsubscribed",
  failed: "Not e-mailed yet: the e-mail server is unreachable",
  full: "Not delivered: the visitor's mailbox is full",
  delayed: "Not delivered: the visitor's e-mail server did not accept it in time",
  rejected: "Not delivered: the visitor's e-mail server refused the content, size or sender of this e-mail",
  too_many: "Not e-mailed yet: too many e-mails to this address today",
  no_address: "Not e-mailed: the visitor's address is unknown",
};

/** The people who get a copy: those in `Cc` of the visitor's e-mail. */
function copiesText({ cc }: TicketEmail): string {
  return cc.length === 0 ? "" : `, with a copy to ${cc.join(", ")}`;
}

/** Below the newest reply that the visitor has not read: whether it was sent by e-mail, or why not. */
export function EmailLine({ mail, messageId }: { mail: TicketEmail; messageId: string }) {
  if (mail.problem)
    return (
      <p class="seen seen-problem">
        <Icon name="warning" /> {problems[mail.problem]}
        {mail.problem === "full" || mail.problem === "delayed"
          ? mail.due_at
            ? ". We will try again."
            : ". We stopped trying."
          : ""}
      </p>
    );
  if (mail.due_at)
    return (
      <p class="seen">
        <Icon name="mail" /> {`Will be e-mailed ${inMinutes(mail.due_at)} unless it is read first${copiesText(mail)}`}
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

/** A note of the team, at its position in the thread. */
export function NoteItem({ note }: { note: TicketNote }) {
  const { author, content, mentions, created_at: at } = note;
  const text = useRef<HTMLDivElement>(null);
  useMarkedNames(
    text,
    mentions.map(({ name }) => `@${name}`),
  );
  return (
    <article class="message message-note" aria-label={`Note by ${author.name}, for the team`}>
      <span class="avatar avatar-note" aria-hidden="true">
        <Icon name="lock" />
      </span>
      <div class="message-main">
        <p class="message-head">
          <strong dir="auto">{author.name}</strong>
          <span class="muted">note</span>
          <time dateTime={at} title={fullTime(at)}>
            {clockTime(at)}
          </time>
        </p>
        <div ref={text} class="note-text">
          <MarkdownView text={content} />
        </div>
      </div>
    </article>
  );
}

/** Meanings of the faces in the visitor's rating. */
const meanings = ["very bad", "bad", "so-so", "good", "very good"] as const;

/** The visitor's rating: face and comment. */
export function RatingLine({ rating: { score, comment, created_at } }: { rating: TicketRating }) {
  return (
    <article class="message-rating" aria-label="The visitor's rating">
      <p>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <circle cx="12" cy="12" r="10" />
          <path d="M9 9.5h.01M15 9.5h.01" />
          <path d={mouths[score - 1]} />
        </svg>
        <span>
          Rated <strong>{meanings[score - 1]}</strong> ({score} of 5)
        </span>
        <time dateTime={created_at} title={fullTime(created_at)}>
          {clockTime(created_at)}
        </time>
      </p>
      {comment ? <MarkdownView text={comment} /> : null}
    </article>
  );
}

/** Below an answer: the visitor disliked it or reported it as wrong, with the reason in the visitor's words. */
export function DislikeLine({ dislike }: { dislike: Dislike }) {
  const { is_reported: isReported, reason, gap_id: gapId, created_at: at } = dislike;
  const said = isReported ? "The visitor reported this answer as wrong" : "The visitor disliked this answer";
  return (
    <article class={`message-rating ${isReported ? "message-reported" : ""}`} aria-label={said}>
      <p>
        <Icon name="warning" />
        <span>
          {said}
          {reason ? (
            <>
              : <q dir="auto">{reason}</q>
            </>
          ) : null}
          {gapId ? (
            <>
              {" "}
              <a href={`/console/gaps/${gapId}`} title="The visitor gets the result when you close or ignore the gap">
                Open the gap
              </a>
            </>
          ) : null}
        </span>
        <time dateTime={at} title={fullTime(at)}>
          {clockTime(at)}
        </time>
      </p>
    </article>
  );
}

/** At the end of a duplicate: link to the ticket that continues it. */
export function MergedInto({ merge: { id, number, subject, by, at } }: { merge: Merge }) {
  return (
    <p class="merge-line">
      Merged into{" "}
      <a href={`/console/inbox/${id}?view=all`} dir="auto">
        #{number} {ticketTitle({ subject })}
      </a>{" "}
      by {by}{" "}
      <time dateTime={at} title={fullTime(at)}>
        {clockTime(at)}
      </time>
    </p>
  );
}

/** In the ticket that continues a duplicate: the duplicate's messages, collapsed at first. */
export function MergedTicket({ merge: { id, number, by, at } }: { merge: Merge }) {
  const { api } = useWorkspace();
  const read = useSignal<TicketDetail | null>(null);
  const problem = useSignal("");
  const load = async () => {
    problem.value = "";
    try {
      read.value = await api.call(ticketRoutes.readTicket, { id });
    } catch (cause) {
      problem.value = saidBy(cause);
    }
  };
  const detail = read.value;
  return (
    <details class="merged" onToggle={(event) => (event.currentTarget.open && !detail ? void load() : undefined)}>
      <summary>
        #{number} was merged into this by {by}{" "}
        <time dateTime={at} title={fullTime(at)}>
          {clockTime(at)}
        </time>
      </summary>
      {detail ? (
        <>
          {detail.messages.map((message) => (
            <MessageItem key={message.id} message={message} visitor={detail.ticket.visitor} ticketId={id} />
          ))}
          <p class="merge-line">
            <a href={`/console/inbox/${id}?view=all`}>Open #{number}</a>
          </p>
        </>
      ) : problem.value ? (
        <p role="alert">{problem.value}</p>
      ) : (
        <p>
          <Spinner /> Loading…
        </p>
      )}
    </details>
  );
}
