import { AppError } from "../../core/errors.ts";

export interface PageQuery {
  /** The id of the last item of the previous page. */
  cursor?: string;
  limit: number;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns one page of a list. Reads one more item than the limit to detect a next page.
 * @throws AppError `invalid_request` for an invalid cursor.
 */
export async function pageOf<T extends { id: string }>(
  { cursor, limit }: PageQuery,
  list: (window: { before: string | null; limit: number }) => Promise<T[]>,
): Promise<Page<T>> {
  if (cursor !== undefined && !uuidPattern.test(cursor)) {
    throw new AppError("invalid_request", "The cursor is not valid. Start again without one.");
  }
  const found = await list({ before: cursor ?? null, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, next_cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
