/** Repeat interval in ms: the visitor's chat hides the indicator after 6 s. */
const againMs = 3_000;
/** Time without a key until the indicator ends, in ms. */
const idleMs = 4_000;

export interface TypingSignal {
  /** A key changed the text of the reply. */
  typed(text: string): void;
  /** Typing ended: the text was cleared or the ticket closed. */
  stop(): void;
  /** The reply was sent; it ends the indicator itself. */
  sent(): void;
}

/** Sends the typing indicator, at a limited rate and never after the end. Errors are ignored. */
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
