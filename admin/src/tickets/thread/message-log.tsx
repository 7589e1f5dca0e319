import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { TicketNote } from "../../../../protocol/admin-notes.ts";
import type { Message } from "../../../../protocol/messages.ts";
import type { TicketRating } from "../../../../protocol/visitor-tickets.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { isWide } from "../../ui/media.ts";
import { clockTime, dayLabel, fullTime, now } from "../../ui/time.ts";
import { useComposer } from "../composer/composers.ts";
import { DraftCard } from "../composer/draft-card.tsx";
import { HeldReplies } from "../composer/held-replies.tsx";
import { DislikeLine, EmailLine, MergedInto, MergedTicket, NoteItem, RatingLine } from "./log-lines.tsx";
import { useLogPosition } from "./log-place.ts";
import { MessageItem } from "./message-item.tsx";
import type { RunningTurn, TicketThread } from "./ticket-reduce.ts";
import { PendingApproval, toolLinesBetween } from "./tool-lines.tsx";

const typingShownMs = 6_000;

export function MessageLog({ thread }: { thread: TicketThread }) {
  const { messages, draft, ticket } = thread.detail;
  const hasDraft =
    draft !== null && ticket.owner === "human" && ticket.status !== "resolved" && ticket.status !== "closed";
  const { pending } = useComposer(ticket.id);
  const { scroller, atEnd, onScroll } = useLogPosition(hasDraft, [
    messages.at(-1)?.id,
    thread.running?.text,
    thread.running?.status,
    draft?.content,
    thread.failure,
    thread.detail.notes.at(-1)?.id,
    pending.value.at(-1)?.messageId,
  ]);
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight });

  return (
    <div class="log-frame">
      <div
        ref={scroller}
        class="log"
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
      >
        <div class="log-inner">
          {thread.detail.earlier_cursor === null ? null : <Earlier scroller={scroller} />}
          <Messages detail={thread.detail} />
          {thread.running ? <RunningMessage running={thread.running} /> : null}
          {thread.failure ? <p class="log-failure">{thread.failure}</p> : null}
          <Typing typing={thread.typing} />
          <HeldReplies ticketId={ticket.id} />
          {isWide.value ? null : <PendingApproval detail={thread.detail} />}
          {hasDraft ? <DraftCard draft={draft} ticketId={ticket.id} /> : null}
        </div>
      </div>
      {atEnd.value ? null : (
        <button type="button" class="btn log-jump" onClick={toEnd}>
          Newest <Icon name="chevron" />
        </button>
      )}
    </div>
  );
}

