import type { ResolutionResponse, VisitorTicket } from "../../../protocol/visitor-tickets.ts";
import { isRecord } from "../../../ui/events/shapes.ts";

/** The response to `tickets`. Checks only the fields that the widget reads. @throws Error when it is no list. */
export function toPage(answer: unknown): { items: VisitorTicket[]; next_cursor: string | null } {
  if (!isRecord(answer) || !Array.isArray(answer["items"])) throw new Error("this is no list");
  const cursor = answer["next_cursor"];
  return { items: answer["items"].filter(isRow), next_cursor: typeof cursor === "string" ? cursor : null };
}

function isRow(value: unknown): value is VisitorTicket {
  return (
    isRecord(value) &&
    ["id", "title", "preview", "status", "role", "at"].every((name) => typeof value[name] === "string") &&
    ["number", "unread"].every((name) => Number.isInteger(value[name]))
  );
}

/** What the server's answer to `resolution` offers, as far as it is one. */
export function toResolution(answer: unknown): ResolutionResponse {
  if (!isRecord(answer)) return { reopen_until: null, rating: null, transcript: null };
  const { reopen_until: until, rating, transcript } = answer;
  const score = isRecord(rating) ? rating["score"] : null;
  const email = isRecord(transcript) ? transcript["email"] : null;
  return {
    reopen_until: typeof until === "string" ? until : null,
    rating: isRecord(rating) ? { score: typeof score === "number" ? score : null } : null,
    transcript: isRecord(transcript) ? { email: typeof email === "string" ? email : null } : null,
  };
}
