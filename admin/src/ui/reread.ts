import { ApiError } from "./api-error.ts";

/**
 * Reads once more what is open, and takes it unless something else was taken or opened in the meantime. What is gone in another window is said;
 * anything else heals with the next reading.
 */
export async function reread<Value>({
  read,
  isOpen,
  take,
  gone,
}: {
  read: () => Promise<Value>;
  /** The same thing is open still. */
  isOpen: () => boolean;
  /** Takes it, unless it is older than what is shown. */
  take: (value: Value) => unknown;
  gone: (cause: ApiError) => Promise<unknown>;
}): Promise<void> {
  try {
    const next = await read();
    if (isOpen()) take(next);
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "not_found" && isOpen()) await gone(cause);
  }
}