/** Loads earlier messages; the visible message keeps its position while the log grows above it. */
function Earlier({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const { ticket } = useWorkspace();
  const isLoading = useSignal(false);
  const problem = useSignal<string | null>(null);
  const load = async () => {
    const log = scroller.current;
    const fromEnd = log ? log.scrollHeight - log.scrollTop : 0;
    isLoading.value = true;
    problem.value = await ticket.showEarlier();
    isLoading.value = false;
    requestAnimationFrame(() => {
      if (log) log.scrollTop = log.scrollHeight - fromEnd;
    });
  };
  return (
    <p class="log-earlier">
      <button type="button" class="btn" disabled={isLoading.value} onClick={() => void load()}>
        Show earlier messages
      </button>
      {problem.value ? <span role="alert">{problem.value}</span> : null}
    </p>
  );
}

function Messages({ detail }: { detail: TicketDetail }) {
  const { messages, ratings, notes, ticket, earlier_cursor: cursor } = detail;
  return (
    <>
      {messages.length === 0 ? <p class="log-empty">No messages yet.</p> : null}
      {messages.map((message, index) => {
        const day = dayLabel(message.created_at, now.value);
        const before = messages[index - 1];
        const newDay = !before || dayLabel(before.created_at, now.value) !== day;
        return (
          <div key={message.id}>
            {newDay ? <p class="day">{day}</p> : null}
            {before || cursor === null ? (
              <>
                {ratingsBetween(ratings, before, message)}
                {notesBetween(notes, before, message)}
                {mergesBetween(detail, before, message)}
                {toolLinesBetween(detail, before, message)}
              </>
            ) : null}
            <MessageItem
              message={message}
              visitor={ticket.visitor}
              ticketId={ticket.id}
              byEmail={detail.mail?.received.includes(message.id) ?? false}
              quoted={detail.mail?.quoted.find(({ message_id: id }) => id === message.id)?.text}
            />
            {detail.seen && isLastReply(messages, index) && detail.seen.message_id === message.id ? (
              <SeenMark at={detail.seen.at} />
            ) : detail.mail && message.role === "agent" && isLastReply(messages, index) ? (
              <EmailLine mail={detail.mail} messageId={message.id} />
            ) : null}
            {detail.dislikes
              .filter(({ message_id: id }) => id === message.id)
              .map((dislike) => (
                <DislikeLine key={dislike.message_id} dislike={dislike} />
              ))}
          </div>
        );
      })}
      {ratingsBetween(ratings, messages.at(-1), undefined)}
      {notesBetween(notes, messages.at(-1), undefined)}
      {mergesBetween(detail, messages.at(-1), undefined)}
      {toolLinesBetween(detail, messages.at(-1), undefined)}
      {detail.related.merged_into ? <MergedInto merge={detail.related.merged_into} /> : null}
    </>
  );
}

/** Whether only the visitor and the assistant have written since. */
function isLastReply(messages: readonly Message[], index: number): boolean {
  return !messages.slice(index + 1).some(({ role }) => role === "agent");
}

/** The visitor has seen the reply. */
function SeenMark({ at }: { at: string }) {
  return (
    <p class="seen">
      <Icon name="check" /> Seen{" "}
      <time dateTime={at} title={fullTime(at)}>
        {clockTime(at)}
      </time>
    </p>
  );
}

/** The visitor's ratings, at their position in the thread. */
function ratingsBetween(ratings: readonly TicketRating[], before: Message | undefined, after: Message | undefined) {
  return ratings
    .filter(({ created_at: at }) => (!before || at > before.created_at) && (!after || at <= after.created_at))
    .map((rating) => <RatingLine key={rating.resolved_at} rating={rating} />);
}

/** Duplicates merged into this ticket, at their position in the thread. */
function mergesBetween({ related }: TicketDetail, before: Message | undefined, after: Message | undefined) {
  return related.merged
    .filter(({ at }) => (!before || at > before.created_at) && (!after || at <= after.created_at))
    .map((merge) => <MergedTicket key={merge.id} merge={merge} />);
}

/** The team's notes, at their position in the thread. */
function notesBetween(notes: readonly TicketNote[], before: Message | undefined, after: Message | undefined) {
  return notes
    .filter(({ created_at: at }) => (!before || at > before.created_at) && (!after || at <= after.created_at))
    .map((note) => <NoteItem key={note.id} note={note} />);
}

/** The running assistant: current activity and partial text, which the final message replaces. */
function RunningMessage({ running }: { running: RunningTurn }) {
  return (
    <article class="message message-assistant message-running" aria-busy="true" aria-label="The assistant is writing">
      <span class="avatar avatar-assistant" aria-hidden="true">
        <Icon name="spark" />
      </span>
      <div class="message-main">
        <p class="message-head">
          <strong>Assistant</strong>
          <span class="shimmer">{running.status ?? "Writing…"}</span>
        </p>
        {running.text ? <MarkdownView text={running.text} growing /> : null}
      </div>
    </article>
  );
}

function Typing({ typing }: { typing: TicketThread["typing"] }) {
  const visible = useSignal(false);
  useEffect(() => {
    visible.value = typing !== null;
    if (!typing) return;
    const timer = setTimeout(() => (visible.value = false), typingShownMs);
    return () => clearTimeout(timer);
  }, [typing?.at]);
  if (!visible.value || !typing) return null;
  return <p class="typing">{typing.who === "visitor" ? "The visitor is typing…" : `${typing.who} is typing…`}</p>;
}
