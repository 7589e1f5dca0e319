import type { StreamEvent, StreamEventOf } from "../../../protocol/events.ts";
import { newId } from "../ids.ts";
import { type Cursor, formatCursor } from "./cursor.ts";
import { eventText } from "./event-text.ts";
import { channelIdleMs, type HubEntry, type LiveHub, readVisitorNotice } from "./hub.ts";
import { createInbox } from "./inbox.ts";

/** Page size of stored events: few at first, because a message may have 8 KB and a reader may stop in the middle. */
const firstPage = 4;
const largestPage = 32;
/** A page larger than this makes the next page smaller; a much smaller page makes it larger. */
const pageChars = 24 * 1024;
/** Page size of remembered short-lived events; each has a few hundred bytes. */
const recentPage = 100;
/** The clocks of processes and of Redis differ by less than this; a position further in the future was never issued. */
const clockLeewayMs = 60_000;
/** Number of ended and cancelled turns that a reader remembers, so that their late tokens are not shown. */
const rememberedEnds = 16;

/** The ticket's current position, for a reader that must start again. */
export interface PageCursor {
  sequence: number;
  status: StreamEventOf<"reset">["status"];
  owner: StreamEventOf<"reset">["owner"];
}

/** A stored event, or a placeholder for one that a newer version wrote: skipped, but not a gap. */
export type LogItem = StreamEvent | { type: "unknown"; sequence: number };

export interface FollowInput {
  hub: LiveHub;
  channel: string;
  cursor: Cursor;
  /** True for a cursor that this server has just issued: no need to verify it. */
  isNew?: boolean;
  /** Ends with the events so far, for readers behind a proxy that buffers streams. */
  untilNow?: boolean;
  /** Stored events after a sequence number, oldest first, at most `limit`; unreadable ones are replaced by placeholders. */
  readStored(after: number, limit: number): Promise<LogItem[]>;
  readCursor(): Promise<PageCursor>;
  /**
   * Topic with the ids of the visitor's tickets that have new messages, for the feed of a visitor with several tickets; this ticket is
   * skipped. The log ends when the topic reports that this ticket was deleted.
   */
  others?: { topic: string; ticketId: string };
  signal: AbortSignal;
}

export interface Followed {
  id: string | undefined;
  event: StreamEvent;
}

/**
 * A ticket's log from a cursor on: stored events, then those that the hub remembers, then live ones. Each stored event comes exactly once
 * and in order; a gap (a lost notification) is filled from the store. An invalid cursor gets a `reset`, and the log continues from the
 * newest event.
 */
export async function* follow(input: FollowInput): AsyncGenerator<Followed, void, undefined> {
  const inbox = createInbox(input.signal);
  // Subscribes before reading anything, so that no event between backfill and live is lost.
  const subscription = await input.hub.subscribe(input.channel, inbox.push);
  const { topic, ticketId: own } = input.others ?? {};
  let isGone = false;
  const hear = (told: string) => {
    const notice = readVisitorNotice(told);
    isGone ||= notice.isGone && notice.ticketId === own;
    if (isGone) inbox.push(null);
    else if (notice.ticketId !== own) inbox.push(toldElsewhere(notice.ticketId));
  };
  const others = topic ? await input.hub.listen(topic, hear) : undefined;
  const reader = new Reader(input);
  try {
    yield* reader.begin();
    if (input.untilNow) return;
    while (!input.signal.aborted) {
      const entries = await inbox.take();
      // When the reader reconnects, it learns that the session is over.
      if (isGone) return;
      if (entries === "missed") yield* reader.catchUp();
      else for (const entry of entries) yield* reader.accept(entry);
    }
  } finally {
    await Promise.all([subscription.close(), others?.close()]);
  }
}

class Reader {
  readonly #input: FollowInput;
  #sequence: number;
  #position: number;
  #ended: (string | null)[] = [];
  /** Sequence of the event by which the team took or ended the ticket: output of turns that began before it is no longer shown. */
  #takenAt = 0;
  #pageLimit = firstPage;

  constructor(input: FollowInput) {
    this.#input = input;
    this.#sequence = input.cursor.sequence;
    this.#position = input.cursor.position;
  }

