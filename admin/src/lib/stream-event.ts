import type { DeskEvent } from "../../../protocol/admin.ts";
import type { StreamEvent } from "../../../protocol/events.ts";

/** An event of a ticket's feed, or null when the frame is none. Its kind is checked where it is used: unknown kinds are ignored. */
export function parseStreamEvent(data: string): StreamEvent | null {
  const value = parseObject(data);
  // The feed is written by the same server from the same schemas; the fields below are the ones every use relies on.
  return value && typeof value["type"] === "string" && typeof value["sequence"] === "number"
    ? (value as unknown as StreamEvent)
    : null;
}

export function parseDeskEvent(data: string): DeskEvent | null {
  const value = parseObject(data);
  return value && typeof value["type"] === "string" ? (value as unknown as DeskEvent) : null;
}

function parseObject(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
