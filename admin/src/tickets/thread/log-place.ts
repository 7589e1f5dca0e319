import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Distance from the end, in px, that counts as reading the newest message: new messages then scroll into view. */
const stickPx = 80;
/** Space between the head and the question that a ticket opens at, in px. */
const marginPx = 12;
/** Browsers round scroll positions. */
const roundingPx = 2;

interface LogPosition {
  scroller: RefObject<HTMLDivElement | null>;
  atEnd: Signal<boolean>;
  onScroll: (event: { currentTarget: HTMLElement }) => void;
}

/**
 * Scroll position of a ticket's messages: starts at the visitor's last question when a long draft would push it out of view, otherwise at
 * the end. The end is followed until the user scrolls up.
 * @param newest changes with every message or part of one.
 */
export function useLogPosition(opensOnQuestion: boolean, newest: readonly unknown[]): LogPosition {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useSignal(true);
  const lastTop = useRef(0);
  /** Initial scroll position, until the user scrolls or a message arrives. */
  const opening = useRef(opensOnQuestion ? 0 : null);
  const isFirst = useRef(true);

  const keep = () => {
    const log = scroller.current;
    if (!log) return;
    const end = log.scrollHeight - log.clientHeight;
    if (opening.current !== null) {
      opening.current = Math.min(end, questionTop(log));
      log.scrollTop = opening.current;
      // The next message may arrive before the scroll event.
      atEnd.value = end - opening.current < stickPx;
    } else if (atEnd.value) log.scrollTop = end;
  };
  useLayoutEffect(() => {
    if (!isFirst.current) opening.current = null;
    isFirst.current = false;
    keep();
  }, newest);
  useLayoutEffect(() => {
    const content = scroller.current?.firstElementChild;
    if (!content) return;
    // Long texts are rendered over several frames.
    const observer = new ResizeObserver(keep);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);

  return {
    scroller,
    atEnd,
    onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) {
      const isNear = scrollHeight - scrollTop - clientHeight < stickPx;
      const isOpening = opening.current !== null && Math.abs(scrollTop - opening.current) <= roundingPx;
      if (!isOpening) opening.current = null;
      // Growing content also creates a distance from the end; only scrolling up means that the user reads older messages.
      atEnd.value = isNear || (!isOpening && atEnd.value && scrollTop >= lastTop.current);
      lastTop.current = scrollTop;
    },
  };
}

/** Scroll position with the visitor's last message at the top. */
function questionTop(log: HTMLElement): number {
  const question = [...log.querySelectorAll<HTMLElement>(".message-visitor")].at(-1);
  if (!question) return log.scrollHeight;
  return log.scrollTop + question.getBoundingClientRect().top - log.getBoundingClientRect().top - marginPx;
}
