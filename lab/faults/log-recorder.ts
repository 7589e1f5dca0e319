import type { StreamEvent } from "../../protocol/events.ts";

/** A frame of a ticket's feed. */
export interface Frame {
  id: string | undefined;
  event: StreamEvent;
}

/**
 * Records the events that one reader of a ticket's feed received over all its connections, and its problems: a stored event missing or out
 * of order, or an event received twice.
 */
export class LogRecorder {
  /** Problems as sentences. */
  readonly problems: string[] = [];
  readonly resets: string[] = [];
  readonly #seen = new Set<string>();
  readonly #texts = new Map<string, string>();
  readonly #answers = new Map<string, string>();
  readonly #ended = new Set<string>();
  readonly #stored: ReadonlySet<string>;
  #cursor: string;
  #sequence: number;

  /** @param after the newest known stored event. @param stored types of events that are stored. */
  constructor(after: number, stored: readonly string[]) {
    this.#sequence = after;
    this.#cursor = String(after);
    this.#stored = new Set(stored);
  }

  /** The `Last-Event-ID` of the next connection. */
  get cursor(): string {
    return this.#cursor;
  }

  accept({ id, event }: Frame): void {
    if (id !== undefined) this.#cursor = id;
    if (event.type === "reset") {
      this.resets.push(event.reason);
      this.#sequence = event.sequence;
      return;
    }
    if (this.#seen.has(event.event_id)) this.problems.push(`${event.type} ${event.sequence} was told twice`);
    this.#seen.add(event.event_id);
    if (this.#stored.has(event.type)) {
      if (event.sequence !== this.#sequence + 1)
        this.problems.push(`after ${this.#sequence} came ${event.type} ${event.sequence}`);
      this.#sequence = event.sequence;
    }
    const turn = event.turn_id ?? "";
    if (event.type === "token") this.#texts.set(turn, (this.#texts.get(turn) ?? "") + event.content);
    if (event.type === "message" && event.message.role === "assistant") this.#answers.set(turn, event.message.content);
    if (event.type === "end") this.#ended.add(turn);
  }

  /** True once the reader received the turn's end. */
  hasEnded(turnId: string): boolean {
    return this.#ended.has(turnId);
  }

  /** Turns whose end the reader received. */
  get turns(): string[] {
    return [...this.#ended];
  }

  /** The streamed and the stored text of a turn. */
  textsOf(turnId: string): { streamed: string; stored: string | undefined } {
    return { streamed: this.#texts.get(turnId) ?? "", stored: this.#answers.get(turnId) };
  }
}
