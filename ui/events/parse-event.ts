import type { EventType, StreamEvent } from "../../protocol/events.ts";
import { isMessage, isRecord } from "./shapes.ts";

type Check = (event: Record<string, unknown>) => boolean;

const isText = (value: unknown): value is string => typeof value === "string";
const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);
const always: Check = () => true;

/** Checks the fields of each event that the pages use. The server is responsible for the other fields. */
const checks: Record<EventType, Check> = {
  status: (event) =>
    isText(event["content"]) && (event["documents"] === undefined || isDocumentList(event["documents"])),
  thinking: always,
  token: (event) => isText(event["content"]),
  tool_call_start: always,
  tool_call_delta: always,
  tool_call_end: always,
  tool_result: always,
  confirmation_required: always,
  confirmation_response: always,
  clarification: (event) =>
    isText(event["clarification_id"]) && isText(event["prompt"]) && isOptionList(event["options"]),
  message: (event) => isMessage(event["message"]),
  escalation: (event) => Number.isInteger(event["ticket_number"]) && isOptionalText(event["expected_by"]),
  owner: (event) =>
    (event["owner"] === "assistant" || event["owner"] === "human") &&
    isText(event["status"]) &&
    isAgent(event["agent"]),
  seen: (event) => isText(event["at"]),
  elsewhere: (event) => isText(event["ticket_id"]),
  typing: (event) => isText(event["who"]) && isOptionalText(event["name"]),
  error: (event) => isText(event["code"]) && isText(event["error_type"]),
  rating: (event) => Number.isInteger(event["score"]),
  cancel: always,
  end: always,
  reset: (event) => isText(event["status"]) && (event["owner"] === "assistant" || event["owner"] === "human"),
};

/**
 * The event in a frame's data. Undefined when this page does not know it or a needed field is missing: a newer server may send later types
 * and values. Values that only select a text (status, reason, error) are not compared with the known ones.
 */
export function parseEvent(data: string): StreamEvent | undefined {
  const value = parseJson(data);
  if (!isRecord(value) || !isText(value["type"]) || !Object.hasOwn(checks, value["type"])) return undefined;
  const isWhole =
    isText(value["event_id"]) &&
    (value["turn_id"] === null || isText(value["turn_id"])) &&
    Number.isInteger(value["sequence"]) &&
    isText(value["created_at"]) &&
    checks[value["type"] as EventType](value);
  // The fields that the view reads were checked above; the other fields are not checked.
  return isWhole ? (value as unknown as StreamEvent) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDocumentList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && isText(item["title"]));
}

function isOptionList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && isText(item["id"]) && isText(item["label"]));
}

function isAgent(value: unknown): boolean {
  return value === undefined || (isRecord(value) && isText(value["id"]) && isText(value["name"]));
}
