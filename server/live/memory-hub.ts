import { EventEmitter } from "node:events";
import {
  channelIdleMs,
  type HubEntry,
  type HubListener,
  type HubSubscription,
  type LiveHub,
  maxEntriesPerChannel,
} from "./hub.ts";

interface Channel {
  entries: HubEntry[];
  listeners: Set<HubListener>;
  touchedAt: number;
}

/** The hub of a single process: everything in memory, bounded, forgotten when idle. */
export function createMemoryHub(): LiveHub {
  const channels = new Map<string, Channel>();
  const topics = new EventEmitter().setMaxListeners(0);
  let lastPosition = 0;
  const sweeper = setInterval(() => forgetIdle(channels), channelIdleMs / 2);
  sweeper.unref();

  // Positions start from the clock, so that those given before a restart stay behind those given after it.
  const nextPosition = () => {
    lastPosition = Math.max(lastPosition + 1, Date.now() * 1_000);
    return lastPosition;
  };

  return {
    async publish(name, events) {
      const channel = channelOf(channels, name);
      for (const { stored, event } of events) deliver(channel, { position: nextPosition(), stored, event });
    },
    async recent(name, after) {
      return (channels.get(name)?.entries ?? []).filter((entry) => entry.position > after);
    },
    async subscribe(name, listener): Promise<HubSubscription> {
      const channel = channelOf(channels, name);
      channel.listeners.add(listener);
      return {
        async close() {
          channel.listeners.delete(listener);
          channel.touchedAt = Date.now();
        },
      };
    },
    async notify(topic, payload) {
      topics.emit(topic, payload);
    },
    async listen(topic, listener): Promise<HubSubscription> {
      topics.on(topic, listener);
      return {
        async close() {
          topics.off(topic, listener);
        },
      };
    },
    async close() {
      clearInterval(sweeper);
      topics.removeAllListeners();
      channels.clear();
    },
  };
}

function channelOf(channels: Map<string, Channel>, name: string): Channel {
  const known = channels.get(name);
  if (known) return known;
  const channel: Channel = { entries: [], listeners: new Set(), touchedAt: Date.now() };
  channels.set(name, channel);
  return channel;
}

function deliver(channel: Channel, entry: HubEntry): void {
  channel.touchedAt = Date.now();
  channel.entries.push(entry);
  // Dropped in blocks: shifting a long array for every token would cost more than the token.
  if (channel.entries.length > maxEntriesPerChannel * 1.25)
    channel.entries.splice(0, channel.entries.length - maxEntriesPerChannel);
  for (const listener of channel.listeners) listener(entry);
}

function forgetIdle(channels: Map<string, Channel>): void {
  const limit = Date.now() - channelIdleMs;
  for (const [name, channel] of channels) {
    if (channel.listeners.size === 0 && channel.touchedAt < limit) channels.delete(name);
  }
}
