import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Presence } from "../../../../protocol/admin-presence.ts";

/** A colleague without a signal for this time counts as gone: a closed page may send no signal. */
const goneMs = 25_000;
/** In ms; the typing signal is repeated every 3 s. */
const typingMs = 6_000;

/** A colleague who has the ticket open. */
export interface Viewer {
  id: string;
  name: string;
  isTyping: boolean;
}

export interface PresenceStore {
  /** Colleagues, with those who are typing first; never the user. */
  readonly others: ReadonlySignal<readonly Viewer[]>;
  heard(presence: Presence): void;
  /** Call when another ticket or none is open. */
  clear(): void;
}

interface Seen {
  person: Presence["person"];
  isTyping: boolean;
}

/** Other team members who have the open ticket open. */
export function createPresenceStore(ownId: string): PresenceStore {
  const seen = signal<ReadonlyMap<string, Seen>>(new Map());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function forget(session: string): void {
    clearTimeout(timers.get(session));
    timers.delete(session);
    const rest = new Map(seen.value);
    rest.delete(session);
    seen.value = rest;
  }

  return {
    others: computed(() => {
      const people = new Map<string, Viewer>();
      for (const { person, isTyping } of seen.value.values()) {
        const known = people.get(person.id);
        people.set(person.id, { ...person, isTyping: isTyping || (known?.isTyping ?? false) });
      }
      return [...people.values()].sort(
        (a, b) => Number(b.isTyping) - Number(a.isTyping) || a.name.localeCompare(b.name),
      );
    }),
    heard({ session, person, state }) {
      if (person.id === ownId) return;
      forget(session);
      if (state === "left" || state === "rests") return;
      const isTyping = state === "typing";
      seen.value = new Map(seen.value).set(session, { person, isTyping });
      timers.set(session, setTimeout(forget, isTyping ? typingMs : goneMs, session));
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      seen.value = new Map();
    },
  };
}
