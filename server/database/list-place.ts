import { AppError } from "../core/errors.ts";

/** A place in a list of tickets that is ordered by a time. That is text: a date would lose microseconds. */
export interface PageCursor {
  /** The newest change; among those who come first, the beginning of the wait or when they are due. */
  updatedAt: string;
  id: string;
  /** Among those who wait or are due, who come first (waiting-tickets.ts). */
  isWaiting?: boolean;
  /** In a list by rank or priority (ranked-tickets.ts). */
  rank?: number;
}

/** The place as a page's `next_cursor`. */
export function encodeCursor({ updatedAt, id, isWaiting, rank }: PageCursor): string {
  const kind = rank === undefined ? (isWaiting ? "|waiting" : "") : `|${rank}`;
  return Buffer.from(`${updatedAt}|${id}${kind}`).toString("base64url");
}

/** @throws AppError `invalid_request` for what is no cursor. */
export function decodeCursor(cursor: string): PageCursor {
  const [updatedAt = "", id = "", kind] = Buffer.from(cursor, "base64url").toString("utf8").split("|");
  if (Number.isNaN(Date.parse(updatedAt)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new AppError("invalid_request", "The cursor is not valid for this list. Start again without one.");
  if (kind !== undefined && /^\d{1,7}$/.test(kind)) return { updatedAt, id, rank: Number(kind) };
  return { updatedAt, id, ...(kind === "waiting" ? { isWaiting: true } : {}) };
}
