import type { DeskEvent } from "../../../protocol/admin.ts";
import { isRecord } from "../../../screens/events/shapes.ts";

/** A notice of the desk's feed, or null when the frame is none. Its kind is checked where it is used: unknown kinds are ignored. */
export function parseDeskEvent(data: string): DeskEvent | null {
  const value = parse(data);
  const isWhole = isRecord(value) && typeof value["type"] === "string" && isOptionalText(value["ticket_id"]);
  // The type and the ticket are all that is read of it.
  return isWhole ? (value as unknown as DeskEvent) : null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
