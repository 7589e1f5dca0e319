import { parseEvent } from "../../../ui/events/parse-event.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { type FollowOptions, follow, listenUntilNow, readAnew } from "./follow.ts";

/** Longest silence of the leader tab, in ms. It sends a message at least with each ping of the server, every 15 s. */
const leaderSilenceMs = 40_000;
/** Time in which an active tab answers, in ms. The leader announces itself at most this often, because each message costs time. */
const answerMs = 1_500;

/** Interval in ms at which pieces of an answer are sent to other tabs together: a message costs as much as showing it. */
const togetherMs = 40;

/** An event as text, and its cursor. */
interface Told {
  event: string;
  place: string | undefined;
}

/**
 * A message between tabs. "there?" asks for the leader. The leader sends events and the connection state; an empty list of events only
 * announces it.
 */
type Word = "there?" | { events: Told[]; isLive?: boolean };

/**
 * Version of the messages. An old tab uses the messages of the widget that it loaded. Increase the number with each change: tabs with
 * different numbers do not receive each other's messages, and each version has its own leader.
 */
const wordsVersion = 3;

export interface SharedFeedOptions extends FollowOptions {
  /** The same in all tabs that follow this ticket. */
  name: string;
}

/**
 * Follows a ticket once for all tabs of a browser: the leader tab reads the feed and sends the events to the others. When it closes,
 * another tab becomes the leader. A page in the back/forward cache does not take part. When the browser does not support this, each tab
 * follows for itself.
 */
export async function followTogether(options: SharedFeedOptions): Promise<void> {
  if (!navigator.locks || typeof BroadcastChannel !== "function") return follow(options);
  let from = options.from;
  while (!options.signal.aborted) {
    const stay = new Stay(options, from);
    const isRefused = await stay.over;
    from = stay.place;
    if (isRefused) return options.onRefused();
    await shownAgain(options.signal);
  }
}

/** The time from showing the page until the browser hides or freezes it (`pagehide`, `freeze`). */
class Stay {
  readonly #options: SharedFeedOptions;
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  readonly #life = new AbortController();
  readonly over: Promise<boolean>;
  place: string;
  #isRefused = false;
  #untold: Told[] = [];
  #leading: AbortController | undefined;
  #heardAt = Date.now();
  #saidAt = 0;
  /** Another tab may be listening. */
  #isShared = false;
  #onHeard: (() => void) | undefined;

