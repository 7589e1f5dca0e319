import { AppError } from "../errors.ts";

/**
 * A position in a ticket's event log, as an SSE id: `<sequence>.<position>`. `sequence` is the newest delivered stored event, `position`
 * the newest short-lived one (0: none). Clients send it back unchanged.
 */
export interface Cursor {
  sequence: number;
  position: number;
}

const cursorPattern = /^(\d{1,15})(?:\.(\d{1,16}))?$/;

/** @throws AppError `invalid_request` for an invalid cursor. */
export function parseCursor(text: string): Cursor {
  const match = cursorPattern.exec(text);
  if (!match)
    throw new AppError(
      "invalid_request",
      "Last-Event-ID is not a valid cursor for this stream. Connect again without it.",
    );
  return { sequence: Number(match[1]), position: Number(match[2] ?? 0) };
}

export function formatCursor(cursor: Cursor): string {
  return `${cursor.sequence}.${cursor.position}`;
}
