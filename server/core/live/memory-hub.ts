import type { Logger } from "../log.ts";
import { channelIdleMs, type HubEntry, type HubSubscription, type LiveHub, maxEntriesPerChannel } from "./hub.ts";
import { Listeners } from "./listeners.ts";

/** Most entries remembered over all channels, each below half a kilobyte: always under 100 MB. */
const maxEntries = 200_000;

interface Channel {
  entries: HubEntry[];
  touchedAt: number;
}

/** The hub of a single process: everything in memory, bounded, deleted when idle. */
export function createMemoryHub(log?: Logger): LiveHub {
  const readers = new Listeners<[entry: HubEntry]>(log);
  const channels = new Channels();
  const topics = new Listeners<[payload: string]>(log);
  let lastPosition = 0;
  const sweeper = setInterval(() => channels.forgetIdle(), channelIdleMs / 4);
  sweeper.unref();

  // Positions start from the clock, so that positions from before a restart are lower than later ones.
  const nextPosition = () => {
    lastPosition = Math.max(lastPosition + 1, Date.now() * 1_000);
    return lastPosition;
  };

  return {
    async publish(name, events) {
      let position = 0;
      for (const { stored, event } of events) {
        position = nextPosition();
        const entry = { position, stored, event };
        channels.add(name, entry);
        readers.tell(name, entry);
      }
      return position;
    },
    async tell(name, event) {
      readers.tell(name, { position: 0, stored: false, event });
    },
    async forget(name) {
      channels.forget(name);
    },
    async recent(name, after, limit) {
      const entries = channels.entriesOf(name);
      const first = firstAfter(entries, after);
      return entries.slice(first, first + limit);
    },
    async oldest(name) {
      const first = channels.entriesOf(name)[0];
      return first ? { position: first.position, stored: first.stored, sequence: first.event.sequence } : null;
    },
    async lastEnd(name) {
      return channels.entriesOf(name).findLast((entry) => entry.event.type === "end")?.position ?? 0;
    },
    async subscribe(name, listener): Promise<HubSubscription> {
      readers.add(name, listener);
      return {
        async close() {
          readers.remove(name, listener);
        },
      };
    },
    async notify(topic, payload) {
      topics.tell(topic, payload);
    },
    async listen(topic, listener): Promise<HubSubscription> {
      topics.add(topic, listener);
      return {
        async close() {
          topics.remove(topic, listener);
        },
      };
    },
    async close() {
      clearInterval(sweeper);
      topics.clear();
      readers.clear();
      channels.clear();
    },
  };
}

/** Channels in the order of their last use, so that the oldest are deleted first. */
class Channels {
  readonly #channels = new Map<string, Channel>();
  #count = 0;

  entriesOf(name: string): HubEntry[] {
    return this.#channels.get(name)?.entries ?? [];
  }

  add(name: string, entry: HubEntry): void {
    const channel = this.#channels.get(name) ?? { entries: [], touchedAt: 0 };
    if (channel.entries.length === 0 || entry.stored) {
      // Moved to the end only occasionally: doing it per token would cost more than the token itself.
      this.#channels.delete(name);
      this.#channels.set(name, channel);
    }
    channel.touchedAt = Date.now();
    channel.entries.push(entry);
    this.#count += 1;
    // Removed in blocks, for the same reason.
    if (channel.entries.length > maxEntriesPerChannel * 1.25)
      this.#count -= channel.entries.splice(0, channel.entries.length - maxEntriesPerChannel).length;
    if (this.#count > maxEntries) this.#forgetOldest(channel);
  }

  forget(name: string): void {
    this.#count -= this.entriesOf(name).splice(0).length;
  }

  forgetIdle(): void {
    const limit = Date.now() - channelIdleMs;
    for (const [name, channel] of this.#channels) {
      if (channel.touchedAt >= limit) continue;
      this.#count -= channel.entries.length;
      this.#channels.delete(name);
    }
  }

  clear(): void {
    this.#channels.clear();
    this.#count = 0;
  }

  #forgetOldest(current: Channel): void {
    for (const channel of this.#channels.values()) {
      if (this.#count <= maxEntries * 0.9) return;
      if (channel !== current) this.#count -= channel.entries.splice(0).length;
    }
  }
}

/** Index of the first entry after a position; entries are ordered by position. */
function firstAfter(entries: HubEntry[], position: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.position ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
