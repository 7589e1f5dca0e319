import type { Attachment } from "../../protocol/attachments.ts";
import type { Message } from "../../protocol/messages.ts";
import type { HistoryResponse, InitResponse } from "../../protocol/requests.ts";

/** An object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A stored message. Checks only the fields that the view reads. */
export function isMessage(value: unknown): value is Message {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["role"] === "string" &&
    typeof value["content"] === "string" &&
    typeof value["created_at"] === "string" &&
    Array.isArray(value["citations"]) &&
    value["citations"].every(isCitation) &&
    // The code that shows the attachments checks their content.
    Array.isArray(value["attachments"] ?? []) &&
    (value["grade"] === null || isRecord(value["grade"]))
  );
}

/** The handshake response. Checks only the fields that the view reads. */
export function isInitResponse(value: unknown): value is InitResponse {
  return (
    isRecord(value) &&
    typeof value["token"] === "string" &&
    isRecord(value["ticket"]) &&
    isRecord(value["theme"]) &&
    typeof value["greeting"] === "string" &&
    Array.isArray(value["starters"]) &&
    Array.isArray(value["messages"]) &&
    value["messages"].every(isMessage) &&
    Number.isInteger(value["sequence"])
  );
}

/** The reloaded ticket. Checks only the fields that the view reads. */
export function isHistoryResponse(value: unknown): value is HistoryResponse {
  return (
    isRecord(value) &&
    isRecord(value["ticket"]) &&
    Array.isArray(value["messages"]) &&
    value["messages"].every(isMessage) &&
    Number.isInteger(value["sequence"])
  );
}

/** An attachment of a message. */
export function isAttachment(value: unknown): value is Attachment {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["name"] === "string" &&
    typeof value["size"] === "number"
  );
}

function isCitation(value: unknown): boolean {
  return (
    isRecord(value) &&
    Number.isInteger(value["index"]) &&
    typeof value["title"] === "string" &&
    typeof value["quote"] === "string"
  );
}
