import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Presence } from "../../../../protocol/admin-presence.ts";

/** Who said nothing for so long has gone: a page that was closed may not have said so. */
const goneMs = 25_000;
/** A sign of writing is repeated every 3 s. */
const typingMs = 6_000;

/** A colleague who has the ticket open. */
export interface Looker {
  id: string;
  name: string;
  isTyping: boolean;
}

export interface PresenceStore {
  /** Colleagues, who write first; never oneself. */
  readonly others: ReadonlySignal<readonly Looker[]>;
  heard(presence: Presence): void;
  /** Another ticket, or none, is open. */
  clear(): void;
}

interface Seen {
  person: Presence["person"];
  isTyping: boolean;
}

/** Who else of the team has the open ticket open. */
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
      const people = new Map<string, Looker>();
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
