import type { DeskEvent } from "../../../protocol/admin.ts";
import type { Presence } from "../../../protocol/admin-presence.ts";
import { isRecord } from "../../../ui/events/shapes.ts";

const textFields = ["ticket_id", "conversation_id", "person_id", "status_text", "release_id"] as const;

/** A notice of the desk's feed, or null when the frame is none. Its kind is checked where it is used: unknown kinds are ignored. */
export function parseDeskEvent(data: string): DeskEvent | null {
  const value = parse(data);
  if (!isRecord(value) || typeof value["type"] !== "string" || !textFields.every((name) => isOptionalText(value[name])))
    return null;
  const { mentions, consoles, ...event } = value;
  // The type, the ticket or conversation, who is mentioned and how many are told are all that is read of it.
  return {
    ...event,
    ...(Array.isArray(mentions) ? { mentions } : {}),
    ...(typeof consoles === "number" ? { consoles } : {}),
  } as unknown as DeskEvent;
}

/** Somebody of the team has the ticket open or writes, or null when the frame says something else. */
export function parsePresence(data: string): Presence | null {
  const value = parse(data);
  if (!isRecord(value) || value["type"] !== "presence" || !isRecord(value["person"])) return null;
  const { session, state, person } = value;
  const isWhole = [session, state, person["id"], person["name"]].every((field) => typeof field === "string");
  // Its fields were looked at just now; a state that is not known counts as being there.
  return isWhole ? (value as unknown as Presence) : null;
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
