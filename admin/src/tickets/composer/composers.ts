import { type ReadonlySignal, signal } from "@preact/signals";
import { useWorkspace } from "../../app-context.ts";
import type { Workspace } from "../../shell/workspace.ts";
import type { Toast } from "../../ui/toasts-store.ts";
import { type Composer, createComposer, type Verb } from "./composer-store.ts";
import { focusAnswer } from "./focus-answer.ts";

/** Composers of all opened tickets, kept with their text. */
interface Composers {
  of(ticketId: string): Composer;
  /** Sets the action of the send button in every ticket, also after a reload. */
  prefer(verb: Verb): void;
}

const opened = new WeakMap<Workspace, Composers>();

export function composersOf(workspace: Workspace): Composers {
  const known = opened.get(workspace);
  if (known) return known;
  const made = openComposers(workspace);
  opened.set(workspace, made);
  return made;
}

export function useComposer(ticketId: string): Composer {
  return composersOf(useWorkspace()).of(ticketId);
}

function openComposers(workspace: Workspace): Composers {
  const { unsent, storage, me, leaving } = workspace;
  const composers = new Map<string, Composer>();
  const key = `parley-console:send:${me.id}`;
  const preferred = signal<Verb>(storage.get(key) === "resolve" ? "resolve" : "reply");
  const flush = () => Promise.all([...composers.values()].map((composer) => composer.flush()));
  leaving.add(flush);
  // A phone may end a hidden page without another event.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void flush());
  addEventListener("pagehide", () => void flush());
  const all: Composers = {
    of(ticketId) {
      const known = composers.get(ticketId);
      if (known) return known;
      const composer = openComposer(workspace, ticketId, preferred);
      composers.set(ticketId, composer);
      return composer;
    },
    prefer(verb) {
      preferred.value = verb;
      storage.set(key, verb);
    },
  };
  for (const ticketId of unsent.unconfirmed) all.of(ticketId);
  return all;
}

function openComposer(workspace: Workspace, ticketId: string, preferred: ReadonlySignal<Verb>): Composer {
  const { api, unsent, ticket, inbox, toasts, done, comeBack } = workspace;
  const isOpen = () => {
    const state = ticket.state.peek();
    return state.type === "ready" && state.id === ticketId;
  };
  /** The toast that offers to undo a reply, by the reply's id. */
  const offers = new Map<string, Toast["id"]>();
  const withdraw = (messageId: string) => {
    const offer = offers.get(messageId);
    if (offer !== undefined) toasts.dismiss(offer);
    offers.delete(messageId);
  };
  const comeHere = () => {
    comeBack.value = { id: ticketId, isOpened: true };
    focusAnswer();
  };
  const composer = createComposer({
    api,
    unsent,
    ticketId,
    preferred,
    justSaid: () => workspace.justSaid(ticketId),
    onHeld({ verb, messageId }) {
      const state = ticket.state.peek();
      if (verb !== "resolve" || state.type !== "ready") return;
      const undo = () => {
        if (composer.undo(messageId)) comeHere();
      };
      offers.set(
        messageId,
        toasts.show(`Sending and resolving #${state.thread.detail.ticket.number}…`, { label: "Undo", run: undo }),
      );
      // The next ticket opens.
      done.value = ticketId;
    },
    onSent({ messageId, verb, original }, detail) {
      const { number } = detail.ticket;
      withdraw(messageId);
      ticket.take(detail);
      if (original) workspace.noteOriginal(ticketId, original.text);
      inbox.changed();
      if (verb === "resolve") workspace.decided(detail, `Resolved #${number}`);
      else if (!isOpen()) toasts.show(`Sent the reply in #${number}`);
    },
    onFailed({ messageId }) {
      withdraw(messageId);
      if (!isOpen())
        toasts.fail("A reply was not sent. It is in its reply box again.", { label: "Open", run: comeHere });
    },
  });
  return composer;
}
