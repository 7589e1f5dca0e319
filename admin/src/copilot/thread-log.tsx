import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { CopilotMessage } from "../../../protocol/copilot-talk.ts";

interface LogProps {
  /** How many messages there are. */
  count: number;
  /** Of the last one. */
  state: CopilotMessage["state"] | undefined;
  place: string | null;
  children: ComponentChildren;
}

/** So near to the end one reads what is newest, px. */
const nearPx = 120;

/**
 * Scrolls; what is newest is in sight when a conversation is opened and when something is said. What a run came to is
 * longer than the line that stood for it: its beginning comes into sight, unless somebody has scrolled away to read.
 */
export function Log({ count, state, place, children }: LogProps) {
  const element = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toLast = () => {
    const last = element.current?.querySelector(".copilot-messages > :last-child");
    last?.scrollIntoView({ block: "start" });
  };
  useLayoutEffect(toLast, [count, place]);
  useLayoutEffect(() => {
    if (isAtEnd.current) toLast();
  }, [state]);
  const note = ({ currentTarget: log }: { currentTarget: HTMLElement }) => {
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too.
    <div ref={element} class="copilot-log" tabIndex={0} role="region" aria-label="Messages" onScroll={note}>
      {children}
    </div>
  );
}