  constructor(options: SharedFeedOptions, place: string) {
    this.#options = options;
    this.place = place;
    this.#name = `${options.name}:${wordsVersion}`;
    this.#channel = new BroadcastChannel(this.#name);
    const { signal } = this.#life;
    const end = () => this.#life.abort();
    options.signal.addEventListener("abort", end, { signal });
    window.addEventListener("pagehide", end, { signal });
    document.addEventListener("freeze", end, { signal });
    document.addEventListener("visibilitychange", () => this.#look(answerMs), { signal });
    this.#channel.addEventListener("message", ({ data }) => this.#hear(data), { signal });
    const watch = setInterval(() => this.#look(leaderSilenceMs), leaderSilenceMs / 2);
    this.over = new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        clearInterval(watch);
        this.#channel.close();
        this.#leading?.abort();
        resolve(this.#isRefused);
      });
    });
    void this.#begin();
  }

  /** The first tab becomes the leader. A later tab reads the events between its handshake and the leader's first message. */
  async #begin(): Promise<void> {
    if (await this.#queue({ ifAvailable: true })) return;
    void this.#queue({ signal: this.#life.signal });
    // After its answer, the leader sends every event. Before, it may have been the only tab.
    this.#say("there?");
    await new Promise<void>((done) => {
      this.#onHeard = done;
      setTimeout(done, answerMs);
    });
    await listenUntilNow({
      ...this.#options,
      from: this.place,
      signal: this.#life.signal,
      onRefused: () => this.#refuse(),
    });
  }

  /** Becomes the leader in turn, or takes over from an inactive tab. False when `ifAvailable` is set and another tab is the leader. */
  async #queue(how: LockOptions): Promise<boolean> {
    const leading = new AbortController();
    // A tab that had to wait is not the only one.
    this.#isShared ||= !how.ifAvailable;
    try {
      return await navigator.locks.request(this.#name, how, async (lock) => {
        if (!lock) return false;
        this.#leading = leading;
        if (!this.#life.signal.aborted) await this.#lead(leading.signal);
        return true;
      });
    } catch {
      // Another tab has taken over, or the page is being hidden.
      leading.abort();
      if (this.#leading === leading) this.#leading = undefined;
      if (!this.#life.signal.aborted) void this.#queue({ signal: this.#life.signal });
      return true;
    }
  }

  #lead(signal: AbortSignal): Promise<void> {
    return follow({
      ...this.#options,
      from: this.place,
      signal,
      onEvent: (event, place) => {
        this.place = place ?? this.place;
        if (this.#isShared) this.#pass({ event: JSON.stringify(event), place }, event.type === "token");
        this.#options.onEvent(event, place);
      },
      onLive: (isLive) => {
        this.#say({ events: [], isLive });
        this.#options.onLive(isLive);
      },
      onActivity: () => {
        if (Date.now() - this.#saidAt > answerMs) this.#say();
      },
      onRefused: () => this.#refuse(),
    });
  }

  #refuse(): void {
    this.#isRefused = true;
    this.#life.abort();
  }

  /** Sends an event to the other tabs. A hidden tab sends at once: its timers may take a second, too long for visible tabs. */
  #pass(told: Told, isPiece: boolean): void {
    this.#untold.push(told);
    if (!isPiece || document.hidden) this.#passAll();
    else if (this.#untold.length === 1) setTimeout(this.#passAll, togetherMs);
  }

  #passAll = (): void => {
    if (this.#untold.length > 0) this.#say({ events: this.#untold });
    this.#untold = [];
  };

  #say(word: Word = { events: [] }): void {
    if (this.#life.signal.aborted) return;
    this.#saidAt = Date.now();
    this.#channel.postMessage(word);
  }

  /** Every script of the page's origin can send messages here; unknown messages are ignored. */
  #hear(word: unknown): void {
    this.#isShared = true;
    if (word === "there?") {
      if (this.#leading) this.#say();
      return;
    }
    const { events, isLive } = isRecord(word) ? word : {};
    if (!Array.isArray(events)) return;
    this.#heardAt = Date.now();
    this.#onHeard?.();
    if (this.#leading) return;
    if (typeof isLive === "boolean") this.#options.onLive(isLive);
    for (const told of events) this.#take(told);
  }

  #take(told: unknown): void {
    const { event: text, place } = isRecord(told) ? told : {};
    const event = typeof text === "string" && parseEvent(text);
    if (!event || (place !== undefined && typeof place !== "string")) return;
    this.place = place ?? this.place;
    this.#options.onEvent(event, place);
    if (event.type === "reset") void readAnew(this.#options);
  }

  /** A visible tab checks that the leader is active. */
  #look(limitMs: number): void {
    if (this.#leading || document.hidden || this.#life.signal.aborted) return;
    const asked = Date.now();
    this.#say("there?");
    setTimeout(() => {
      const isMute = this.#heardAt < asked && Date.now() - this.#heardAt >= limitMs;
      if (isMute && !this.#leading && !this.#life.signal.aborted) void this.#queue({ steal: true });
    }, answerMs);
  }
}

/** Resolves when the page is shown again, or when following ends. */
function shownAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const go = () => {
      done.abort();
      resolve();
    };
    signal.addEventListener("abort", go, { signal: done.signal });
    window.addEventListener("pageshow", go, { signal: done.signal });
    document.addEventListener("resume", go, { signal: done.signal });
    if (signal.aborted) go();
  });
}
