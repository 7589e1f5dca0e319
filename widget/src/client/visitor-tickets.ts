import type { VisitorTicket } from "../../../protocol/visitor-tickets.ts";
import { isRecord } from "../../../ui/events/shapes.ts";

/** What the server's answer to `tickets` shows, as far as the widget reads it. @throws Error for what is no list. */
export function toPage(answer: unknown): { items: VisitorTicket[]; next_cursor: string | null } {
  if (!isRecord(answer) || !Array.isArray(answer["items"])) throw new Error("this is no list");
  const cursor = answer["next_cursor"];
  return { items: answer["items"].filter(isRow), next_cursor: typeof cursor === "string" ? cursor : null };
}

function isRow(value: unknown): value is VisitorTicket {
  return (
    isRecord(value) &&
    ["id", "preview", "status", "role", "at"].every((name) => typeof value[name] === "string") &&
    ["number", "unread"].every((name) => Number.isInteger(value[name]))
  );
}
