import type { StreamEvent } from "../../protocol/events.ts";
import { type Cursor, formatCursor } from "./cursor.ts";
import type { HubEntry, LiveHub } from "./hub.ts";

/** Most entries held for a reader that does not keep up; past it, it catches up from the store instead. */
const maxWaitingEntries = 1_000;
/** Stored events read at once. */
const backfillPage = 500;

export interface FollowInput {
  hub: LiveHub;
  channel: string;
  cursor: Cursor;
  /** Stored events after a number, oldest first, at most `limit`. */
  readStored(after: number, limit: number): Promise<StreamEvent[]>;
  signal: AbortSignal;
}

export interface Followed {
  id: string | undefined;
  event: StreamEvent;
}

/**
 * A ticket's log from a cursor on: what is stored, then what the hub still remembers, then live. Each
 * stored event comes exactly once and in order; a hole (a lost notice) is filled from the store.
 */
export async function* follow(input: FollowInput): AsyncGenerator<Followed, void, undefined> {
  const inbox = createInbox(input.signal);
  // Listening starts before anything is read, so nothing falls between backfill and live.
  const subscription = await input.hub.subscribe(input.channel, inbox.push);
  const reader = new Reader(input);
  try {
    yield* reader.catchUp();
    while (!input.signal.aborted) {
      const entries = await inbox.take();
      if (entries === "overflow") {
        yield* reader.catchUp();
        continue;
      }
      for (const entry of entries) yield* reader.accept(entry);
    }
  } finally {
    await subscription.close();
  }
}

class Reader {
  readonly #input: FollowInput;
  #sequence: number;
  #position: number;

  constructor(input: FollowInput) {
    this.#input = input;
    this.#sequence = input.cursor.sequence;
    this.#position = input.cursor.position;
  }

  /**
   * Store and hub memory, merged: short-lived events keep their place among the stored ones. The store is
   * read first: whatever a turn said before an event it had committed by then is in the hub already.
   */
  async *catchUp(): AsyncGenerator<Followed> {
    const missed = await this.#readAll();
    const remembered = await this.#input.hub.recent(this.#input.channel, this.#position);
    const entries = this.#position > 0 ? remembered : afterLastEnd(remembered);
    for (const entry of entries) {
      const before = entry.stored ? entry.event.sequence - 1 : entry.event.sequence;
      yield* this.#deliverUpTo(missed, before);
      yield* this.accept(entry);
    }
    yield* this.#deliverUpTo(missed, Number.POSITIVE_INFINITY);
  }

  async *accept(entry: HubEntry): AsyncGenerator<Followed> {
    const { event } = entry;
    const before = entry.stored ? event.sequence - 1 : event.sequence;
    if (before > this.#sequence) yield* this.#deliverUpTo(await this.#readAll(), before);
    if (entry.stored) {
      if (event.sequence <= this.#sequence) return;
      this.#position = Math.max(this.#position, entry.position);
      yield this.#deliver(event);
    } else if (entry.position > this.#position) {
      this.#position = entry.position;
      yield { id: formatCursor({ sequence: this.#sequence, position: this.#position }), event };
    }
  }

  /** All stored events this reader has not seen. */
  async #readAll(): Promise<StreamEvent[]> {
    const events: StreamEvent[] = [];
    for (;;) {
      const page = await this.#input.readStored(events.at(-1)?.sequence ?? this.#sequence, backfillPage);
      events.push(...page);
      if (page.length < backfillPage) return events;
    }
  }

  *#deliverUpTo(events: StreamEvent[], last: number): Generator<Followed> {
    for (const event of events) {
      if (event.sequence > this.#sequence && event.sequence <= last) yield this.#deliver(event);
    }
  }

  #deliver(event: StreamEvent): Followed {
    this.#sequence = event.sequence;
    return { id: formatCursor({ sequence: this.#sequence, position: this.#position }), event };
  }
}

/** A reader without a position wants the turn at work, not the tokens of answers it has in full. */
function afterLastEnd(entries: HubEntry[]): HubEntry[] {
  return entries.slice(entries.findLastIndex((entry) => entry.event.type === "end") + 1);
}

function createInbox(signal: AbortSignal) {
  let waiting: HubEntry[] = [];
  let overflowed = false;
  let wake: (() => void) | undefined;
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    push(entry: HubEntry): void {
      if (waiting.length >= maxWaitingEntries) {
        waiting = [];
        overflowed = true;
      } else if (!overflowed) {
        waiting.push(entry);
      }
      wake?.();
    },
    async take(): Promise<HubEntry[] | "overflow"> {
      while (waiting.length === 0 && !overflowed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (overflowed) {
        overflowed = false;
        waiting = [];
        return "overflow";
      }
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
