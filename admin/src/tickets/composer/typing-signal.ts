/** The visitor's chat forgets a sign after 6 s. */
const againMs = 3_000;
/** So long after the last key it is over. */
const idleMs = 4_000;

export interface TypingSignal {
  /** A key changed what is meant for the visitor. */
  typed(text: string): void;
  /** Nothing is being written any more: the text is gone, or its ticket was left. */
  stop(): void;
  /** The answer itself says so. */
  sent(): void;
}

/** Tells the server that an answer is being written, seldom enough and never after its end. Failures are nobody's concern. */
export function createTypingSignal(tell: (over: boolean) => Promise<unknown>): TypingSignal {
  let toldAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(over: boolean): void {
    toldAt = over ? undefined : Date.now();
    tell(over).catch(() => undefined);
  }

  function stop(): void {
    clearTimeout(timer);
    if (toldAt !== undefined) say(true);
  }

  return {
    stop,
    sent() {
      clearTimeout(timer);
      toldAt = undefined;
    },
    typed(text) {
      clearTimeout(timer);
      if (text.trim() === "") return stop();
      if (toldAt === undefined || Date.now() - toldAt >= againMs) say(false);
      timer = setTimeout(stop, idleMs);
    },
  };
}
