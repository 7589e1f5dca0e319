import { parts } from "../panel/parts.ts";
import { findMessage } from "../view/items.ts";
import { isHeld, unnumbered } from "../view/state.ts";
import type { ViewStore } from "../view/view-store.ts";
import { type Kept, newestMessage } from "./kept.ts";
import type { LiveSessionHooks } from "./live-session.ts";
import type { OutboxHooks } from "./outbox.ts";

/** Reports the delivery of messages to the view. */
export function reportSending(view: ViewStore): Omit<OutboxHooks, "send" | "onSessionOver"> {
  return {
    isReady: () => view.state.phase.type === "ready" && navigator.onLine !== false && !isHeld(view.state),
    isStored: (id) => findMessage(view.state, id)?.order !== unnumbered,
    onSending: (id) => view.dispatch({ type: "delivery", id, state: "sending" }),
    onWaiting: (id) => view.dispatch({ type: "delivery", id, state: "queued" }),
    onFailed: (id, { code, isRetryable, retryAfterSeconds }) =>
      view.dispatch({ type: "send_failed", id, failure: { code, retryable: isRetryable, retryAfterSeconds } }),
  };
}

export interface SessionListeners {
  view: ViewStore;
  kept: Kept;
  /** Messages can be sent now. */
  onReady: () => void;
}

/** Reports the state of a session to the view. */
export function reportSession({
  view,
  kept,
  onReady,
}: SessionListeners): Omit<LiveSessionHooks, "who" | "mayBegin" | "onOver"> {
  const now = () => new Date().toISOString();
  return {
    onStarted: (answer, more) => {
      view.dispatch({ type: "started", answer, at: now(), ...more });
      showThumbs(view, kept);
      noteReading(view, kept);
      onReady();
    },
    onFailed: ({ code, isRetryable }) =>
      view.dispatch({ type: "phase", phase: { type: "failed", code, retryable: isRetryable } }),
    onNothing: () => view.dispatch({ type: "phase", phase: { type: "idle" } }),
    onEvent: (event, cursor) => {
      view.receive(event, cursor);
      if (event.type === "message") noteReading(view, kept);
    },
    onLive: (isLive) => {
      const connection = isLive ? "live" : navigator.onLine === false ? "offline" : "lost";
      view.dispatch({ type: "connection", connection });
      if (isLive) onReady();
    },
    onHistory: (history) => {
      view.update((state) => parts.stream.loaded.resynced(state, history, now()));
      showThumbs(view, kept);
    },
  };
}

/**
 * Follows the visitor's other tabs: messages they read, ratings, and the conversation they show. @param onMoved they show another
 * conversation now.
 */
export function followTabs(
  { view, kept, onMoved }: { view: ViewStore; kept: Kept; onMoved: () => void },
  signal: AbortSignal,
): void {
  const onStorage = ({ key }: StorageEvent): void => {
    const { phase, ticket } = view.state;
    const entry = kept.own;
    if (key !== kept.entryName || !entry || phase.type !== "ready") return;
    if (entry.ticket !== ticket?.id) return onMoved();
    showThumbs(view, kept);
    noteReading(view, kept);
  };
  window.addEventListener("storage", onStorage, { signal });
}

/** Reports the network state to the view, and continues the work that waited for a network. */
export function followNetwork(
  { view, onOnline, onStart }: { view: ViewStore; onOnline: () => void; onStart: () => void },
  signal: AbortSignal,
): void {
  const onNetwork = (): void => {
    const { phase } = view.state;
    if (navigator.onLine === false) view.dispatch({ type: "connection", connection: "offline" });
    else if (phase.type === "failed" && phase.code === "network") onStart();
    else onOnline();
  };
  for (const sign of ["online", "offline"]) window.addEventListener(sign, onNetwork, { signal });
}

/** Restores this tab's messages from before its page was left. Calls `send` for each unsent message. */
export function restoreMessages(view: ViewStore, kept: Kept, send: (id: string) => void): void {
  const items = kept.takeMessages();
  if (items.length === 0) return;
  view.update((state) => ({ ...state, items }));
  for (const { id, role } of items) if (role === "visitor") send(id);
}

/** Shows the thumbs that the visitor gave before, here or in another tab. */
function showThumbs(view: ViewStore, kept: Kept): void {
  for (const [id, rating] of kept.thumbs) view.dispatch({ type: "rated", id, rating });
}

/** A message that another tab has shown is not unread here, even when it arrives here later. */
function noteReading(view: ViewStore, kept: Kept): void {
  const newest = newestMessage(view.state)?.id;
  if (newest && view.state.unread > 0 && kept.store.read()?.seen === newest) view.dispatch({ type: "read" });
}
