import type { StreamEvent } from "../../../protocol/events.ts";

/** An item of a channel. */
export interface HubEntry {
  /** Increases within the channel and orders short-lived events. 0: not remembered. */
  position: number;
  /** True for events that are also in `ticket_events`. */
  stored: boolean;
  event: StreamEvent;
}

/** Position of an entry; also known for an entry whose event a newer version wrote and this version cannot read. */
export interface HubCursor {
  position: number;
  stored: boolean;
  /** Sequence of the stored event itself, or of the newest one before a short-lived event. */
  sequence: number;
}

/** Receives each entry of a channel; `null` means that some may have been missed and the store must be read again. */
export type HubListener = (entry: HubEntry | null) => void;

/**
 * The live event port: a bounded, short memory per channel, and delivery to listeners in this process and others. It may lose everything at
 * any time; lasting data is in PostgreSQL. Listeners are called through `callListener`, which logs their errors and stops them there.
 */
export interface LiveHub {
  /** @returns the position of the last event; 0 when publishing failed. */
  publish(channel: string, events: { stored: boolean; event: StreamEvent }[]): Promise<number>;
  /** Sends an event to the channel's current followers; it is not remembered and has no position. */
  tell(channel: string, event: StreamEvent): Promise<void>;
  /** Clears the channel's memory; followers stay subscribed. Entries that cannot be deleted now expire (`channelIdleMs`). */
  forget(channel: string): Promise<void>;
  /** Remembered entries after a position, oldest first, at most `limit`. */
  recent(channel: string, after: number, limit: number): Promise<HubEntry[]>;
  /** Position of the oldest remembered entry; null when there is none, undefined when it is unknown at the moment. */
  oldest(channel: string): Promise<HubCursor | null | undefined>;
  /** Position of the newest remembered `end`; 0 when there is none. */
  lastEnd(channel: string): Promise<number>;
  subscribe(channel: string, listener: HubListener): Promise<HubSubscription>;
  /** Notifies the topic's current listeners; nothing is remembered. */
  notify(topic: string, payload: string): Promise<void>;
  /** @param onMissed called when notifications may have been missed, such as after an outage, and every few seconds during one */
  listen(topic: string, listener: (payload: string) => void, onMissed?: () => void): Promise<HubSubscription>;
  close(): Promise<void>;
}

export interface HubSubscription {
  close(): Promise<void>;
}

/** Most entries that a channel remembers: a long answer has a few hundred frames. */
export const maxEntriesPerChannel = 4_000;
/** How long an idle channel is remembered: longer than a reconnect that still needs the tokens. */
export const channelIdleMs = 120_000;

/** The channel of one ticket. */
export function ticketChannel(tenantId: string, ticketId: string): string {
  return `parley:${tenantId}:ticket:${ticketId}`;
}

/** The topic that notifies a tenant's console of changed tickets. */
export function deskTopic(tenantId: string): string {
  return `parley:${tenantId}:desk`;
}

/** The topic that notifies a visitor's feed of new messages in the visitor's tickets. */
export function visitorTopic(tenantId: string, visitorId: string): string {
  return `parley:${tenantId}:visitor:${visitorId}`;
}

/** Notice on a visitor's topic that a ticket was deleted; every other notice there is a ticket id. */
export function goneNotice(ticketId: string): string {
  return gonePrefix + ticketId;
}

/** Parses a notice of a visitor's topic. */
export function readVisitorNotice(told: string): { ticketId: string; isGone: boolean } {
  const isGone = told.startsWith(gonePrefix);
  return { ticketId: isGone ? told.slice(gonePrefix.length) : told, isGone };
}

const gonePrefix = "gone:";

/** The topic that notifies a process that one of its turns was stopped. */
export function stopTopic(tenantId: string): string {
  return `parley:${tenantId}:stop`;
}

/** The topic that notifies open streams of a tenant's console that a member's rights changed. */
export function rightsTopic(tenantId: string): string {
  return `parley:${tenantId}:rights`;
}
