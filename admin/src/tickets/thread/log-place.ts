import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Closer to the end than this counts as reading the newest: new messages then scroll into view. */
const stickPx = 80;
/** Between the head and the question that a ticket opens on. */
const marginPx = 12;
/** Places are rounded by the browser. */
const roundingPx = 2;

interface LogPlace {
  scroller: RefObject<HTMLDivElement | null>;
  atEnd: Signal<boolean>;
  onScroll: (event: { currentTarget: HTMLElement }) => void;
}

/**
 * Where a ticket's messages are read: opened on the visitor's last question where a long draft would push it away, else at the
 * end, which is followed until somebody scrolls up.
 * @param newest changes with every message or piece of one.
 */
export function useLogPlace(opensOnQuestion: boolean, newest: readonly unknown[]): LogPlace {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useSignal(true);
  const lastTop = useRef(0);
  /** Where opening has put the log, until somebody moves it or something is said. */
  const opening = useRef(opensOnQuestion ? 0 : null);
  const isFirst = useRef(true);

  const keep = () => {
    const log = scroller.current;
    if (!log) return;
    const end = log.scrollHeight - log.clientHeight;
    if (opening.current !== null) {
      opening.current = Math.min(end, questionTop(log));
      log.scrollTop = opening.current;
      // What is said next may come before the browser has told of the scrolling.
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
    // Long texts are written over several frames.
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
      // What grew in the meantime leaves a gap as well; only moving up means that somebody reads.
      atEnd.value = isNear || (!isOpening && atEnd.value && scrollTop >= lastTop.current);
      lastTop.current = scrollTop;
    },
  };
}

/** Where the log stands with the visitor's last message at its top. */
function questionTop(log: HTMLElement): number {
  const question = [...log.querySelectorAll<HTMLElement>(".message-visitor")].at(-1);
  if (!question) return log.scrollHeight;
  return log.scrollTop + question.getBoundingClientRect().top - log.getBoundingClientRect().top - marginPx;
}
