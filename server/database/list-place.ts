import { AppError } from "../core/errors.ts";

/** Page cursor of a list of tickets ordered by a time. The time is text, because a `Date` would lose microseconds. */
export interface PageCursor {
  /** Time of the newest change; for the tickets listed first, the start of their wait or their due time. */
  updatedAt: string;
  id: string;
  /** True for waiting or due tickets, which are listed first (waiting-tickets.ts). */
  isWaiting?: boolean;
  /** In a list by rank or priority (ranked-tickets.ts). */
  rank?: number;
}

/** The page cursor as `next_cursor`. */
export function encodeCursor({ updatedAt, id, isWaiting, rank }: PageCursor): string {
  const kind = rank === undefined ? (isWaiting ? "|waiting" : "") : `|${rank}`;
  return Buffer.from(`${updatedAt}|${id}${kind}`).toString("base64url");
}

/** @throws AppError `invalid_request` for an invalid cursor. */
export function decodeCursor(cursor: string): PageCursor {
  const [updatedAt = "", id = "", kind] = Buffer.from(cursor, "base64url").toString("utf8").split("|");
  if (Number.isNaN(Date.parse(updatedAt)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new AppError("invalid_request", "The cursor is not valid for this list. Start again without one.");
  if (kind !== undefined && /^\d{1,7}$/.test(kind)) return { updatedAt, id, rank: Number(kind) };
  return { updatedAt, id, ...(kind === "waiting" ? { isWaiting: true } : {}) };
}
