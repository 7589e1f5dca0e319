import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { TicketDetail, TicketSummary } from "../../../../protocol/admin.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { parseEvent } from "../../../../ui/events/parse-event.ts";
import type { Api } from "../../api.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import { createLatest } from "../../ui/latest.ts";
import { type LiveState, type LiveStream, openLiveStream, parsePresence } from "../../ui/live-stream.ts";
import type { PresenceStore } from "./presence-store.ts";
import { addEarlier, reduceTicket, startThread, type TicketThread, takeSnapshot } from "./ticket-reduce.ts";

export type TicketState =
  | { type: "none" }
  | { type: "loading"; id: string }
  | { type: "failed"; id: string; message: string; missing: boolean }
  | { type: "ready"; id: string; thread: TicketThread };

/** Threads kept in memory: a recently visited one is shown at once, then refreshed. */
const keptThreads = 20;
const settleMs = 150;

export interface TicketStore {
  readonly state: ReadonlySignal<TicketState>;
  readonly live: ReadonlySignal<LiveState>;
  readonly busy: ReadonlySignal<boolean>;
  open(id: string): Promise<void>;
  close(): void;
  /** Closes the stream while the page is hidden: over HTTP/1.1 a browser allows six connections for all its tabs. */
  pause(): void;
  resume(): Promise<void>;
  /** The open ticket may have changed: reload soon. */
  changed(id?: string): void;
  /** Loads earlier messages; returns an error message on failure. */
  showEarlier(): Promise<string | null>;
  /** Shows the ticket that a mutation returned. */
  take(detail: TicketDetail): void;
  /** Runs a mutation of the open ticket once; returns an error message on failure. */
  act(verb: TicketVerb): Promise<string | null>;
  /** Lets the assistant try again with guidance; returns an error message on failure. */
  hint(hint: string): Promise<string | null>;
}

type TicketVerb = keyof ReturnType<typeof verbsOf>;

function verbsOf({ call }: TicketApi) {
  return {
    take: (id: string) => call(ticketRoutes.takeTicket, { id }),
    /** Takes over from a colleague, which requires an explicit action. */
    takeOver: (id: string) => call(ticketRoutes.takeTicket, { id, body: { take_over: true } }),
    handBack: (id: string) => call(ticketRoutes.handBackTicket, { id }),
    approveDraft: (id: string) => call(ticketRoutes.approveDraft, { id }),
    /** Resolves the ticket without a message. */
    resolveSilently: (id: string) => call(ticketRoutes.resolveTicket, { id, body: {} }),
    spam: (id: string) => call(ticketChangeRoutes.endAsSpam, { id }),
  };
}

/** The part of the API that the open ticket uses. */
type TicketApi = Pick<Api, "call" | "ticketEvents">;

interface TicketStoreOptions {
  openStream?: typeof openLiveStream;
  /** The assistant tried again with guidance from this console, and its answer was below the threshold. */
  onHintFailed?: (ticket: TicketSummary) => void;
  /** Team members who have the open ticket open. */
  presence?: Pick<PresenceStore, "heard" | "clear">;
}

