import type { EventPayload, StreamEvent } from "../../protocol/events.ts";
import type { ShortEvent } from "../assistant/ports.ts";

/** What a turn says while it works: short-lived events at once, stored ones after their commit. */
export type TurnOutput =
  | {
      kind: "short";
      type: ShortEvent | "thinking";
      payload: EventPayload<ShortEvent | "thinking">;
    }
  | { kind: "stored"; events: StreamEvent[] };

export interface OutputQueue {
  push(output: TurnOutput): void;
  close(): void;
  items(): AsyncGenerator<TurnOutput, void, undefined>;
}

/** A queue between the graph, which never waits for its readers, and whoever drains the turn. */
export function createOutputQueue(): OutputQueue {
  let waiting: TurnOutput[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  return {
    push(output) {
      waiting.push(output);
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    async *items() {
      for (;;) {
        const taken = waiting;
        waiting = [];
        yield* taken;
        if (waiting.length > 0) continue;
        if (closed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