  /** The first read; a cursor that was never issued gets a reset. */
  async *begin(): AsyncGenerator<Followed> {
    if (this.#input.isNew) return yield* this.catchUp({ isNew: true });
    const place = await this.#input.readCursor();
    if (isSilent(place)) this.#takenAt = Math.min(place.sequence, this.#sequence);
    const isFuture =
      this.#position > (Date.now() + clockLeewayMs) * 1_000 || (this.#sequence > 0 && this.#sequence > place.sequence);
    if (isFuture) yield* this.#reset("cursor_from_future");
    yield* this.catchUp();
  }

  /**
   * Merges store and hub memory page by page: short-lived events keep their position among the stored ones. Reads the store first:
   * everything that a turn published before an event it had committed by then is already in the hub.
   */
  async *catchUp({ isNew = false } = {}): AsyncGenerator<Followed> {
    const before = this.#sequence;
    let page = await this.#readPage();
    const isFarBehind = page.isFull;
    if (this.#hasHole(page.events) || (!isNew && !isFarBehind && (await this.#hasForgotten(before)))) {
      yield* this.#reset("cursor_too_old");
      page = await this.#readPage();
    }
    for (; page.isFull; page = await this.#readPage()) yield* this.#deliverUpTo(page.events);
    let from = this.#position;
    // A reader that wants only the running turn, or is far behind, gets no tokens of answers that the store has in full.
    if (from === 0 || isFarBehind) from = Math.max(from, await this.#input.hub.lastEnd(this.#input.channel));
    for (;;) {
      const entries = await this.#input.hub.recent(this.#input.channel, from, recentPage);
      for (const entry of entries) {
        from = entry.position;
        yield* this.#deliverUpTo(page.events, entry.stored ? entry.event.sequence - 1 : entry.event.sequence);
        yield* this.accept(entry);
      }
      if (entries.length < recentPage) break;
    }
    yield* this.#deliverUpTo(page.events);
  }

  async *accept(entry: HubEntry): AsyncGenerator<Followed> {
    const { event, position, stored } = entry;
    // An event of another ticket's log; this log's order does not apply to it.
    if (event.type === "elsewhere") return yield { id: this.#id(), event: { ...event, sequence: this.#sequence } };
    // The typing indicator is older than the newest stored event.
    if (event.type === "typing" && event.sequence < this.#sequence) return;
    const before = stored ? event.sequence - 1 : event.sequence;
    while (before > this.#sequence) {
      const page = await this.#readPage();
      const from = this.#sequence;
      yield* this.#deliverUpTo(page.events, before);
      if (!page.isFull || this.#sequence === from) break;
    }
    if (stored) {
      if (event.sequence <= this.#sequence) return;
      this.#position = Math.max(this.#position, position);
      yield this.#deliver(event);
    } else if (position === 0 || position > this.#position) {
      this.#position = Math.max(this.#position, position);
      // A short-lived event carries the sequence of the newest stored event that its turn knew.
      if (event.sequence < this.#takenAt) return;
      if (event.turn_id === null || !this.#ended.includes(event.turn_id)) yield { id: this.#id(), event };
    }
  }

  async *#reset(reason: "cursor_too_old" | "cursor_from_future"): AsyncGenerator<Followed> {
    const place = await this.#input.readCursor();
    const { sequence, status, owner } = place;
    this.#sequence = sequence;
    this.#position = 0;
    this.#takenAt = isSilent(place) ? sequence : 0;
    const base = { event_id: newId(), turn_id: null, sequence, created_at: new Date().toISOString() };
    yield { id: this.#id(), event: { type: "reset", reason, status, owner, ...base } };
  }

  async #readPage(): Promise<{ events: LogItem[]; isFull: boolean }> {
    const events = await this.#input.readStored(this.#sequence, this.#pageLimit);
    const isFull = events.length === this.#pageLimit;
    const chars = events.reduce((sum, event) => sum + (event.type === "unknown" ? 0 : eventText(event).length), 0);
    if (chars > pageChars) this.#pageLimit = Math.max(2, this.#pageLimit >> 1);
    else if (chars < pageChars / 2) this.#pageLimit = Math.min(largestPage, this.#pageLimit * 2);
    return { events, isFull };
  }

  /** True when stored events after the cursor were deleted (retention). */
  #hasHole(page: LogItem[]): boolean {
    const first = page[0];
    return first !== undefined && first.sequence > this.#sequence + 1;
  }

  /** True when short-lived events after the reader's position may be lost and no stored event replaces them yet. */
  async #hasForgotten(sequence: number): Promise<boolean> {
    if (this.#position === 0) return false;
    const oldest = await this.#input.hub.oldest(this.#input.channel);
    if (oldest === undefined) return false;
    // A channel lives this long after its last entry; if it is empty sooner, it was cleared.
    if (oldest === null) return Date.now() - this.#position / 1_000 < channelIdleMs;
    if (oldest.position <= this.#position) return false;
    return !(oldest.stored && oldest.sequence === sequence + 1);
  }

  *#deliverUpTo(events: LogItem[], last = Number.POSITIVE_INFINITY): Generator<Followed> {
    for (const event of events) {
      if (event.sequence <= this.#sequence || event.sequence > last) continue;
      if (event.type === "unknown") this.#sequence = event.sequence;
      else yield this.#deliver(event);
    }
  }

  #deliver(event: StreamEvent): Followed {
    this.#sequence = event.sequence;
    if (event.type === "owner" && isSilent(event)) this.#takenAt = event.sequence;
    const isOver = event.type === "end" || (event.type === "cancel" && event.reason === "restarted");
    if (isOver) this.#ended = [...this.#ended.slice(1 - rememberedEnds), event.turn_id];
    return { id: this.#id(), event };
  }

  #id(): string {
    return formatCursor({ sequence: this.#sequence, position: this.#position });
  }
}

function toldElsewhere(ticketId: string): HubEntry {
  const base = { event_id: newId(), turn_id: null, sequence: 0, created_at: new Date().toISOString() };
  return { position: 0, stored: false, event: { type: "elsewhere", ticket_id: ticketId, ...base } };
}

/** True when the assistant may not answer: the team has the ticket, or it is closed. */
function isSilent({ owner, status }: Pick<PageCursor, "owner" | "status">): boolean {
  return owner === "human" || status === "closed";
}