/** The open ticket: a snapshot, then its event stream from the snapshot's sequence on. */
export function createTicketStore(
  api: TicketApi,
  { openStream = openLiveStream, onHintFailed, presence }: TicketStoreOptions = {},
): TicketStore {
  const verbs = verbsOf(api);
  const state = signal<TicketState>({ type: "none" });
  const live = signal<LiveState>("closed");
  const busy = signal(false);
  const latest = createLatest();
  const visited = new Map<string, TicketThread>();
  let follow: (() => void) | null = null;
  let visit = 0;
  /** The ticket for which the assistant tries again with guidance. */
  let hinted: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const openId = () => (state.value.type === "none" ? null : state.value.id);

  function setThread(id: string, thread: TicketThread): void {
    visited.delete(id);
    visited.set(id, { ...thread, running: null, typing: null });
    for (const oldest of visited.keys()) if (visited.size > keptThreads) visited.delete(oldest);
    if (openId() === id) state.value = { type: "ready", id, thread };
  }

  function snapshot(detail: TicketDetail): void {
    const id = detail.ticket.id;
    if (id === hinted && detail.ticket.owner === "human") onHintFailed?.(detail.ticket);
    // A sent answer ends the hand-over.
    if (id === hinted && (detail.ticket.owner === "human" || !detail.ticket.escalation_reason)) hinted = null;
    const current = state.value.type === "ready" && state.value.id === id ? state.value.thread : visited.get(id);
    setThread(id, current ? takeSnapshot(current, detail) : startThread(detail));
  }

  async function read(id: string): Promise<void> {
    await latest.run(
      (signal) => api.call(ticketRoutes.readTicket, { id }, { signal }),
      snapshot,
      (error) => {
        if (openId() !== id) return;
        const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
        // A connection error keeps the shown ticket; a deleted ticket does not stay.
        if (state.value.type === "ready" && !missing) return;
        visited.delete(id);
        state.value = { type: "failed", id, message: errorSentence(error), missing };
      },
    );
  }

  function changed(id?: string): void {
    if (id !== undefined && id !== openId()) return;
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const current = openId();
      if (current) void read(current);
    }, settleMs);
  }

  async function mutate(run: (id: string) => Promise<TicketDetail>): Promise<string | null> {
    const id = openId();
    if (busy.value || !id) return null;
    busy.value = true;
    try {
      snapshot(await run(id));
      return null;
    } catch (error) {
      changed(id);
      return errorSentence(error);
    } finally {
      busy.value = false;
    }
  }

  function listen(id: string, sequence: number): void {
    const stream = openStream({
      open: (...asked) => api.ticketEvents(id, ...asked),
      startAfter: String(sequence),
      onBack: () => changed(id),
      onEvent(frame) {
        const told = parsePresence(frame.data);
        if (told) return presence?.heard(told);
        const event = parseEvent(frame.data);
        if (!event || state.value.type !== "ready" || state.value.id !== id) return;
        const thread = reduceTicket(state.value.thread, event);
        if (thread === state.value.thread) return;
        setThread(id, thread);
        if (thread.stale) changed(id);
      },
    });
    follow = mirror(stream, live);
  }

  function stop(): void {
    visit += 1;
    follow?.();
    follow = null;
    presence?.clear();
    latest.cancel();
    clearTimeout(timer);
    timer = undefined;
  }

  async function readAndListen(id: string, mine: number): Promise<void> {
    await read(id);
    if (mine === visit && !follow && state.value.type === "ready") listen(id, state.value.thread.detail.sequence);
  }

  return {
    state,
    live,
    busy,
    changed,
    take: snapshot,
    async open(id) {
      if (openId() === id && state.value.type !== "failed") return;
      stop();
      const mine = visit;
      const known = visited.get(id);
      state.value = known ? { type: "ready", id, thread: known } : { type: "loading", id };
      await readAndListen(id, mine);
    },
    pause() {
      visit += 1;
      follow?.();
      follow = null;
      presence?.clear();
    },
    async resume() {
      const id = openId();
      if (id && !follow) await readAndListen(id, visit);
    },
    close() {
      stop();
      state.value = { type: "none" };
    },
    async showEarlier() {
      if (state.value.type !== "ready") return null;
      const { id, thread } = state.value;
      const cursor = thread.detail.earlier_cursor;
      if (cursor === null) return null;
      try {
        const page = await api.call(ticketRoutes.readTicketMessages, { id, query: { before: cursor } });
        const now = state.value;
        if (now.type === "ready" && now.id === id) setThread(id, addEarlier(now.thread, page, cursor));
        return null;
      } catch (error) {
        return errorSentence(error);
      }
    },
    act: (verb) => mutate((id) => verbs[verb](id)),
    hint: (hint) =>
      mutate(async (id) => {
        const detail = await api.call(ticketRoutes.hintTicket, { id, body: { hint } });
        hinted = id;
        return detail;
      }),
  };
}

/** Copies a stream's state into a signal that outlives the stream; returns a function that stops both. */
function mirror(stream: LiveStream, target: { value: LiveState }): () => void {
  const release = effect(() => {
    target.value = stream.state.value;
  });
  return () => {
    release();
    stream.close();
    target.value = "closed";
  };
}
