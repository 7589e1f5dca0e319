import { parseEvent } from "../../../ui/events/parse-event.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { type FollowOptions, follow, listenUntilNow, readAnew } from "./follow.ts";

/** The tab that listens is heard of at least with each ping of the server, every 15 s. */
const leaderSilenceMs = 40_000;
/** So fast does a tab answer that is awake. Nor does the one that listens say more often that it is there: each word costs. */
const answerMs = 1_500;

/** Pieces of an answer go to other tabs together: a word costs as much as showing it. */
const togetherMs = 40;

/** An event as text, and its place in the log. */
interface Told {
  event: string;
  place: string | undefined;
}

/** "Are you there?", and what the tab that listens tells: that it does, by as few as no events, and whether there is a connection. */
type Word = "there?" | { events: Told[]; isLive?: boolean };

/**
 * An old tab speaks as the widget did when it was loaded. Whoever changes the words gives them the next number: tabs of different
 * numbers do not hear each other, and each kind listens for itself.
 */
const wordsVersion = 3;

export interface SharedFeedOptions extends FollowOptions {
  /** The same in all tabs that follow this ticket. */
  name: string;
}

/**
 * Follows a ticket once for all tabs of a browser: one of them listens and tells the others; when it goes, another takes its
 * place. A page in the back/forward cache has no part in it. Where the browser cannot share, each tab follows for itself.
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

/** From the page's being shown to its being put away. */
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
  /** Somebody else may listen. */
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

  /** The first tab listens; the next ones learn what happened between their handshake and its first word to them. */
  async #begin(): Promise<void> {
    if (await this.#queue({ ifAvailable: true })) return;
    void this.#queue({ signal: this.#life.signal });
    // From its answer on, the one that listens tells everything; before, it may have been alone.
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

  /** Listens for all in its turn, or takes that from a tab that sleeps. False if it is not to be had at once. */
  async #queue(how: LockOptions): Promise<boolean> {
    const leading = new AbortController();
    // Whoever had to wait for it is not alone.
    this.#isShared ||= !how.ifAvailable;
    try {
      return await navigator.locks.request(this.#name, how, async (lock) => {
        if (!lock) return false;
        this.#leading = leading;
        if (!this.#life.signal.aborted) await this.#lead(leading.signal);
        return true;
      });
    } catch {
      // Another tab has taken it, or the page is put away.
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

  /** Tells the other tabs of an event. In a tab that nobody looks at a timer may take a second, too long for those that look. */
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

  /** Every script of the page's origin can say something here: what is no word of ours goes unheard. */
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

  /** A tab that is looked at makes sure that the one that listens is awake. */
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

/** A page that was put away is shown again, or will not be. */
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
