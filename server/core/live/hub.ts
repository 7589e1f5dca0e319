import type { StreamEvent } from "../../../protocol/events.ts";

/** One item of a channel. */
export interface HubEntry {
  /** Grows within the channel and orders short-lived events. 0: remembered by nobody. */
  position: number;
  /** True for events that also stand in `ticket_events`. */
  stored: boolean;
  event: StreamEvent;
}

/** Where an entry stands; known also of one whose event a newer version wrote and this one cannot read. */
export interface HubCursor {
  position: number;
  stored: boolean;
  /** Of the stored event itself, or of the newest one before a short-lived event. */
  sequence: number;
}

/** Hears each entry of a channel; `null` says that some may have been missed, so the store has to be read again. */
export type HubListener = (entry: HubEntry | null) => void;

/**
 * The live event port: a bounded, short memory per channel and delivery to whoever listens, in this
 * process or another. It may lose everything at any time; what must last is in Postgres. Listeners are
 * called through `callListener`: what one of them throws is logged and goes no further.
 */
export interface LiveHub {
  /** @returns the position of the last of them; 0 when it cannot be told. */
  publish(channel: string, events: { stored: boolean; event: StreamEvent }[]): Promise<number>;
  /** Tells whoever follows the channel now; nobody remembers it, and it has no place among the rest. */
  tell(channel: string, event: StreamEvent): Promise<void>;
  /** Forgets what the channel remembers; whoever follows it goes on. What cannot be forgotten now goes by itself (`channelIdleMs`). */
  forget(channel: string): Promise<void>;
  /** What the channel still remembers after a position, oldest first, at most `limit`. */
  recent(channel: string, after: number, limit: number): Promise<HubEntry[]>;
  /** Where the oldest entry remembered stands; null when there is none, undefined when nobody can tell now. */
  oldest(channel: string): Promise<HubCursor | null | undefined>;
  /** Position of the newest remembered `end`; 0 when there is none. */
  lastEnd(channel: string): Promise<number>;
  subscribe(channel: string, listener: HubListener): Promise<HubSubscription>;
  /** Tells whoever listens on a topic now; nothing is remembered. */
  notify(topic: string, payload: string): Promise<void>;
  /** @param onMissed called when some may have been missed, as after an outage, and every few seconds while it lasts */
  listen(topic: string, listener: (payload: string) => void, onMissed?: () => void): Promise<HubSubscription>;
  close(): Promise<void>;
}

export interface HubSubscription {
  close(): Promise<void>;
}

/** Most entries a channel remembers: a long answer is a few hundred frames. */
export const maxEntriesPerChannel = 4_000;
/** How long a silent channel is remembered: longer than any reconnect that still wants its tokens. */
export const channelIdleMs = 120_000;

/** The channel of one ticket. */
export function ticketChannel(tenantId: string, ticketId: string): string {
  return `parley:${tenantId}:ticket:${ticketId}`;
}

/** The topic on which a tenant's console hears that a ticket changed. */
export function deskTopic(tenantId: string): string {
  return `parley:${tenantId}:desk`;
}

/** The topic on which a visitor's feed hears in which of their tickets something was said. */
export function visitorTopic(tenantId: string, visitorId: string): string {
  return `parley:${tenantId}:visitor:${visitorId}`;
}

/** What is said on a visitor's topic when a ticket of theirs was deleted; anything else said there is a ticket's id. */
export function goneNotice(ticketId: string): string {
  return gonePrefix + ticketId;
}

/** Reads what is said on a visitor's topic. */
export function readVisitorNotice(told: string): { ticketId: string; isGone: boolean } {
  const isGone = told.startsWith(gonePrefix);
  return { ticketId: isGone ? told.slice(gonePrefix.length) : told, isGone };
}

const gonePrefix = "gone:";

/** The topic on which a process hears that a turn it works on was stopped. */
export function stopTopic(tenantId: string): string {
  return `parley:${tenantId}:stop`;
}

/** The topic on which open streams of a tenant's console hear that somebody's rights changed. */
export function rightsTopic(tenantId: string): string {
  return `parley:${tenantId}:rights`;
}
