import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { TicketDetail } from "../../../protocol/admin.ts";
import { Icon } from "../components/icon.tsx";
import { MarkdownView } from "../components/markdown-view.tsx";
import { now } from "../lib/now.ts";
import { dayLabel } from "../lib/time.ts";
import type { RunningTurn, TicketThread } from "../stores/ticket-reduce.ts";
import { DraftCard } from "./draft-card.tsx";
import { MessageItem } from "./message-item.tsx";

/** Closer to the end than this counts as reading the newest: new messages then scroll into view. */
const stickPx = 80;
const typingShownMs = 6_000;

export function MessageLog({ thread }: { thread: TicketThread }) {
  const { messages, draft, ticket } = thread.detail;
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useSignal(true);
  const lastTop = useRef(0);
  const last = messages.at(-1)?.id;

  useLayoutEffect(() => {
    if (atEnd.value && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [last, thread.running?.text, thread.running?.status, draft?.content, thread.failure]);
  useKeptEnd(scroller, atEnd);
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
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          const isNear = scrollHeight - scrollTop - clientHeight < stickPx;
          // What grew in the meantime leaves a gap as well; only moving up means that somebody reads.
          atEnd.value = isNear || (atEnd.value && scrollTop >= lastTop.current);
          lastTop.current = scrollTop;
        }}
      >
        <div class="log-inner">
          <Messages detail={thread.detail} />
          {thread.running ? <RunningMessage running={thread.running} /> : null}
          {thread.failure ? <p class="log-failure">{thread.failure}</p> : null}
          <Typing typing={thread.typing} />
          {draft && ticket.owner === "human" && ticket.status !== "resolved" && ticket.status !== "closed" ? (
            <DraftCard draft={draft} ticketId={ticket.id} />
          ) : null}
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

/** Long texts are written over several frames: the end stays in view as they grow. */
function useKeptEnd(scroller: RefObject<HTMLDivElement | null>, atEnd: { value: boolean }): void {
  useLayoutEffect(() => {
    const log = scroller.current;
    const content = log?.firstElementChild;
    if (!log || !content) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.value) log.scrollTop = log.scrollHeight;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
}

function Messages({ detail }: { detail: TicketDetail }) {
  const { messages, ticket } = detail;
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
            <MessageItem message={message} visitor={ticket.visitor} />
          </div>
        );
      })}
    </>
  );
}

/** The assistant at work: what it is doing and the text so far, which the final message replaces. */
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
